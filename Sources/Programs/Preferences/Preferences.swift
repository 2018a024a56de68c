import DecoderProtocol
import Geometry
import Gestures
import Rendering
import Zooming

/// The user's preferences for all windows: the contents of `config.toml`.
///
/// It holds the stages' own types, and the viewer passes each stage its part. Every property has a
/// default that suits most users; `Setting.all` defines the valid values.
package struct Preferences: Hashable, Sendable {
  /// Motion, zooming and panning.
  package var zooming = ZoomPreferences()
  /// Wheels and touchpads.
  package var gestures = GesturePreferences()

  // MARK: Pictures

  /// How pictures are read.
  package var choices = PictureChoices()
  /// What happens to the zoom when the user goes to another picture.
  package var onNext = NextView.fit
  /// How image pixels are enlarged beyond 100 %.
  package var magnification = Frame.Magnification.automatic
  /// How light brighter than the display's white is tone mapped.
  package var toneMapping = ToneMapping.bt2390
  /// The colour around the picture.
  package var background = OpaqueColor(red: 32, green: 32, blue: 32)
  /// The colour behind transparent parts of drawings; `nil` is the checkerboard.
  package var svgBackground: OpaqueColor?
  /// True if windows start in full screen.
  package var startsFullScreen = false
  /// True if pictures are opened in the window that is open already.
  package var reusesWindow = false
  /// When the bar of buttons is shown.
  package var bar = BarMode.automatic
  /// The colours of panels.
  package var theme = Theme.automatic
  /// True if a RAW file and the rendered picture beside it are one entry.
  package var pairs = false
  /// The edge of a tile in pixels.
  package var tileSize = 256
  /// The maximum size of downloads cached on disk, in MiB.
  package var tileCache = 1024.0
  /// The path of the file with header lines for servers; empty if there is none.
  package var headerFile = ""
  /// True if `~/.netrc` supplies names and passwords for servers that the user names.
  package var usesNetrc = false
  /// How long a tile fades in over a coarser one, in milliseconds; 0 shows it at once.
  package var tileFade = 80.0

  /// The use of the list of recent files.
  package var recentFiles = RecentFilesUse.on
  /// True if new versions of files, and changes of folders, are shown as they come.
  package var reloads = true

  // MARK: Filters

  /// The initial filter chain of windows, in the syntax of `--filter`.
  package var filters = ""
  /// When the next window starts with the last one's filters.
  package var keptFilters = KeptFilters.asLeft

  /// Creates the defaults.
  package init() {}
}

extension Preferences {
  /// What happens to the zoom when the user goes to another picture.
  package enum NextView: String, Hashable, Sendable, CaseIterable {
    /// Each picture starts at fit.
    case fit
    /// The zoom and the position stay.
    case keep
  }

  /// The use of the list of recent files.
  package enum RecentFilesUse: String, Hashable, Sendable, CaseIterable {
    /// Recent files are remembered and offered.
    case on
    /// Offer the files remembered before, and add none.
    case `private`
    /// Recent files are neither remembered nor offered.
    case off
  }

  /// When the bar of buttons is shown.
  package enum BarMode: String, Hashable, Sendable, CaseIterable {
    /// While the pointer moves, and for some seconds after.
    case automatic = "auto"
    /// Always, once the first picture is complete.
    case pinned
    /// Never.
    case off
  }

  /// The colours of panels.
  package enum Theme: String, Hashable, Sendable, CaseIterable {
    /// Light where the desktop prefers light, else dark.
    case automatic = "auto"
    /// Dark, with light text.
    case dark
    /// Light, with dark text.
    case light
  }

  /// When the next window starts with the last one's filters.
  package enum KeptFilters: String, Hashable, Sendable, CaseIterable {
    /// As the switch in the filter panel was last set.
    case asLeft = "as-left"
    /// The switch is on in every new window.
    case always
    /// The switch is off in every new window, which starts without the last one's filters.
    case never
  }
}
