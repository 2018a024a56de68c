import DecoderProtocol
import Geometry

/// What a decoder of documents provides: a size, and drawing of any part at any scale.
///
/// A document is opened after the lock-down, on the thread that draws it, and all is asked of it on
/// that thread, one call after the other. The library can't be interrupted: a call may take
/// as long as it takes, and another thread tells the viewer that work is under way.
package protocol DrawnDocument: AnyObject {
  /// What is known of it once it is open.
  var header: DrawnHeader { get }

  /// Why some of it is not drawn, in words; `nil` while all is.
  ///
  /// Once it is set it stays.
  var missing: String? { get }

  /// Draws an area of a level into memory; all of it, or it throws.
  func draw(_ strip: DrawnStrip) throws(CodecError)
}

extension DrawnDocument {
  /// Nothing is missing.
  package var missing: String? { nil }
}

/// What is known of a document once it is open.
package struct DrawnHeader: Hashable, Sendable {
  /// The size at scale 1, in units of 96 to the inch.
  package var extent: Extent
  /// The largest scale that is drawn right, in pixels a unit.
  package var largestScale: Double
  /// Pages; at least one.
  package var pageCount: Int
  /// The names of its pages; empty where they have none.
  package var pageNames: [String]
  /// Whether any pixel may be translucent.
  package var hasAlpha: Bool

  /// All that is known of a document.
  package init(
    extent: Extent, largestScale: Double, pageCount: Int = 1, pageNames: [String] = [],
    hasAlpha: Bool = true
  ) {
    self.extent = extent
    self.largestScale = largestScale
    self.pageCount = pageCount
    self.pageNames = pageNames
    self.hasAlpha = hasAlpha
  }

  /// The largest scale at which no side is longer than 2⁴⁴ pixels.
  package static func largestScale(of extent: Extent) -> Double {
    (0x1p44 / max(extent.width, extent.height)).nextDown
  }
}

/// An area of a level, and the memory that it is drawn into.
package struct DrawnStrip {
  /// The size of the whole document at this level, in pixels.
  package let level: PixelSize
  /// The pixels of the level that are drawn; all lie inside it.
  package let area: PixelRect
  /// Rows from the top of 32-bit numbers 0xAARRGGBB, premultiplied, in sRGB: cairo's ARGB32.
  ///
  /// It begins transparent, with no padding between rows.
  package let pixels: UnsafeMutablePointer<UInt32>

  /// An area of a level, and memory for it, which must stay while it is drawn.
  package init(level: PixelSize, area: PixelRect, pixels: UnsafeMutablePointer<UInt32>) {
    self.level = level
    self.area = area
    self.pixels = pixels
  }

  /// The bytes from one row to the next.
  package var stride: Int { area.width * 4 }
}
