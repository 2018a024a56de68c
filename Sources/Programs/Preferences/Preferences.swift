import DecoderProtocol
import Geometry
import Gestures
import Rendering
import Zooming

/// What people like to set, once for every window: the whole of `config.toml`.
///
/// It holds the stages' own values, and the viewer hands each stage its part. Every property starts
/// with the value that most people want, and `Setting.all` says what it may be.
package struct Preferences: Hashable, Sendable {
  /// Motion, zooming and panning.
  package var zooming = ZoomPreferences()
  /// Wheels and touchpads.
  package var gestures = GesturePreferences()

  // MARK: Pictures

  /// How pictures are read.
  package var choices = PictureChoices()
  /// What going to another picture does to the zoom.
  package var onNext = NextView.fit
  /// How image pixels are magnified beyond 100 %.
  package var magnification = Frame.Magnification.automatic
  /// How what is brighter than the display's white is shown.
  package var toneMapping = ToneMapping.bt2390
  /// The colour around the picture.
  package var background = OpaqueColor(red: 32, green: 32, blue: 32)
  /// The colour behind the transparent parts of drawings; `nil` is the checkerboard.
  package var svgBackground: OpaqueColor?
  /// Whether windows start in full screen.
  package var startsFullScreen = false
  /// The edge of a tile, in pixels.
  package var tileSize = 256
  /// How many MiB of what servers sent are kept on the disk.
  package var tileCache = 1024.0
  /// The path of the file that says which server gets which header lines; empty where there is
  /// none.
  package var headerFile = ""
  /// True if `~/.netrc` gives names and passwords to the servers that the user names.
  package var usesNetrc = false
  /// How long a tile takes to take the place of a coarser one, in milliseconds; 0 shows it at once.
  package var tileFade = 80.0

  // MARK: Filters

  /// The chain that windows begin with, as `--filter` takes it.
  package var filters = ""
  /// Whether the next window begins with the filters that the last one had.
  package var keptFilters = KeptFilters.asLeft

  /// Preferences as they are without a file.
  package init() {}
}

extension Preferences {
  /// What going to another picture does to the zoom.
  package enum NextView: String, Hashable, Sendable, CaseIterable {
    /// Each picture starts as a whole.
    case fit
    /// Zoom and place stay.
    case keep
  }

  /// Whether the next window begins with the filters that the last one had.
  package enum KeptFilters: String, Hashable, Sendable, CaseIterable {
    /// As the switch in the filter panel was left.
    case asLeft = "as-left"
    /// Every window starts with the switch on.
    case always
    /// Every window starts with the switch off, and with no filters of the last one.
    case never
  }
}
