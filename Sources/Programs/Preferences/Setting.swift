import DecoderProtocol
import Geometry

/// One setting of `config.toml`: its name, its valid values, and what it does.
///
/// `Documentation/Settings.md` and the manual page contain the same; a test compares them.
package struct Setting: Sendable {
  /// The name, as in the file.
  package let name: String
  /// The setting's effect, in one sentence.
  package let summary: String
  /// The valid values, in words, such as `1.01 to 4`.
  package let values: String
  /// The valid values that are words, without quotes; empty if none is.
  package private(set) var words: [String] = []
  /// The value if the file has none or an invalid one, in the file's syntax.
  package var defaultValue: String { text(Preferences()) }

  /// Returns the value in some preferences, in the file's syntax.
  let text: @Sendable (Preferences) -> String
  /// Sets the value in some preferences; returns false, and changes nothing, if it is invalid.
  let set: @Sendable (TOMLValue, inout Preferences) -> Bool
  /// True if a window reads it only when it opens.
  package private(set) var isReadAtStart = false
  /// True if it decides what leaves the computer or is kept on it: programs on the socket need the
  /// user's consent to set it.
  package private(set) var needsConfirmation = false
}

extension Setting {
  typealias Property<Value> = WritableKeyPath<Preferences, Value> & Sendable

  /// The setting, as one that a window reads only when it opens.
  private var readAtStart: Setting {
    var setting = self
    setting.isReadAtStart = true
    return setting
  }

  /// The setting, as one that programs may not set without the user's consent.
  private var confirmed: Setting {
    var setting = self
    setting.needsConfirmation = true
    return setting
  }

  /// Creates a boolean setting.
  static func toggle(_ name: String, _ property: Property<Bool>, _ summary: String) -> Setting {
    Setting(
      name: name, summary: summary, values: "true or false", words: ["true", "false"],
      text: { $0[keyPath: property] ? "true" : "false" },
      set: { value, preferences in
        guard case .boolean(let isOn) = value else { return false }
        preferences[keyPath: property] = isOn
        return true
      })
  }

  static func number(
    _ name: String, _ property: Property<Double>, _ range: ClosedRange<Double>, _ summary: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, values: words(range),
      text: { plain($0[keyPath: property]) },
      set: { value, preferences in
        guard let number = value.number, range.contains(number) else { return false }
        preferences[keyPath: property] = number
        return true
      })
  }

  /// Creates a setting with a list of valid integers.
  static func wholeNumber(
    _ name: String, _ property: Property<Int>, oneOf numbers: [Int], _ summary: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, values: list(numbers.map(String.init)),
      words: numbers.map(String.init),
      text: { String($0[keyPath: property]) },
      set: { value, preferences in
        guard case .integer(let integer) = value, let number = Int(exactly: integer),
          numbers.contains(number)
        else { return false }
        preferences[keyPath: property] = number
        return true
      })
  }

  /// Creates a setting with one of the string values of an enumeration.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable & Equatable>(
    _ name: String, _ property: Property<Choice>, _ summary: String
  ) -> Setting {
    choice(name, property, Choice.allCases.map { ($0.rawValue, $0) }, summary)
  }

  /// Creates a setting with a list of valid strings.
  static func choice<Choice: Sendable & Equatable>(
    _ name: String, _ property: Property<Choice>, _ choices: [(word: String, value: Choice)],
    _ summary: String
  ) -> Setting {
    Setting(
      name: name, summary: summary, values: list(choices.map { quoted($0.word) }),
      words: choices.map(\.word),
      text: { preferences in
        quoted(choices.first { $0.value == preferences[keyPath: property] }?.word ?? "")
      },
      set: { value, preferences in
        guard let choice = choices.first(where: { .string($0.word) == value }) else { return false }
        preferences[keyPath: property] = choice.value
        return true
      })
  }

  /// Returns a range in words.
  static func words(_ range: ClosedRange<Double>) -> String {
    "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
  }

  /// Returns a number, without a fraction if it is an integer.
  static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  /// Returns a string in the file's syntax.
  static func quoted(_ word: String) -> String { "\"\(word)\"" }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

extension Setting {
  /// All settings, in the order of their documentation.
  package static let all: [Setting] = [
    .toggle(
      "animation", \.zooming.isAnimated,
      "Animate the view and play animations; if false, every change is immediate and animations "
        + "wait for the key a."),
    .toggle(
      "glide", \.zooming.glides, "Let a picture that is released in motion glide on."),
    .number(
      "elastic-limit", \.zooming.elasticLimit, 0...1,
      "How far a picture can be pulled past its edge, as a fraction of the window; 0 makes edges "
        + "hard."),
    .choice(
      "edge-policy", \.zooming.edgePolicy,
      [("inside", .inside), ("centred", .centered), ("free", .free)],
      "Where a picture may come to rest: without gaps, with any of its points in the middle, or "
        + "anywhere."),
    .number(
      "wheel-step", \.zooming.wheelStep, 1.01...4,
      "The zoom factor of one wheel detent, and of the zoom keys."),
    .number(
      "wheel-sensitivity", \.gestures.wheelSensitivity, 0.1...10,
      "How many steps each detent of the wheel makes."),
    .toggle(
      "wheel-pans", \.gestures.wheelPans,
      "Pan with the wheel, and zoom with it only while Ctrl is held."),
    .toggle(
      "invert-wheel", \.gestures.invertsWheel, "Reverse the wheel's direction."),
    .number(
      "touchpad-scroll", \.gestures.touchpadSensitivity, 0.1...10,
      "The speed of panning with two fingers, relative to the default."),
    .number(
      "touchpad-zoom", \.gestures.touchpadZoomSensitivity, 0.1...10,
      "The speed of zooming by pinching, or with two fingers and Ctrl, relative to the default."),
    .toggle(
      "invert-touchpad", \.gestures.invertsTouchpad,
      "Reverse the direction of scrolling on a touchpad."),
    .doubleClick,
    .choice(
      "on-next", \.onNext, "The zoom when you go to another picture, as for --on-next."),
    .choice(
      "magnification", \.magnification,
      [("auto", .automatic), ("smooth", .smooth), ("crisp", .crisp)],
      "How pixels look beyond 100 %; \"auto\" is smooth up to 200 %, and crisp beyond."),
    .choice(
      "tone-mapping", \.toneMapping,
      "How highlights brighter than the screen's white are shown: rolled off, compressed, or "
        + "clipped."),
    .number(
      "gain-maps", \.choices.gainStops, 0...PictureChoices.mostStops,
      "The stops above white for which an Ultra HDR JPEG's gain map is applied; 0 shows the "
        + "picture for SDR screens."
    ).readAtStart,
    .choice(
      "rendering-intent", \.choices.rendering.intent,
      [
        ("auto", .ofPicture), ("perceptual", .perceptual), ("relative", .relative),
        ("saturation", .saturation), ("absolute", .absolute),
      ],
      "How colours outside the screen's gamut are mapped; \"auto\" follows the picture's profile."
    ).readAtStart,
    .toggle(
      "black-point-compensation", \.choices.rendering.compensatesBlackPoint,
      "Map the picture's darkest black to the screen's, so that shadows keep their detail."
    ).readAtStart,
    .background,
    .svgBackground,
    .choice(
      "raw", \.choices.rawPictures, [("developed", .developed), ("embedded", .embedded)],
      "Which picture of a camera raw file is shown: the developed one, or the one that the camera "
        + "embedded."
    ).readAtStart,
    .toggle("fullscreen", \.startsFullScreen, "Start windows in full screen.").readAtStart,
    .toggle(
      "reuse", \.reusesWindow,
      "Open pictures in the window that is open already, as for --reuse."
    ).readAtStart,
    .choice(
      "bar", \.bar,
      "When the bar of buttons is shown: while the pointer moves, always, or never."),
    .choice(
      "theme", \.theme,
      "The colours of panels: light if the desktop prefers light, else dark; or always one of them."
    ),
    .toggle(
      "pairs", \.pairs,
      "Show a camera raw file and the JPEG or HEIC with the same name as one picture."
    ).readAtStart,
    .wholeNumber(
      "tile-size", \.tileSize, oneOf: [128, 256, 512, 1024], "The edge of a tile, in pixels."
    ).readAtStart,
    .number(
      "tile-cache", \.tileCache, 0...1_048_576,
      "The maximum size of the disk cache for servers' answers, in MiB; 0 turns it off."
    ).readAtStart,
    .headerFile.readAtStart.confirmed,
    .toggle(
      "netrc", \.usesNetrc,
      "Send the names and passwords of ~/.netrc to the servers that you name, over https."
    ).readAtStart.confirmed,
    .number(
      "tile-fade", \.tileFade, 0...1000,
      "How long a tile fades in over a coarser one, in milliseconds; 0 shows it at once."),
    .choice(
      "recent-files", \.recentFiles,
      "Remember the files that you look at, for the empty window, Open… and other programs; "
        + "\"private\" only offers those remembered before."
    ).confirmed,
    .toggle(
      "reload", \.reloads,
      "Show new versions of the picture and new files in its folder as soon as they are complete."
    ).readAtStart,
    .filter,
    .choice(
      "keep-filters", \.keptFilters,
      "Start a window with the last one's filters: as the panel's switch was left, always, or "
        + "never."
    ).readAtStart,
  ]

  /// The scale for double-click: a word or a number.
  private static let doubleClick: Setting = {
    let scales = 0.01...64.0
    return Setting(
      name: "double-click",
      summary:
        "The zoom that a double-click goes to: \"auto\" suits the picture, 1 is 100 %.",
      values: quoted("auto") + ", or " + words(scales), words: ["auto"],
      text: { preferences in
        preferences.zooming.doubleClickScale.map(plain) ?? quoted("auto")
      },
      set: { value, preferences in
        if value == .string("auto") {
          preferences.zooming.doubleClickScale = nil
        } else if let scale = value.number, scales.contains(scale) {
          preferences.zooming.doubleClickScale = scale
        } else {
          return false
        }
        return true
      })
  }()

  private static let background = Setting(
    name: "background",
    summary: "The colour around the picture, as for --background.",
    values: "six hexadecimal digits in quotes",
    text: { quoted($0.background.hexadecimal) },
    set: { value, preferences in
      guard case .string(let digits) = value,
        let color = OpaqueColor(hexadecimal: digits)
      else { return false }
      preferences.background = color
      return true
    })

  private static let svgBackground = Setting(
    name: "svg-background",
    summary: "The colour behind transparent parts of SVG drawings; \"none\" shows a checkerboard.",
    values: "\"none\" or six hexadecimal digits in quotes", words: ["none"],
    text: { quoted($0.svgBackground?.hexadecimal ?? "none") },
    set: { value, preferences in
      guard case .string(let text) = value else { return false }
      if text == "none" {
        preferences.svgBackground = nil
        return true
      }
      guard let color = OpaqueColor(hexadecimal: text) else { return false }
      preferences.svgBackground = color
      return true
    })

  /// The file of header lines; the fetcher reports whether it can be read.
  private static let headerFile = Setting(
    name: "header-file",
    summary: "The file of header lines to send to servers, as for --header-file.",
    values: "a path in quotes that begins with / or ~/",
    text: { quoted($0.headerFile) },
    set: { value, preferences in
      guard case .string(let path) = value,
        path.isEmpty || path.hasPrefix("/") || path.hasPrefix("~/")
      else { return false }
      preferences.headerFile = path
      return true
    })

  /// The initial filter chain; the filter parser validates it.
  private static let filter = Setting(
    name: "filter",
    summary: "The filters that windows start with, as for --filter.",
    values: "a chain in quotes",
    text: { quoted($0.filters) },
    set: { value, preferences in
      guard case .string(let chain) = value else { return false }
      preferences.filters = chain
      return true
    })
}
