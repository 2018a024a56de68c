import Filters
import Geometry
import Platform
import Rendering
import Text
import Tiles
import ViewHosting
import Viewing
import Windowing

/// The window's parts, each with its own state, and what they ask of each other.
final class ViewerParts {
  let settings: ViewSettings
  let host: ViewHost
  let window: Window
  let placement: WindowPlacement
  let gallery: PictureGallery
  let filtering: FilterEditing
  let notices: Notices
  let saving: Saving
  let seekBar: SeekBar
  /// What stands over the picture and takes events.
  private(set) lazy var panels = PanelStack(
    PanelTable.all.compactMap { line in line.make(self).map { (line.id, $0) } })
  let ending = SessionEnding()
  var pointerRest = PointerRest()

  /// Has the folders read again; set by who reads them.
  var refreshListing: (_ isThorough: Bool) -> Void = { _ in }

  /// What `--stats` prints.
  var measures: SessionMeasures
  /// Whether the first picture's name is to be shown once `firstPictureDue` has come.
  private var captionWaits = false
  /// The monitor's profile that was said to be of no use.
  var refusedProfile: [UInt8]?
  /// How much had been uploaded when the heap was trimmed last.
  var trimmedAt = 0

  /// Makes the view in a window, and everything that stands around it.
  init(
    _ settings: ViewSettings, on surface: WindowSurface, _ placement: WindowPlacement,
    gallery: PictureGallery, text: TextRenderer, mailbox: Mailbox<SessionMessage>,
    startTime: Double
  ) throws(Errno) {
    self.settings = settings
    self.placement = placement
    self.gallery = gallery
    window = surface.window
    host = try ViewHost(on: .window(surface), settings: settings.view)
    let view = host.view
    view.keepInputLedger()
    seekBar = SeekBar(view)
    notices = Notices(
      output: ViewerNoticeOutput(window: window, text: text, view: view),
      surface: window.size, interfaceScale: window.interfaceScale)
    filtering = FilterEditing(surface: window.size, interfaceScale: window.interfaceScale) {
      mailbox.post(.filters($0))
    }
    saving = Saving { mailbox.post(.saving($0)) }
    measures = SessionMeasures(startTime: startTime)
    gallery.tell = { [unowned self] in perform($0, at: $1) }
    host.delegate = self
    gallery.attach(view)
    tellPreferences(at: startTime)
  }

  var view: TiledView { host.view }

  /// Who starts the viewer from a menu sees no standard error.
  private func tellPreferences(at now: Double) {
    if let sentence = settings.sentences.first { notices.showNote(sentence, until: now + 8) }
  }

  // MARK: Texts

  /// Names the picture and its zoom for a moment, or a note in place of the zoom.
  ///
  /// The name of the first picture comes after it: loading what draws text takes a processor for
  /// some 10 ms, which its decoder needs, and the server to put it on the screen.
  func showCaption(note: String? = nil, at now: Double) {
    guard note != nil || hasFirstPicture(at: now) else {
      captionWaits = true
      return
    }
    guard let shown = gallery.pictures.pictures.shown else { return }
    if note == nil { measures.reached(.caption, at: MonotonicClock.now()) }
    notices.showCaption(
      TitleParts(
        name: shown.entry.displayName, page: shown.pageNumber,
        scale: view.zoom?.destination.scale), note: note, at: now)
  }

  /// Shows the name that waited for the first picture.
  func showWaitingCaption(at now: Double) {
    guard captionWaits, hasFirstPicture(at: now) else { return }
    captionWaits = false
    if window.isFullScreen { showCaption(at: now) }
  }

  /// When the waiting name is shown at the latest; `nil` where none waits for a time.
  var captionDeadline: Double? { captionWaits ? firstPictureDue : nil }

  /// Whether the first picture is on the screen, and all of it, or as much as comes soon.
  func hasFirstPicture(at now: Double) -> Bool { firstPictureDue.map { now >= $0 } ?? false }

  /// When what nobody waits for may begin; `nil` before the first picture is on the screen.
  private var firstPictureDue: Double? {
    measures.pictureShownAt.map { measures.hasSettled ? $0 : $0 + StartSchedule.rest }
  }

  /// Writes the title anew.
  func updateTitle() {
    let scale = view.zoom?.destination.scale
    if let title = gallery.pictures.titleParts(scale: scale) { notices.setTitle(title) }
  }

  /// Shows how far saving, or else the picture's pass, is.
  func updateProgress(at now: Double) {
    if let fraction = saving.progress {
      notices.showProgress(Progress(fraction: fraction, since: -.infinity), at: now)
    } else {
      notices.showProgress(gallery.progress, at: now)
    }
  }

  // MARK: Filters

  /// Does what the filters ask for.
  func perform(_ effects: [FilterEffect], at now: Double) {
    for effect in effects {
      switch effect {
      case .tell(let sentences): notices.tell(sentences, at: now)
      case .write(let sentences): notices.writeOnce(sentences)
      case .wasTold(let sentences): notices.noteTold(sentences)
      case .showCaption(let note): showCaption(note: note, at: now)
      case .draw(let panel, let split):
        notices.show(.filters, panel.map { .drawing($0) })
        notices.show(.split, split.map { .drawing($0) })
      case .redraw: view.setNeedsRedraw()
      case .savePicture: savePicture(at: now)
      case .saveView: saveView(at: now)
      }
    }
    view.filters = filtering.drawnChain
    view.split = filtering.drawnSplit
    // Comparing changes nothing in what is decoded, so that letting go shows the filters at once.
    view.filterMargin = { [filtering] in filtering.margin(zoom: $0) }
  }

  // MARK: Saving

  /// Writes the whole picture with its chain, at 100 %.
  func savePicture(at now: Double) {
    guard let zoom = view.zoom else { return }
    save(.whole(zoom.destination.orientation), at: now)
  }

  /// Writes what the view shows of the picture.
  func saveView(at now: Double) {
    guard let zoom = view.zoom,
      let part = RenderView(
        picturePartOf: zoom.destination, magnification: view.settings.magnification,
        split: filtering.split)
    else { return }
    save(.view(part), at: now)
  }

  private func save(_ extent: SaveRequest.Extent, at now: Double) {
    guard let shown = gallery.shownFile else { return }
    perform(
      saving.save(
        SaveRequest(
          extent, of: shown.entry, file: shown.file, filters: filtering.chain,
          frame: view.playback?.frame ?? gallery.pictures.pictures.shown?.page ?? 0,
          choices: settings.choices, toning: view.settings.toning)),
      at: now)
  }

  /// Does what saving asks for.
  func perform(_ effects: [SavingEffect], at now: Double) {
    for effect in effects {
      switch effect {
      case .showNote(let sentence, let seconds):
        notices.showNote(sentence, until: seconds.map { now + $0 })
      case .tellStandardError(let sentence): StandardError.write(sentence)
      case .updateProgress: updateProgress(at: now)
      }
    }
  }
}
