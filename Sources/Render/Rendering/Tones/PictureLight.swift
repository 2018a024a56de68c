import Tiles

/// How bright a picture is, and how the display encodes its light.
package struct PictureLight: Hashable, Sendable {
  /// How much brighter than white its brightest pixels are.
  package var headroom: Double
  /// How the display encodes light; `nil` as sRGB.
  package var curves: DisplayCurves?

  /// An ordinary picture, or another.
  package init(headroom: Double = 1, curves: DisplayCurves? = nil) {
    self.headroom = headroom
    self.curves = curves
  }

  /// What a source says of itself.
  package init(_ info: SourceInfo) {
    self.init(headroom: info.headroom, curves: info.displayCurves)
  }
}
