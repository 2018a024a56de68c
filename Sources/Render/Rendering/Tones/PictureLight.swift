import Tiles

/// A picture's brightness, and the display's encoding of its light.
package struct PictureLight: Hashable, Sendable {
  /// The brightest pixel's light relative to white.
  package var headroom: Double
  /// The display's transfer curves; `nil` is sRGB.
  package var curves: DisplayCurves?

  /// Creates the light of a picture; the default is an ordinary one.
  package init(headroom: Double = 1, curves: DisplayCurves? = nil) {
    self.headroom = headroom
    self.curves = curves
  }

  /// Creates the light of a source.
  package init(_ info: SourceInfo) {
    self.init(headroom: info.headroom, curves: info.displayCurves)
  }
}
