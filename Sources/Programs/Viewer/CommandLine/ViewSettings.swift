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

/// What a window is opened with.
package struct ViewSettings {
  /// The first picture's zoom.
  package var zoom = ZoomArgument.fit
  /// The point of the first picture that goes into the middle, in image pixels.
  package var center: Point?
  /// Whether the window starts in full screen.
  package var startsFullScreen = false
  /// The window's size and place, where the user names them.
  package var geometry: WindowGeometry?
  /// What stands around and behind the picture.
  package var backdrop = Backdrop()
  /// How long a tile takes to replace a coarser one, in seconds; 0 is at once.
  var fadeTime = 0.08
  /// How tiles are cut.
  var tileShape = TileShape.usual
  /// What going on does to the zoom.
  package var onNext = Preferences.NextView.fit
  /// The path of the file that says which servers get which header lines; empty for none.
  package var headerFile: [UInt8] = []
  /// True if `~/.netrc` gives names and passwords to the servers that the user names.
  package var usesNetrc = false
  /// Hosts from which what files on the disk name may be fetched.
  package var allowedHosts: [String] = []
  /// True if it may be fetched from every host.
  package var allowsEveryHost = false
  /// What the user has set once for every window.
  var preferences = Preferences()
  /// What is wrong with the file of preferences.
  var sentences: [String] = []
  /// Where the filters of the preferences stand, for who finds that they are wrong.
  var filterPlace: String?
  /// The filters to begin with, where the user names them: none of those that were kept, then.
  package var filters: NamedFilters?
}

extension ViewSettings {
  /// What a window is opened with where the command line says nothing.
  package init(_ reading: PreferencesReading) {
    preferences = reading.preferences
    sentences = reading.sentences
    filterPlace = reading.place(of: "filter")
    startsFullScreen = preferences.startsFullScreen
    backdrop.surround = preferences.background
    onNext = preferences.onNext
    headerFile = HomePath.path(ofSetting: preferences.headerFile)
    usesNetrc = preferences.usesNetrc
    tileShape = TileShape(edge: preferences.tileSize)
    fadeTime = preferences.zooming.isAnimated ? preferences.tileFade / 1000 : 0
  }

  /// Who fetches what has an address; nothing is started before there is something to fetch.
  package func makeFetchDesk() -> FetchDesk {
    var fetching = FetchSettings()
    fetching.cacheBytes = Int(preferences.tileCache) << 20
    let files = FetchFiles(
      headers: headerFile, netrc: usesNetrc ? HomePath.path(ofSetting: "~/.netrc") : [])
    let desk = FetchDesk(settings: fetching, files: files, folders: UnnamedFile.folders())
    for host in allowedHosts { desk.allow(host) }
    if allowsEveryHost { desk.allow(nil) }
    return desk
  }

  /// What concerns zooming and panning.
  var zooming: ZoomPreferences { preferences.zooming }

  /// What concerns the view.
  var view: TiledViewSettings {
    var view = TiledViewSettings()
    view.zooming = zooming
    view.gestures = preferences.gestures
    view.backdrop = backdrop
    view.fadeDuration = fadeTime
    view.magnification = preferences.magnification
    view.enlargesDrawings = true
    view.playsAtOnce = preferences.zooming.isAnimated
    view.toning.mapping = toneMapping
    view.drawingBackground = preferences.svgBackground
    return view
  }

  /// How pictures are read.
  package var choices: PictureChoices { preferences.choices }

  /// The same where only finished pixels are wanted: gain maps have no part in them.
  package var finishedChoices: PictureChoices {
    var choices = choices
    choices.gainStops = 0
    return choices
  }

  /// How what is brighter than the display's white is shown.
  package var toneMapping: ToneMapping { preferences.toneMapping }
}
