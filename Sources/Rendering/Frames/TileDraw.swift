import Geometry
import Tiles

/// One piece of a frame: device pixels, the tile that they come from, and how.
package struct TileDraw: Hashable, Sendable {
  /// How a tile's texels become pixels.
  package enum Sampling: Hashable, Sendable {
    /// One texel is one pixel, unchanged.
    case texelForPixel
    /// Texels are shown as the squares that they are.
    case crisp
    /// Between texels, colours are mixed (bilinear).
    case smooth
  }

  /// Which tile.
  package var key: TileKey
  /// The device pixels to fill; no other draw of the frame has any of them, but for those under a
  /// fade.
  package var pixels: PixelRect
  /// Where the whole tile lies, gutter left out.
  package var deviceRect: Rect
  /// Which texels lie under the pixels.
  package var texels: TexelMap
  /// How texels become pixels.
  package var sampling: Sampling
  /// How much of it is seen over what was drawn on its pixels before; 1 is all.
  package var opacity = 1.0

  /// The same for a part of its pixels.
  func part(_ pixels: PixelRect) -> TileDraw {
    var part = self
    part.texels = texels.moved(
      right: pixels.minX - self.pixels.minX, down: pixels.minY - self.pixels.minY)
    part.pixels = pixels
    return part
  }
}

/// What becomes of a picture's pixels at the end of the last pass over it.
enum PixelEnd: Hashable {
  /// They stay as they are.
  case plain
  /// They are laid over a checkerboard.
  case checker(Backdrop.Checker)
  /// They are multiplied by a share, to lie over what is below.
  case opacity(Float)

  /// The end of what has a checkerboard behind it, or none.
  init(_ checker: Backdrop.Checker?) { self = checker.map { .checker($0) } ?? .plain }

  /// Which programs draw it.
  var kind: Kind {
    switch self {
    case .plain: .plain
    case .checker: .checker
    case .opacity: .opacity
    }
  }

  /// The checkerboard, where there is one.
  var checker: Backdrop.Checker? { if case .checker(let checker) = self { checker } else { nil } }

  /// The ends that shaders differ in.
  enum Kind: Hashable {
    case plain
    case checker
    case opacity
  }
}

extension PixelRect {
  /// The device pixels whose centres lie inside a rectangle, as a GPU would choose them.
  ///
  /// Rectangles that share an edge share it here too: no pixel is in both, or in neither.
  init(centersIn rect: Rect) {
    // Two ways to compute one edge may differ in the last bit; a tie then must not fall both ways.
    func first(_ edge: Double) -> Int {
      Int(max(-1e9, min(1e9, (edge - 0.5 - 1e-6).rounded(.up))))
    }
    self.init(
      minX: first(rect.minX), minY: first(rect.minY), maxX: first(rect.maxX),
      maxY: first(rect.maxY))
  }

  /// Adds what is left of it without `other`, at most four rectangles, to a list.
  func subtract(_ other: PixelRect, into rest: inout [PixelRect]) {
    let common = intersection(other)
    guard !common.isEmpty else {
      if !isEmpty { rest.append(self) }
      return
    }
    func add(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) {
      if maxX > minX && maxY > minY {
        rest.append(PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
      }
    }
    add(minX, minY, maxX, common.minY)
    add(minX, common.minY, common.minX, common.maxY)
    add(common.maxX, common.minY, maxX, common.maxY)
    add(minX, common.maxY, maxX, maxY)
  }
}
