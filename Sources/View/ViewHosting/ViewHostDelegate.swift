import Geometry
import Gestures
import Tiles
import Viewing

/// The owner of a view's host: the viewer's album, or a view of the library.
///
/// Its methods are called on the host's thread; most have a default that does nothing.
package protocol ViewHostDelegate: TiledViewDelegate {
  /// The picture that is pending while none has been shown; `nil` if there is none.
  var firstPicture: FirstPicture? { get }
  /// Shows a first picture of which only some rows are available; `now` is in seconds.
  func viewHost(_ host: ViewHost, showsRowsOf id: SourceID, at now: Double)
  /// Called for an event of the window before the view handles it; `now` is in seconds.
  func viewHost(_ host: ViewHost, takes event: WindowEvent, at now: Double)
  /// Called when the surface has a new size, in device pixels; `now` is in seconds.
  func viewHost(_ host: ViewHost, resizedTo size: PixelSize, at now: Double)
  /// Called when the user closes the window; return false to keep it open.
  func viewHostShouldClose(_ host: ViewHost) -> Bool
  /// Called once when the host ends.
  func viewHost(_ host: ViewHost, endsFor ending: ViewEnding)
}

extension ViewHostDelegate {
  package func viewHost(_ host: ViewHost, takes event: WindowEvent, at now: Double) {}
  package func viewHost(_ host: ViewHost, resizedTo size: PixelSize, at now: Double) {}
  package func viewHostShouldClose(_ host: ViewHost) -> Bool { true }
  package func viewHost(_ host: ViewHost, endsFor ending: ViewEnding) {}
}

/// A pending picture while nothing has been shown.
package struct FirstPicture {
  /// The picture's source, if known.
  package let id: SourceID?
  /// Since when the user has been waiting, in seconds.
  package let since: Double

  /// Creates a picture that the user has been waiting for since `since`.
  package init(_ id: SourceID?, since: Double) {
    self.id = id
    self.since = since
  }
}
