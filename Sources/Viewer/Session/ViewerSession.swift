import DecoderProtocol
import Decoding
import Geometry
import Gestures
import Platform
import Rendering
import Text
import Tiles
import Tiling
import ViewGeometry
import Windowing
import Zooming

/// One window and everything behind it, on the window thread.
///
/// It wires the stages together and decides nothing of theirs: events go in at one end, frames and
/// decode requests come out at the other. It sleeps in `poll` alone, and never waits for decoding,
/// upload or drawing.
final class ViewerSession {
  let settings: ViewSettings
  let startTime = MonotonicClock.now()
  let mailbox: Mailbox<SessionMessage>
  let display: DisplayConnection
  let window: Window
  let monitor: Monitor
  let scheduler = DecodeSchedulers()
  let renderer: RenderThread
  let text: TextRenderer
  let opener: PictureOpener
  var listing: FolderListing?
  var terminationSignals: TerminationSignals
  /// The display's ICC profile; empty for sRGB.
  let displayProfile: [UInt8]

  // MARK: Pictures

  /// Where the user is; `nil` where no file was named.
  var album: Album?
  /// Whether the place in the album waits for a folder to be listed.
  var isWaitingForListing = false
  /// The direction of the last step, in which the next picture is opened ahead.
  var isGoingBack = false
  /// What the opener works on: the picture to be shown, and the one to be opened ahead.
  var opening: AlbumEntry?
  var openingNeighbour: AlbumEntry?
  /// Neighbours that can't be opened: tried again only when one gets there.
  var unreachable: Set<AlbumEntry> = []
  /// The entry whose picture, or whose error, is on the screen.
  var shownEntry: AlbumEntry?
  /// The picture on the screen.
  var current: OpenPicture?
  /// The picture that was asked for; it takes the screen once its fit view is there.
  var pending: OpenPicture?
  /// Pictures next to the current one that are opened ahead.
  var neighbours: [OpenPicture] = []
  var lastPictureNumber: UInt32 = 0
  var hasShownAnything = false
  /// Sentences about files that could not be opened, until something could.
  var failures: [String] = []

  // MARK: The view

  var gestures: GestureRecognizer
  var zoom: ZoomController?
  /// The way to a neighbour in the album, while fingers hold it or it settles.
  var slide: AlbumSlide?
  /// The picture that slides out.
  var leaving: Leaving?
  /// Tiles that take the place of coarser ones.
  var fades: TileFades
  /// Whether tiles are outlined, and what that was drawn for last.
  var showsTiles = false
  var lastOutlines: TileOutlines?
  var lastOutlinesTime = 0.0
  /// Where the view goes, and when that last changed.
  var heading = ViewHeading()
  /// Where the pointer was last: tiles near it come first.
  var pointer: Point?
  var magnification = Frame.Magnification.automatic

  // MARK: What stands by itself

  /// The title, and what stands over the picture.
  let notices: Notices
  /// What is done to the colours.
  let filtering: FilterEditing
  /// Pictures that are written.
  let saving: Saving
  /// Whether there is no GL to draw with.
  var isWithoutGL = false

  // MARK: The window and its frames

  /// The window's size in device pixels, as last reported.
  var surface: PixelSize {
    didSet {
      notices.resize(to: surface)
      filtering.resize(to: surface)
    }
  }
  var isMapped = false
  var mappedAt = 0.0
  var isExposed = false
  var isVisible = true
  var isFullScreen = false
  var hasStartedRenderer = false
  var isRendererReady = false
  var isBackdropDue = false
  var firstPaint = FirstPaint()
  var firstPainter: WindowPainter?
  /// Whether the renderer has shown a frame: the window thread paints no more.
  var hasRendererTakenOver = false
  /// The newest frame that the renderer was given, and the newest that it has shown.
  var lastFrame: Frame?
  var frameNumber: UInt64 = 0
  var presentedNumber: UInt64 = 0
  var frameClock: FrameClock
  /// The number of the newest dropping of tiles that the renderer was asked for.
  var lastRetain: UInt64 = 0
  var lastCountedView: Viewport?
  var needsRedraw = false
  var hasNewTiles = false
  var hasNewInput = false

  /// Whether tiles have come since the heap was trimmed.
  var needsTrim = false

  var statistics = Statistics()
  var isFinished = false
  /// Whether a signal ends the program: nothing is waited for then.
  var isHurried = false
  /// What ends the program, if it is not the user.
  var outcome: UserError?

  /// Connects to the display, starts the stages and opens the first picture.
  ///
  /// The first file is on its way to its decoder before the window and EGL are begun.
  init(paths: [[UInt8]], settings: ViewSettings) throws(UserError) {
    self.settings = settings
    fades = TileFades(duration: settings.fadeTime)
    do throws(Errno) {
      terminationSignals = try TerminationSignals()
      let mailbox = try Mailbox<SessionMessage>()
      self.mailbox = mailbox
      text = try TextRenderer { mailbox.post(.text($0)) }
      opener = try PictureOpener {
        mailbox.post(.opened($0))
      }
    } catch {
      throw UserError(sentence: "the viewer can't start: \(error)")
    }
    if let first = paths.first {
      let album = Album(arguments: paths, first: ArgumentKind(path: first))
      self.album = album
      if let entry = album.current {
        opening = entry
        opener.open(entry)
      } else {
        isWaitingForListing = true
      }
    }
    var early: [PictureOpening] = []
    do throws(DisplayError) {
      display = try DisplayConnection()
      monitor = display.monitorUnderPointer()
      displayProfile = display.displayProfile()
      for case .opened(let opened) in mailbox.takeAll() { early.append(opened) }
      // The file is open by now: its decoder starts while the window is made.
      if let opened = early.first, opened.entry == opening,
        case .success(let file) = opened.result
      {
        let picture = OpenPicture(id: SourceID(number: 1), entry: opened.entry, file: file)
        lastPictureNumber = 1
        opening = nil
        pending = picture
        // The window is not there yet; no picture makes it larger than this.
        let largest =
          settings.startsFullScreen
          ? monitor.rect.size
          : initialWindowSize(picture: monitor.rect.size, monitor: monitor.rect)
        let surface = settings.geometry?.size ?? largest
        Self.startProcess(
          of: picture, surface: surface, profile: displayProfile, shape: settings.tileShape,
          scheduler: scheduler, at: startTime)
      }
      window = try Window(
        display,
        Window.Configuration(
          title: "Fresnel", size: Self.smallestWindow, geometry: settings.geometry,
          isFullScreen: settings.startsFullScreen))
    } catch {
      throw UserError(
        sentence: "\(error.description); fresnel render FILE -o OUT.png works without a display")
    }
    surface = window.size
    frameClock = FrameClock(interval: 1 / (display.refreshRate(of: monitor) ?? 60))
    gestures = GestureRecognizer(
      interfaceScale: display.interfaceScale(), preferences: settings.gestures)
    magnification = settings.magnification
    do throws(Errno) {
      let mailbox = mailbox
      renderer = try RenderThread(
        configuration: RenderConfiguration(
          target: .window(display: nil, window: window.id, visual: window.visualID),
          sink: WindowSink(window: window.id)), startsNow: false
      ) { mailbox.post(.render($0)) }
      notices = Notices(
        output: ViewerNoticeOutput(window: window, text: text, renderer: renderer),
        surface: window.size, interfaceScale: display.interfaceScale())
      filtering = FilterEditing(
        surface: window.size, interfaceScale: display.interfaceScale()
      ) { mailbox.post(.filters($0)) }
      saving = Saving { mailbox.post(.saving($0)) }
      if let album, !album.listingJobs.isEmpty {
        listing = try FolderListing(album.listingJobs) { mailbox.post(.listing($0)) }
      }
    } catch {
      throw UserError(sentence: "the viewer can't start: \(error)")
    }
    for opened in early where opened.entry == opening {
      receive(opened, at: MonotonicClock.now())
    }
    if album == nil { showHowToOpen() }
    perform(filtering.begin(settings), at: startTime)
    // The first paint shows whole pictures only, and no filters.
    if settings.zoom != .fit || settings.center != nil || filtering.isFiltered { startRenderer() }
  }

  private static let smallestWindow = PixelSize(width: 320, height: 240)

  private func showHowToOpen() {
    mapWindow(for: nil, at: startTime)
    isBackdropDue = true
    skipFirstPaint()
    startRenderer()
    notices.showMessage(
      "No picture is open", "Open one with: fresnel FILE, or a folder of them")
  }
}
