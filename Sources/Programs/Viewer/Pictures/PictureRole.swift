/// What an open picture is there for; it decides how much its source does for it.
enum PictureRole: Hashable, Sendable, CaseIterable {
  /// It is on the screen.
  case shown
  /// It was asked for, and takes the screen once its first view can be drawn.
  case awaited
  /// It is beside the one that is asked for, opened ahead: its whole view is all it needs.
  case near
  /// It slides out: it keeps what it shows, and asks for nothing more.
  case leaving
}
