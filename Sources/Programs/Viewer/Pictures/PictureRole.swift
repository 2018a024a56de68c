/// The role of an open picture, which decides how much its source does for it.
enum PictureRole: Hashable, Sendable, CaseIterable {
  /// The picture is on the screen.
  case shown
  /// The picture was requested, and is shown once its first view can be drawn.
  case awaited
  /// The picture is a neighbour of the requested one, opened ahead for its fit view only.
  case near
  /// The picture slides out: it keeps what it shows, and requests nothing.
  case leaving
}
