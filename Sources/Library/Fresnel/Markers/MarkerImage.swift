import Geometry
import Markers

/// The image of a marker: a small bitmap, or a text in a panel; its size on the screen is fixed.
///
/// Any number of markers may share one.
public struct MarkerImage: Hashable, Sendable {
  /// The content, which identifies the image.
  enum Content: Hashable, Sendable {
    case bitmap(MarkerBitmap)
    case text(String)
  }
  let content: Content

  /// Creates an image from premultiplied RGBA, one byte each, in rows without padding.
  ///
  /// `anchor` is the point that lies on the marker's position, in the bitmap's own pixels from its
  /// top left corner; by default its centre.
  ///
  /// - Precondition: the number of bytes matches the size, which is at most 1024 × 2048 pixels.
  public init(size: PixelSize, pixels: [UInt8], anchor: Point? = nil) {
    precondition(
      !size.isEmpty && size.width <= SpriteAtlas.width && size.height <= SpriteAtlas.mostRows,
      "a marker's image has 1 × 1 to 1024 × 2048 pixels")
    precondition(pixels.count == size.width * size.height * 4, "all pixels are there")
    let center = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
    content = .bitmap(MarkerBitmap(size: size, pixels: pixels, anchor: anchor ?? center))
  }

  /// Creates an image of a text in a panel, centred on the marker's position.
  ///
  /// The view draws it on a thread of its own, so it appears a moment later. Line feeds are kept.
  public init(text: String) { content = .text(text) }
}

/// The pixels of an image; equal only to itself, so that finding it compares no pixels.
final class MarkerBitmap: Hashable, Sendable {
  let size: PixelSize
  let pixels: [UInt8]
  let anchor: Point

  init(size: PixelSize, pixels: [UInt8], anchor: Point) {
    self.size = size
    self.pixels = pixels
    self.anchor = anchor
  }

  static func == (left: MarkerBitmap, right: MarkerBitmap) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
