import Geometry
import Gestures
import Tiles
import Viewing

/// Owns a view's host: the viewer's album, or a view of the library.
///
/// It is called on the host's thread; every method has a default that does nothing.
package protocol ViewHostDelegate: TiledViewDelegate {
  /// The picture that is awaited while none has been shown; `nil` where nothing is late.
  var firstPicture: FirstPicture? { get }
  /// Shows a first picture whose rows are there only in part; `now` is in seconds.
  func viewHost(_ host: ViewHost, showsRowsOf id: SourceID, at now: Double)
  /// An event of the window, which the view takes next; `now` is in seconds.
  func viewHost(_ host: ViewHost, takes event: WindowEvent, at now: Double)
  /// The surface has another size, in device pixels; `now` is in seconds.
  func viewHost(_ host: ViewHost, resizedTo size: PixelSize, at now: Double)
  /// Asked when the user closes the window; false keeps it open.
  func viewHostShouldClose(_ host: ViewHost) -> Bool
  /// The host ends, told once.
  func viewHost(_ host: ViewHost, endsFor ending: ViewEnding)
}

extension ViewHostDelegate {
  package func viewHost(_ host: ViewHost, takes event: WindowEvent, at now: Double) {}
  package func viewHost(_ host: ViewHost, resizedTo size: PixelSize, at now: Double) {}
  package func viewHostShouldClose(_ host: ViewHost) -> Bool { true }
  package func viewHost(_ host: ViewHost, endsFor ending: ViewEnding) {}
}

/// A picture that is awaited while nothing has been shown.
package struct FirstPicture {
  /// Its source, where that is known.
  package let id: SourceID?
  /// Since when the user sees nothing, in seconds.
  package let since: Double

  /// A picture that the user has waited for since a time.
  package init(_ id: SourceID?, since: Double) {
    self.id = id
    self.since = since
  }
}
