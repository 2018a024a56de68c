import Geometry

/// What people like to set, once for every window: the whole of `config.toml`.
///
/// It is a plain value and knows no stage of the program; the viewer hands each stage its part.
/// Every property starts with the value that most people want, and `Setting.all` says what it may
/// be.
package struct Preferences: Hashable, Sendable {
  // MARK: Motion

  /// Whether anything moves by itself; without it every change is immediate (reduced motion).
  package var isAnimated = true
  /// Whether a picture that is let go while it moves glides on.
  package var glides = true
  /// How far a picture can be pulled past its edge, as a part of the view; 0 makes edges hard.
  package var elasticLimit = 0.2
  /// Where a picture may rest.
  package var edgePolicy = EdgePolicy.inside

  // MARK: Wheel, touchpad and buttons

  /// The factor by which one detent of a wheel zooms.
  package var wheelStep = 1.25
  /// How many detents a detent of a wheel counts for.
  package var wheelSensitivity = 1.0
  /// Whether the wheel pans, and zooms with Ctrl only.
  package var wheelPans = false
  /// Whether the wheel works the other way round.
  package var invertsWheel = false
  /// How far two fingers on a touchpad move the picture, relative to what they usually do.
  package var touchpadScroll = 1.0
  /// How much pinching on a touchpad, and two fingers with Ctrl, zoom, relative to what they
  /// usually do.
  package var touchpadZoom = 1.0
  /// Whether scrolling on a touchpad works the other way round.
  package var invertsTouchpad = false
  /// Where a double-click leads to.
  package var doubleClick = DoubleClick.automatic

  // MARK: Pictures

  /// What going to another picture does to the zoom.
  package var onNext = NextView.fit
  /// How image pixels are magnified beyond 100 %.
  package var magnification = Magnification.automatic
  /// How what is brighter than the display's white is shown.
  package var toneMapping = ToneMapping.bt2390
  /// For how many stops above white gain maps are applied.
  package var gainStops = 0.0
  /// How colours are met that the screen has not.
  package var renderingIntent = RenderingIntent.automatic
  /// Whether the picture's darkest black becomes the screen's.
  package var compensatesBlackPoint = true
  /// The colour around the picture.
  package var background = OpaqueColor(red: 32, green: 32, blue: 32)
  /// The colour behind the transparent parts of drawings; `nil` is the checkerboard.
  package var svgBackground: OpaqueColor?
  /// What is shown of cameras' raw pictures.
  package var rawPictures = RawPictures.developed
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
  /// Where a picture may rest.
  package enum EdgePolicy: String, Hashable, Sendable, CaseIterable {
    /// One that is smaller than the view in its middle, a larger one without a gap at an edge.
    case inside
    /// Every point of it can be brought to the view's middle: an edge comes as far as that.
    case centred
    /// Wherever it is let go, as long as a part of it is seen.
    case free
  }

  /// Where a double-click leads to, from the whole picture.
  package enum DoubleClick: Hashable, Sendable {
    /// A power of two that shows clearly more than the whole picture does.
    case automatic
    /// A scale, in device pixels per image pixel.
    case scale(Double)
  }

  /// How what is brighter than the display's white is shown.
  package enum ToneMapping: String, Hashable, Sendable, CaseIterable {
    /// Bright tones roll off to white, as Report ITU-R BT.2390 has it.
    case bt2390
    /// All tones are compressed, bright ones the more.
    case reinhard
    /// It is white.
    case clip
  }

  /// How colours are met that the screen has not.
  package enum RenderingIntent: String, Hashable, Sendable, CaseIterable {
    /// As the picture's own profile says.
    case automatic = "auto"
    /// All colours move, so that they keep their distances.
    case perceptual
    /// Only those move that the screen has not.
    case relative
    /// Colours stay strong rather than true.
    case saturation
    /// As relative, but paper keeps its tint.
    case absolute
  }

  /// What going to another picture does to the zoom.
  package enum NextView: String, Hashable, Sendable, CaseIterable {
    /// Each picture starts as a whole.
    case fit
    /// Zoom and place stay.
    case keep
  }

  /// How image pixels are magnified beyond 100 %.
  package enum Magnification: String, Hashable, Sendable, CaseIterable {
    /// Smooth up to 200 %, crisp pixels from there on.
    case automatic = "auto"
    /// Always smooth.
    case smooth
    /// Always whole pixels.
    case crisp
  }

  /// What is shown of cameras' raw pictures.
  package enum RawPictures: String, Hashable, Sendable, CaseIterable {
    /// What is developed from the sensor's samples.
    case developed
    /// The largest picture that the camera made itself.
    case embedded
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
