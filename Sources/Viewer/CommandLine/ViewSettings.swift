import Geometry
import Preferences
import Rendering
import Tiles
import Windowing

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
  /// How tiles are cut.
  var tileShape = TileShape.usual
  /// What going on does to the zoom.
  var onNext = Preferences.NextView.fit
  /// What the user has set once for every window.
  var preferences = Preferences()
  /// What is wrong with the file of preferences.
  var sentences: [String] = []
  /// Where the filters of the preferences stand, for who finds that they are wrong.
  var filterPlace: String?
  /// The filters to begin with, where the user names them: none of those that were kept, then.
  var filters: NamedFilters?
}
