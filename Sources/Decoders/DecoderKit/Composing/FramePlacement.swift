import Geometry

/// Where a frame of an animation stands on the canvas, and what becomes of it there.
package struct FramePlacement: Hashable, Sendable {
  /// What happens to a frame's area before the frame after it is drawn.
  package enum Disposal: Hashable, Sendable {
    /// The frame stays.
    case keep
    /// The area becomes transparent.
    case clear
    /// What was there before the frame comes back.
    case restore
  }

  /// The frame's pixels on the canvas; they may hang over its edges.
  package var area: PixelRect
  /// What happens to them afterwards.
  package var disposal: Disposal
  /// Whether what was there shines through where the frame is transparent; else the frame
  /// takes its place, transparent pixels too.
  package var isBlended: Bool

  /// A frame at a place.
  package init(area: PixelRect, disposal: Disposal = .keep, isBlended: Bool) {
    self.area = area
    self.disposal = disposal
    self.isBlended = isBlended
  }
}
