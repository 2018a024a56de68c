import ArgumentParser
import Geometry
import Rendering
import Windowing

/// What happens to zoom and place when the album goes on to another picture.
enum NextView: String, Hashable, ExpressibleByArgument, CaseIterable {
  /// Each picture starts as a whole.
  case fit
  /// The same pixels for pictures of equal size, else the same relative centre and ratio to fit.
  case keep
}

/// What a window is opened with.
struct ViewSettings {
  /// The first picture's zoom.
  var zoom = ZoomArgument.fit
  /// The point of the first picture that goes into the middle, in image pixels.
  var center: Point?
  /// Whether the window starts in full screen.
  var startsFullScreen = false
  /// The window's size and place, where the user names them.
  var geometry: WindowGeometry?
  /// What stands around and behind the picture.
  var backdrop = Backdrop()
  /// How long a tile takes to replace a coarser one, in seconds; 0 is at once.
  var fadeTime = 0.08
  /// What going on does to the zoom.
  var onNext = NextView.fit
  /// The filters to begin with, where the user names them: none of those that were kept, then.
  var filters: NamedFilters?
}
