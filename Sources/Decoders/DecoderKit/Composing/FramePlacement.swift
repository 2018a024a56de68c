import Geometry

/// The placement of an animation's frame on the canvas, and its disposal.
package struct FramePlacement: Hashable, Sendable {
  /// The disposal of a frame's area before the next frame is drawn.
  package enum Disposal: Hashable, Sendable {
    /// The frame stays.
    case keep
    /// The area becomes transparent.
    case clear
    /// The pixels below the frame are restored.
    case restore
  }

  /// The frame's area on the canvas; it may extend beyond the canvas.
  package var area: PixelRect
  /// The disposal of the area afterwards.
  package var disposal: Disposal
  /// True if the frame is blended over the canvas; otherwise it replaces it, transparent pixels
  /// included.
  package var isBlended: Bool

  /// A frame's placement and disposal.
  package init(area: PixelRect, disposal: Disposal = .keep, isBlended: Bool) {
    self.area = area
    self.disposal = disposal
    self.isBlended = isBlended
  }
}
