/// How the tiles of a cut picture are arranged, named and described.
package enum CutLayout: String, Hashable, Sendable, CaseIterable {
  /// Deep Zoom.
  case dzi
  /// Zoomify.
  case zoomify
  /// IIIF Image API 2, level 0.
  case iiif
  /// IIIF Image API 3, level 0.
  case iiif3
  /// `z/x/y`, as in web maps.
  case xyz
  /// `NAME_SCALE_COLUMN_ROW`, all in one folder.
  case rowcol

  /// The default tile edge.
  package var usualEdge: Int { self == .dzi ? 254 : 256 }
  /// The default overlap.
  package var usualOverlap: Int { self == .dzi ? 1 : 0 }
  /// True if tiles may overlap.
  package var mayOverlap: Bool { self == .dzi }
  /// How odd sizes are halved: Zoomify's own tools round down.
  package var rounding: CutPyramid.Rounding { self == .zoomify ? .down : .up }
  /// Where halving stops.
  package var end: CutPyramid.HalvingLimit { self == .dzi ? .pixel : .tile }
  /// True if edge tiles are padded: maps expect full ones.
  package var isPadded: Bool { self == .xyz }
}
