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
  /// `z/x/y`, as web maps have it.
  case xyz
  /// `NAME_SCALE_COLUMN_ROW`, all in one folder.
  case rowcol

  /// The edge of tiles where nobody says another.
  package var usualEdge: Int { self == .dzi ? 254 : 256 }
  /// How tiles overlap where nobody says otherwise.
  package var usualOverlap: Int { self == .dzi ? 1 : 0 }
  /// Whether tiles may overlap.
  package var mayOverlap: Bool { self == .dzi }
  /// What becomes of odd rows and columns: Zoomify's own tools leave them out.
  package var rounding: CutPyramid.Rounding { self == .zoomify ? .down : .up }
  /// Where the halvings end.
  package var end: CutPyramid.End { self == .dzi ? .pixel : .tile }
  /// Whether tiles at the edges are filled up: maps expect whole ones.
  package var isPadded: Bool { self == .xyz }
}
