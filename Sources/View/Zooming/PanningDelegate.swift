/// Decides which pans move the picture, and which are left to the delegate.
///
/// The view asks when a pan with a clear direction would move the picture past its edge. If the
/// delegate refuses, the picture stops at the edge, without overscroll; and if the pan began at
/// that edge, the view offers it to the delegate, so that an album can slide in the next picture.
/// Called on the view's thread.
public protocol PanningDelegate {
  /// Returns true if the picture should follow the fingers past its edge.
  ///
  /// Called at most once per edge and pan. The answer must depend only on the delegate's state and
  /// the question: the same input must give the same view.
  func allowsPan(_ request: PanRequest) -> Bool
}
