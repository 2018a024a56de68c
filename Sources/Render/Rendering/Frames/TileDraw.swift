import Geometry
import Tiles

/// A piece of a frame: device pixels, the tile that they come from, and the sampling.
package struct TileDraw: Hashable, Sendable {
  /// How texels are sampled.
  package enum Sampling: Hashable, Sendable {
    /// One texel is one pixel, unchanged.
    case texelForPixel
    /// Nearest: texels are shown as squares.
    case crisp
    /// Bilinear.
    case smooth
  }

  /// The tile.
  package var key: TileKey
  /// The device pixels to fill; except under a fade, no other draw of the frame has any of them.
  package var pixels: PixelRect
  /// The rectangle of the whole tile, without overlap.
  package var deviceRect: Rect
  /// The mapping from the pixels to texels.
  package var texels: TexelMap
  /// How texels become pixels.
  package var sampling: Sampling
  /// The opacity over what was drawn there before.
  package var opacity = 1.0

  /// Returns the same draw for a part of its pixels.
  func part(_ pixels: PixelRect) -> TileDraw {
    var part = self
    part.texels = texels.moved(
      right: pixels.minX - self.pixels.minX, down: pixels.minY - self.pixels.minY)
    part.pixels = pixels
    return part
  }
}

extension PixelRect {
  /// Creates the rectangle of device pixels whose centres are inside `rect`, as a GPU rasterises
  /// it.
  ///
  /// Rectangles that share an edge also share it here: no pixel is in both or in neither.
  init(centersIn rect: Rect) {
    // Two computations of the same edge may differ in the last bit: ties must not round both ways.
    func first(_ edge: Double) -> Int {
      Int(max(-1e9, min(1e9, (edge - 0.5 - 1e-6).rounded(.up))))
    }
    self.init(
      minX: first(rect.minX), minY: first(rect.minY), maxX: first(rect.maxX),
      maxY: first(rect.maxY))
  }

  /// Appends what is left after subtracting `other`, at most four rectangles, to a list.
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
