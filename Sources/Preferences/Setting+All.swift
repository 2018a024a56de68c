import Geometry

extension Setting {
  /// Every setting, in the order in which people read about them.
  package static let all: [Setting] = [
    .toggle(
      "animation", \.isAnimated,
      "Whether anything moves by itself; without it every change is immediate."),
    .toggle("glide", \.glides, "Whether a picture that is let go while it moves glides on."),
    .number(
      "elastic-limit", \.elasticLimit, 0...1,
      "How far a picture can be pulled past its edge, as a part of the window; 0 makes edges hard."),
    .choice(
      "edge-policy", \.edgePolicy,
      "Where a picture may rest: without gaps, with any point of it in the middle, or anywhere."),
    .number(
      "wheel-step", \.wheelStep, 1.01...4,
      "The factor by which a wheel's detent and the zoom keys zoom."),
    .number(
      "wheel-sensitivity", \.wheelSensitivity, 0.1...10,
      "How many detents a detent of the wheel counts for."),
    .toggle("wheel-pans", \.wheelPans, "Whether the wheel pans, and zooms with Ctrl only."),
    .toggle("invert-wheel", \.invertsWheel, "Whether the wheel works the other way round."),
    .number(
      "touchpad-scroll", \.touchpadScroll, 0.1...10,
      "How far two fingers move the picture, relative to what they usually do."),
    .number(
      "touchpad-zoom", \.touchpadZoom, 0.1...10,
      "How much pinching, and two fingers with Ctrl, zoom, relative to what they usually do."),
    .toggle(
      "invert-touchpad", \.invertsTouchpad,
      "Whether scrolling on a touchpad works the other way round."),
    .doubleClick,
    .choice(
      "on-next", \.onNext, "What going to another picture does to the zoom, as --on-next says."),
    .choice(
      "magnification", \.magnification,
      "How pixels look beyond 100 %; \"auto\" is smooth up to 200 %, and crisp from there on."),
    .background,
    .toggle("fullscreen", \.startsFullScreen, "Whether windows start in full screen."),
    .wholeNumber(
      "tile-size", \.tileSize, oneOf: [128, 256, 512, 1024], "The edge of a tile, in pixels."),
    .number(
      "tile-fade", \.tileFade, 0...1000,
      "How long a tile takes to replace a coarser one, in milliseconds; 0 shows it at once."),
    .filter,
    .choice(
      "keep-filters", \.keptFilters,
      "Whether a window begins with the last one's filters, or the panel's switch says so."),
  ]

  /// Where a double-click leads to: a word, or a number.
  private static let doubleClick: Setting = {
    let scales = 0.01...64.0
    return Setting(
      name: "double-click",
      summary:
        "The zoom that a double-click leads to, 1 being 100 %, or one that suits the picture.",
      values: quoted("auto") + ", or " + words(scales),
      text: { preferences in
        switch preferences.doubleClick {
        case .automatic: quoted("auto")
        case .scale(let scale): plain(scale)
        }
      },
      set: { value, preferences in
        if value == .string("auto") {
          preferences.doubleClick = .automatic
        } else if let scale = value.number, scales.contains(scale) {
          preferences.doubleClick = .scale(scale)
        } else {
          return false
        }
        return true
      })
  }()

  /// The colour around the picture.
  private static let background = Setting(
    name: "background",
    summary: "The colour around the picture, as --background says.",
    values: "six hexadecimal digits in quotes",
    text: { quoted($0.background.hexadecimal) },
    set: { value, preferences in
      guard case .string(let digits) = value,
        let color = OpaqueColor(hexadecimal: digits)
      else { return false }
      preferences.background = color
      return true
    })

  /// The chain that windows begin with; whether it is one, its own parser says.
  private static let filter = Setting(
    name: "filter",
    summary: "The filters that windows begin with, as --filter says.",
    values: "a chain in quotes",
    text: { quoted($0.filters) },
    set: { value, preferences in
      guard case .string(let chain) = value else { return false }
      preferences.filters = chain
      return true
    })
}
