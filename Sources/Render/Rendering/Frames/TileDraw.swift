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

/// What becomes of a picture's pixels: as light, and at the end of the last pass over it.
struct PixelEnd: Hashable {
  /// What they meet last of all.
  enum Meeting: Hashable {
    /// They stay as they are.
    case plain
    /// They are laid over a checkerboard.
    case checker(Backdrop.Checker)
    /// They are multiplied by a share, to lie over what is below.
    case opacity(Float)
  }

  /// What they meet last of all.
  var meeting: Meeting
  /// What is done to their light; `nil` where they are shown as they are finished.
  var tones: ToneCurve?

  /// Pixels that stay as they are.
  static let plain = PixelEnd(.plain)

  /// An end of its parts.
  init(_ meeting: Meeting, tones: ToneCurve? = nil) {
    self.meeting = meeting
    self.tones = tones
  }

  /// The end of what has a checkerboard behind it, or none.
  init(_ checker: Backdrop.Checker?, tones: ToneCurve? = nil) {
    self.init(checker.map { .checker($0) } ?? .plain, tones: tones)
  }

  /// The end of a pass that another one follows.
  var between: PixelEnd { PixelEnd(.plain, tones: tones) }

  /// Which programs draw it.
  var kind: Kind {
    let light: Kind.Light =
      switch tones?.source {
      case nil: .finished
      case .rgba8: .exposed
      case .rgba16f: tones?.display == nil ? .light : .curvedLight
      }
    let isMapped = tones?.maps ?? false
    switch meeting {
    case .plain: return Kind(.plain, light, isMapped: isMapped)
    case .checker: return Kind(.checker, light, isMapped: isMapped)
    case .opacity: return Kind(.opacity, light, isMapped: isMapped)
    }
  }

  /// The checkerboard, where there is one.
  var checker: Backdrop.Checker? {
    if case .checker(let checker) = meeting { checker } else { nil }
  }

  /// The ends that shaders differ in.
  struct Kind: Hashable {
    enum Meeting: Hashable {
      case plain
      case checker
      case opacity
    }

    enum Light: Hashable {
      /// Tiles hold finished pixels, and nothing is done to their light.
      case finished
      /// Tiles hold finished pixels, which are exposed.
      case exposed
      /// Tiles hold light.
      case light
      /// Tiles hold light, and the display encodes it by curves of its own.
      case curvedLight
    }

    /// Whether tiles hold light.
    var holdsLight: Bool { light == .light || light == .curvedLight }

    var meeting: Meeting
    var light: Light
    /// Whether anything is brighter than white, and mapped below it: that takes powers a pixel.
    var isMapped: Bool

    /// Whether colours are light before anything is done to them.
    var isLit: Bool { light != .finished }

    init(_ meeting: Meeting, _ light: Light = .finished, isMapped: Bool = false) {
      self.isMapped = isMapped
      self.meeting = meeting
      self.light = light
    }

    static let plain = Kind(.plain)
    static let checker = Kind(.checker)
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
