import DecoderProtocol
import Geometry

/// A document that can draw any area at any scale; implemented by decoders of vector formats.
///
/// It is opened after the lock-down, on the drawing thread, and called on that thread only, one
/// call at a time. Calls can't be interrupted and may take any time; meanwhile another thread
/// reports progress to the viewer.
package protocol DrawnDocument: AnyObject {
  /// What is known once the document is open.
  var header: DrawnHeader { get }

  /// Why some of the document is not drawn, as a sentence; `nil` while nothing is missing.
  ///
  /// Once set it does not change.
  var missing: String? { get }

  /// Draws an area of a level into memory completely, or throws.
  func draw(_ strip: DrawnStrip) throws(CodecError)
}

extension DrawnDocument {
  /// The default: nothing is missing.
  package var missing: String? { nil }
}

/// What is known of a document once it is open.
package struct DrawnHeader: Hashable, Sendable {
  /// The size at scale 1, in units of 1/96 inch.
  package var extent: Extent
  /// The largest scale that is drawn correctly, in pixels per unit.
  package var largestScale: Double
  /// The number of pages; at least 1.
  package var pageCount: Int
  /// The names of the pages; empty if they have none.
  package var pageNames: [String]
  /// True if any pixel may be translucent.
  package var hasAlpha: Bool

  /// A header of a document.
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

/// An area of a level, and the memory to draw it into.
package struct DrawnStrip {
  /// The size of the whole document at this level, in pixels.
  package let level: PixelSize
  /// The pixels of the level to draw; all lie inside it.
  package let area: PixelRect
  /// Rows from the top of 32-bit 0xAARRGGBB values, premultiplied, in sRGB: cairo's ARGB32.
  ///
  /// The memory starts transparent, without padding between rows.
  package let pixels: UnsafeMutablePointer<UInt32>

  /// An area of a level, and memory that must stay valid while it is drawn.
  package init(level: PixelSize, area: PixelRect, pixels: UnsafeMutablePointer<UInt32>) {
    self.level = level
    self.area = area
    self.pixels = pixels
  }

  /// The distance between rows in bytes.
  package var stride: Int { area.width * 4 }
}
