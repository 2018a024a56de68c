/// A small view of the whole picture in a corner, with a frame around the visible part.
///
/// It is hidden while all of the picture is visible. A press or drag in it moves the view.
public struct Navigator: Hashable, Sendable {
  /// The corner of the view.
  public var corner: ViewCorner
  /// The longer edge on the screen, in device pixels at 96 dots per inch; at most half of the
  /// view's shorter edge.
  public var edge: Double

  /// Creates a navigator in a corner; its longer edge is in device pixels at 96 dots per inch.
  public init(_ corner: ViewCorner = .bottomRight, edge: Double = 160) {
    self.corner = corner
    self.edge = edge
  }
}
