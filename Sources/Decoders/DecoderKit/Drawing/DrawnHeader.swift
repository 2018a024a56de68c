import Geometry

/// The properties of an open document.
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
