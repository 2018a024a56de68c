import DecoderProtocol
import Fetching
import Geometry
import Gestures
import Platform
import Preferences
import Rendering
import Tiles
import Viewing
import Windowing
import Zooming

/// The settings that a window is opened with.
package struct ViewSettings {
  /// The first picture's zoom.
  package var zoom = ZoomArgument.fit
  /// The point of the first picture to centre, in image pixels.
  package var center: Point?
  /// True if the window starts in full screen.
  package var startsFullScreen = false
  /// When the bar of buttons is shown.
  package var bar = Preferences.BarMode.automatic
  /// The window's size and position, if the user gave them.
  package var geometry: WindowGeometry?
  /// What is drawn around and behind the picture.
  package var backdrop = Backdrop()
  /// How long a tile fades in over a coarser one, in seconds; 0 shows it at once.
  var fadeTime = 0.08
  var tileShape = TileShape.usual
  /// What happens to the zoom when the user goes to another picture.
  package var onNext = Preferences.NextView.fit
  /// The path of the file with header lines for servers; empty if there is none.
  package var headerFile: [UInt8] = []
  /// True if `~/.netrc` supplies names and passwords for servers that the user names.
  package var usesNetrc = false
  /// Hosts from which local files may cause downloads.
  package var allowedHosts: [String] = []
  /// True if local files may cause downloads from any host.
  package var allowsEveryHost = false
  /// The user's preferences for all windows.
  var preferences = Preferences()
  /// The settings that options of the command line override.
  package var overridden: Set<String> = []
  /// The last reading of the preferences file that could be used.
  private(set) var reading = PreferencesReading()
  /// The errors in the preferences file.
  package private(set) var sentences: [String] = []
  /// The keys that the user's preferences change; `nil` for the default keys.
  private var keys: ContextKeys?
  /// The user's scripts.
  package private(set) var scripts: [ScriptSetting] = []
  /// The folders to copy and move into that have a digit.
  private(set) var folders: [Int: [UInt8]] = [:]
  /// Where the preferences define the filters, for error messages.
  var filterPlace: String?
  /// The path of the socket to listen on for other programs; `nil` for none.
  package var socket: [UInt8]?
  /// True if these programs may use commands that need confirmation.
  package var trustsPrograms = false
  /// The desktop's settings: what the user has set counts before them.
  var desktop = DesktopSettings() {
    didSet { fadeTime = zooming.isAnimated ? preferences.tileFade / 1000 : 0 }
  }
  /// True if `animation` is in the file, or was set in the window.
  private var choosesMotion = false
  /// True if pictures are opened in the window that is open already.
  package var reusesWindow = false
  /// True if a RAW file and the rendered picture beside it are one entry.
  package var pairs = false
  /// The path of the socket on which later starts hand over pictures; `nil` for none.
  var reuseSocket: [UInt8]?
  /// The initial filters, if the user gave any; they replace the saved chain.
  package var filters: NamedFilters?
}

extension ViewSettings {
  /// Creates the settings from the preferences, before the command line's options.
  package init(_ reading: PreferencesReading) {
    self.reading = reading
    choosesMotion = reading.place(of: "animation") != nil
    take(reading.preferences)
    takeTables(of: reading)
    startsFullScreen = preferences.startsFullScreen
    reusesWindow = preferences.reusesWindow
    pairs = preferences.pairs
    headerFile = HomePath.path(ofSetting: preferences.headerFile)
    usesNetrc = preferences.usesNetrc
    tileShape = TileShape(edge: preferences.tileSize)
  }

  /// Takes the preferences that apply while a window is open.
  private mutating func take(_ new: Preferences) {
    preferences = new
    if !overridden.contains("bar") { bar = new.bar }
    if !overridden.contains("background") { backdrop.surround = new.background }
    if !overridden.contains("on-next") { onNext = new.onNext }
    fadeTime = zooming.isAnimated ? new.tileFade / 1000 : 0
  }

  /// Takes the keys, the scripts, the folders and the errors of a file.
  private mutating func takeTables(of reading: PreferencesReading) {
    sentences = reading.sentences
    bind(reading.keys)
    scripts = reading.scripts
    folders = reading.folders.mapValues(HomePath.path(ofSetting:))
    filterPlace = reading.place(of: "filter")
  }

  /// Takes what has changed in the file, and returns the names of changed settings that only the
  /// next window reads.
  ///
  /// A file that can't be used changes only the sentences. Settings that were changed by `set` stay
  /// until their own lines change.
  mutating func reload(_ reading: PreferencesReading) -> [String] {
    guard !reading.isIgnored else {
      sentences = reading.sentences
      return []
    }
    let file = reading.preferences
    let changed = Setting.all.filter { $0.differs(file, self.reading.preferences) }
    self.reading = reading
    choosesMotion = reading.place(of: "animation") != nil
    var new = preferences
    for setting in changed where !setting.isReadAtStart { setting.copy(from: file, to: &new) }
    take(new)
    takeTables(of: reading)
    return changed.filter { $0.isReadAtStart && $0.differs(file, preferences) }.map(\.name)
  }

  /// Sets a setting for this window, whatever the command line says.
  mutating func set(_ setting: Setting, to word: String) throws(Setting.Problem) {
    guard !setting.isReadAtStart else {
      throw Setting.Problem(
        sentence: "“\(setting.name)” is read only when a window opens: change it in config.toml")
    }
    var new = preferences
    try setting.set(word, in: &new)
    overridden.remove(setting.name)
    if setting.name == "animation" { choosesMotion = true }
    take(new)
  }

  /// Binds the user's keys; errors are added to the sentences.
  private mutating func bind(_ lines: [KeySetting]) {
    self.keys = nil
    guard !lines.isEmpty else { return }
    var keys = ContextKeys(KeyMap())
    let always = lines.filter { $0.context == nil }
    let problems = (always + lines.filter { $0.context != nil }).compactMap { line in
      keys.bind(line).map { "\(line.place): \($0)." }
    }
    self.keys = keys
    let most = PreferencesReading.mostSentences
    sentences += problems.prefix(most)
    if problems.count > most {
      sentences.append("\(problems.count - most) more lines of [keys] have errors.")
    }
  }

  /// The sockets to listen on.
  var sockets: [RemoteControl.Socket] {
    let own = socket.map {
      RemoteControl.Socket(path: $0, access: trustsPrograms ? .everything : .unconfirmed)
    }
    return [own, reuseSocket.map { .init(path: $0, access: .openOnly) }].compactMap(\.self)
  }

  /// The commands of keys.
  package var contextKeys: ContextKeys { keys ?? ContextKeys(KeyMap()) }

  /// The commands of keys outside all contexts.
  package var keyMap: KeyMap { contextKeys.base }

  /// Creates the object that fetches addresses; it starts no process before there is one to fetch.
  package func makeFetchPool() -> FetchPool {
    var fetching = FetchSettings()
    fetching.cacheBytes = Int(preferences.tileCache) << 20
    let files = FetchFiles(
      headers: headerFile, netrc: usesNetrc ? HomePath.path(ofSetting: "~/.netrc") : [])
    let pool = FetchPool(settings: fetching, files: files, folders: UnnamedFile.folders())
    for host in allowedHosts { pool.allow(host) }
    if allowsEveryHost { pool.allow(nil) }
    return pool
  }

  var zooming: ZoomPreferences {
    var zooming = preferences.zooming
    if !desktop.isAnimated, !choosesMotion { zooming.isAnimated = false }
    return zooming
  }

  /// The colours of panels.
  var panelTheme: PanelTheme {
    let isLight =
      switch preferences.theme {
      case .automatic: desktop.isLight
      case .dark: false
      case .light: true
      }
    return PanelTheme(isLight: isLight, hasHighContrast: desktop.hasHighContrast)
  }

  var view: TiledViewSettings {
    var view = TiledViewSettings()
    view.zooming = zooming
    view.gestures = preferences.gestures
    // A long press opens the menu.
    view.gestures.longPress = 0.5
    view.backdrop = backdrop
    view.fadeDuration = fadeTime
    view.magnification = preferences.magnification
    view.enlargesDrawings = true
    view.playsAtOnce = zooming.isAnimated
    view.toning.mapping = toneMapping
    view.drawingBackground = preferences.svgBackground
    return view
  }

  /// How pictures are read.
  package var choices: PictureChoices { preferences.choices }

  /// How pictures are read for commands that only need finished pixels: gain maps are not applied.
  package var finishedChoices: PictureChoices {
    var choices = choices
    choices.gainStops = 0
    return choices
  }

  /// How light brighter than the display's white is tone mapped.
  package var toneMapping: ToneMapping { preferences.toneMapping }
}
