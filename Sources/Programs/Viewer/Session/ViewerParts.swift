import Decoding
import FileChanges
import Filters
import Geometry
import Gestures
import Platform
import Preferences
import Rendering
import Text
import Tiles
import ViewHosting
import Viewing
import Windowing

/// The window's parts, each with its own state, and the requests between them.
final class ViewerParts {
  private(set) var settings: ViewSettings
  let host: ViewHost
  let window: Window
  let placement: WindowPlacement
  let gallery: PictureGallery
  let filtering: FilterEditing
  let notices: Notices
  let saving: Saving
  let seekBar: SeekBar
  let clipboard: Clipboard
  let scripts = ScriptRunner()
  /// Examines paths on a thread of its own.
  let paths: PathReader
  /// Shows the dialog, or the field, that opens files.
  private(set) lazy var chooser = FileChooser(self, deliver: deliverChoice)
  private let deliverChoice: @Sendable (FileChoice) -> Void
  /// Starts other programs, on a thread of its own.
  let programs: ProgramStarter
  private(set) lazy var openWith = OpenWithPanel(self)
  /// Prints pictures and sets wallpapers.
  private(set) lazy var desktop = DesktopPanel(self, deliver: deliverDesktop)
  private let deliverDesktop: @Sendable (DesktopEvent) -> Void
  private(set) lazy var bar = ControlBar(self)
  private(set) lazy var failurePanel = FailurePanel(self)
  private(set) lazy var palette = CommandPalette(self)
  /// The panels over the picture, which handle events.
  private(set) lazy var panels = PanelStack(
    PanelTable.all.compactMap { line in line.make(self).map { (line.id, $0) } })
  /// The numbers of the newest request to open, and of the newest whose paths are known.
  private var requests = (made: 0, examined: 0)
  /// Decides which files become recent files.
  var recent = RecentTracker()
  private lazy var activeKeys = ActiveKeys(settings.contextKeys)
  private(set) lazy var commands = CommandPerformer(self)
  private(set) lazy var export = PictureExport(self)
  private(set) lazy var pictureDrag = PictureDrag(self)
  /// The files that commands are about, and their marks.
  private(set) lazy var targets = FileTargets(self)
  /// The commands that change files, and their panels.
  private(set) lazy var files = FileCommands(self, deliver: deliverFiles)
  private let deliverFiles: @Sendable (FileJobEvent) -> Void
  private(set) lazy var colorCopier = ColorCopier(self, deliver: deliverColor)
  private let deliverColor: @Sendable (ColorCopier.Answer) -> Void
  private(set) lazy var fileDialog = FileDialogPanel(self)
  private(set) lazy var undoToast = UndoToast(self)
  let ending = SessionEnding()
  var pointerRest = PointerRest()
  private(set) var lastInput = LastInput()
  /// The question about a host, and if it may be answered.
  var hostQuestion = HostQuestion()

  /// Reads the folders again; set by the session, which owns the listing.
  var refreshListing: (_ isThorough: Bool) -> Void = { _ in }

  /// The sockets for other programs.
  private(set) lazy var remote = RemoteControl(settings.sockets, host: self)
  private var reportedPicture: SourceID?
  /// The number of changes of marks that other programs know of.
  private var reportedMarks = 0

  /// The measurements for `--stats`.
  var measurements: SessionMeasurements
  /// True if the first picture's name is to be shown at `firstPictureDue`.
  private var isCaptionPending = false
  /// The scale of `--zoom`, until the first picture is there to compare it with.
  private var firstZoom: Double?
  /// The scale that a sentence is about: the caption of the change to it is left out.
  var sentenceScale: Double?
  /// The monitor profile that was reported as unusable.
  private var refusedProfile: [UInt8]?
  /// The bytes uploaded when the heap was last trimmed.
  private var trimmedAt = 0

  /// Creates the view in a window, and the parts around it.
  init(
    _ settings: ViewSettings, on surface: WindowSurface, _ placement: WindowPlacement,
    gallery: PictureGallery, text: TextRenderer, mailbox: Mailbox<SessionMessage>,
    startTime: Double
  ) throws(Errno) {
    self.settings = settings
    if case .scale(let scale) = settings.zoom { firstZoom = scale }
    self.placement = placement
    self.gallery = gallery
    window = surface.window
    host = try ViewHost(on: .window(surface), settings: settings.view)
    let view = host.view
    view.keepInputRecord()
    seekBar = SeekBar(view)
    notices = Notices(
      output: ViewerNoticeOutput(window: window, text: text, view: view),
      interfaceScale: window.interfaceScale)
    filtering = FilterEditing(surface: window.size, interfaceScale: window.interfaceScale) {
      mailbox.post(.filters($0))
    }
    paths = PathReader { mailbox.post(.paths($0)) }
    clipboard = Clipboard(
      deliverDrop: { mailbox.post(.dropped($0, $1)) },
      deliverDrag: { mailbox.post(.dragged($0)) }, deliver: { mailbox.post(.pasted($0)) })
    deliverChoice = { mailbox.post(.chosen($0)) }
    deliverDesktop = { mailbox.post(.desktop($0)) }
    programs = ProgramStarter { mailbox.post(.programs($0)) }
    saving = Saving { mailbox.post(.saving($0)) }
    deliverFiles = { mailbox.post(.files($0)) }
    deliverColor = { mailbox.post(.color($0)) }
    measurements = SessionMeasurements(startTime: startTime)
    gallery.notify = { [unowned self] in perform($0, at: $1) }
    host.delegate = self
    gallery.attach(view, at: startTime)
    seekBar.bar = bar
    passPreferences(at: startTime)
  }

  var view: TiledView { host.view }

  /// Changes the settings, and applies them.
  func change<E: Error>(
    at now: Double, by change: (inout ViewSettings) throws(E) -> Void
  ) throws(E) {
    let before = settings
    try change(&settings)
    apply(settings, after: before, at: now)
  }

  /// Notes the device and the key of an event.
  func noteInput(_ event: WindowEvent) {
    lastInput.note(event)
    panels.note(event)
  }

  /// Notes that the monitor's profile is unusable; returns false if that was reported before.
  func noteRefusedProfile() -> Bool {
    defer { refusedProfile = window.displayProfile }
    return refusedProfile != window.displayProfile
  }

  /// Returns memory to the system that compiling shaders and uploading tiles have left unused, once
  /// the view is complete.
  func trimHeapAtRest(at now: Double) {
    let uploaded = host.renderer.statistics.uploadedBytes
    guard uploaded != trimmedAt, gallery.pictures.pictures.pending == nil, view.isAtRest(at: now)
    else { return }
    trimmedAt = uploaded
    Heap.trim()
  }

  /// The commands of keys, buttons and wheels.
  var keys: KeyMap { activeKeys.map(in: keyContexts) }

  /// Takes the keys of changed settings.
  func reloadKeys(at now: Double) {
    activeKeys = ActiveKeys(settings.contextKeys)
    bar.change(settings, at: now)
  }

  /// Sets the theme, and shows the first error in the preferences; a user who starts the viewer
  /// from a menu sees no standard error.
  private func passPreferences(at now: Double) {
    notices.setTheme(settings.panelTheme)
    notices.noteReported(settings.sentences)
    if let sentence = settings.sentences.first { notices.showNote(sentence, until: now + 8) }
  }

  /// Opens files, folders or addresses in place of the album; there must be at least one.
  func open(_ paths: [[UInt8]]) { open(PathRequest(paths)) }

  /// Opens the paths of a request, once their kind is known.
  func open(_ request: PathRequest) {
    requests.made += 1
    var request = request
    request.number = requests.made
    paths.examine(request)
  }

  /// Notes that the kind of a request's paths is known.
  func noteExamined(_ request: PathRequest) { requests.examined = request.number }

  /// True while other files are about to be opened, so that no command changes those on the screen.
  var isOpening: Bool { requests.made != requests.examined }

  /// Opens what another program has copied.
  func paste() { clipboard.read(PastedContent.targets) }

  /// Opens files and addresses that come from another program.
  func openPasted(_ names: [[UInt8]]) {
    var request = PathRequest(names)
    request.isTyped = false
    open(request)
  }

  /// Shows the file on the screen in its folder, in the desktop's file manager.
  func showInFolder() {
    guard let entry = gallery.pictures.shownEntry, entry.isFile else { return }
    paths.showInFolder(PathBytes.absolute(entry.path))
  }

  /// Reads the recent files, for the panels that list them.
  func requestRecentFiles() {
    if settings.preferences.recentFiles != .off { paths.readRecent() }
  }

  /// Adds the picture's file to the recent ones once it was shown for long enough.
  func rememberFile(at now: Double) {
    guard settings.preferences.recentFiles == .on else { return }
    let shown = gallery.pictures.pictures.shown?.entry
    let path = shown.flatMap { $0.isFile ? PathBytes.absolute($0.path) : nil }
    guard let (path, former) = recent.note(path, at: now) else { return }
    paths.remember(path, replacing: former)
  }

  // MARK: Texts

  /// Shows the picture's name with its zoom, or with a note instead, for a moment.
  ///
  /// The first picture's name is shown after the picture: loading the text libraries occupies a
  /// core for about 10 ms, which the decoder needs, and the server to show the picture.
  func showCaption(note: String? = nil, at now: Double) {
    guard note != nil || hasFirstPicture(at: now) else {
      isCaptionPending = true
      return
    }
    guard let shown = gallery.pictures.pictures.shown else { return }
    if note == nil { measurements.reached(.caption, at: now) }
    notices.showCaption(
      TitleParts(
        name: gallery.pictures.name(of: shown.entry), page: gallery.pictures.pageNumber(of: shown),
        scale: view.zoom?.destination.scale), note: note, at: now)
  }

  /// Shows the name that was waiting for the first picture, or that it allows less than `--zoom`.
  func showWaitingCaption(at now: Double) {
    guard isCaptionPending || firstZoom != nil, hasFirstPicture(at: now) else { return }
    if isCaptionPending, window.isFullScreen { showCaption(at: now) }
    isCaptionPending = false
    if let firstZoom { compareFirstZoom(firstZoom, at: now) }
    firstZoom = nil
  }

  /// When to show the waiting name at the latest; `nil` if none is waiting for a time.
  var captionDeadline: Double? { isCaptionPending || firstZoom != nil ? firstPictureDue : nil }

  /// Returns true once the first picture is on the screen, and complete or given enough time to be.
  func hasFirstPicture(at now: Double) -> Bool { firstPictureDue.map { now >= $0 } ?? false }

  /// Returns true once the first picture is complete, or there is none to wait for.
  func mayDoDeferredWork(at now: Double) -> Bool {
    hasFirstPicture(at: now) || host.mappedAt != nil && gallery.pictures.isWithoutPicture
  }

  /// When deferred work may begin; `nil` before the first picture is on the screen.
  private var firstPictureDue: Double? {
    measurements.pictureShownAt.map { measurements.hasSettled ? $0 : $0 + StartSchedule.rest }
  }

  func updateTitle() {
    let scale = view.zoom?.destination.scale
    guard var title = gallery.pictures.titleParts(scale: scale) else { return }
    title.isMarked = targets.isShownMarked
    notices.setTitle(title)
  }

  /// Shows the progress of saving, or else of the picture's pass.
  func updateProgress(at now: Double) {
    if let fraction = saving.progress ?? files.progress {
      notices.showProgress(Progress(fraction: fraction, since: -.infinity), at: now)
    } else {
      notices.showProgress(gallery.progress, at: now)
    }
  }

  // MARK: Other programs

  /// Starts to listen once the first picture is complete, and sends changes to programs.
  func updateRemote(at now: Double) {
    if remote.isPending, mayDoDeferredWork(at: now) {
      remote.listen { notices.notify([$0], at: now) }
    }
    reportPicture(at: now)
    reportMarks()
    remote.report(at: now)
  }

  /// The deadline for listening and for sending to programs; `nil` if there is none.
  func remoteDeadline(at now: Double) -> Double? {
    remote.isPending ? firstPictureDue : remote.deadline(at: now)
  }

  /// Notifies programs that another picture is shown.
  func reportPicture(at now: Double) {
    guard let shown = gallery.pictures.pictures.shown?.id, shown != reportedPicture else { return }
    reportedPicture = shown
    remote.send(.pictureShown(file: value(of: .file, at: now)))
  }

  /// Notifies programs that marks have changed.
  private func reportMarks() {
    let marks = targets.marks
    guard marks.changes != reportedMarks else { return }
    reportedMarks = marks.changes
    remote.send(.marks(count: marks.count, isShownMarked: targets.isShownMarked))
  }

  // MARK: Filters

  func perform(_ effects: [FilterEffect], at now: Double) {
    for effect in effects {
      switch effect {
      case .notify(let sentences): notices.notify(sentences, at: now)
      case .write(let sentences): notices.writeOnce(sentences)
      case .wasReported(let sentences): notices.noteReported(sentences)
      case .showCaption(let note): showCaption(note: note, at: now)
      case .draw(let panel, let split):
        notices.show(.filters, panel.map { .drawing($0) })
        notices.show(.split, split.map { .drawing($0) })
      case .redraw: view.setNeedsRedraw()
      case .savePicture: export.savePicture(at: now)
      case .saveView: export.saveView(at: now)
      }
    }
    view.filters = filtering.drawnChain
    view.split = filtering.drawnSplit
    // Comparing does not change what is decoded, so that the filters reappear at once.
    view.filterMargin = { [filtering] in filtering.margin(zoom: $0) }
  }
}
