import Decoding
import Geometry
import Gestures
import Platform
import Tiles
import Tiling
import Viewing
import Zooming

/// Performs the effects of `AlbumPictures`: opens files and sources, and shows them in the view.
///
/// It belongs to the window thread. It passes effects that it can't perform itself to `tell`.
final class PictureGallery: ViewInputHandler {
  private(set) var pictures: AlbumPictures
  private var settings: ViewSettings
  private let opener: PictureOpener
  let pool: DecoderPool
  /// The files of the open sources: a restarted decoder reads the same file even if another has
  /// taken its name.
  private var files: [SourceID: OpenedPicture] = [:]
  /// Sources that were opened before there was a view.
  private var early: [(any PictureTiles, SourceRole)] = []
  /// Window effects from before there was a window.
  private var unreported: [WindowEffect] = []
  /// The last viewports of pictures that are sliding out.
  private var leavingViews: [SourceID: Viewport] = [:]
  private var view: TiledView?
  private var largest = PixelSize.zero
  /// The display's ICC profile, for sources opened from now on; empty means sRGB.
  var profile: [UInt8] = []
  /// Sources whose files have changed since they were opened.
  private var changed: [SourceID] = []
  /// Performs effects on the window and its texts; until it is set, they are queued.
  var notify: ((WindowEffect, Double) -> Void)?

  init(
    _ album: Album?, settings: ViewSettings, opener: PictureOpener, watchesStart: Bool = false
  ) {
    pool = DecoderPool(
      scratchFolders: UnnamedFile.folders(), watchesStart: watchesStart,
      choices: settings.choices)
    pictures = AlbumPictures(
      album, width: 0, slides: PictureTransition.Preferences(settings.zooming))
    self.settings = settings
    self.opener = opener
  }

  /// Changes the settings for transitions and for pictures that follow.
  func change(_ settings: ViewSettings) {
    self.settings = settings
    pictures.setSlides(PictureTransition.Preferences(settings.zooming))
  }

  /// Sets the maximum surface size and the display's profile for decoders.
  ///
  /// Decoders started before these were known get them now.
  func prepare(largest: PixelSize, profile: [UInt8], at now: Double) {
    self.largest = largest
    self.profile = profile
    for (source, role) in early {
      _ = source.setDisplayProfile(profile, now: now)
      source.open(surface: largest, interest: role.interest, now: now)
    }
  }

  /// Connects the view, and adds the sources that were opened before it.
  func attach(_ view: TiledView, at now: Double) {
    self.view = view
    pictures.readStates { [unowned view] in view.state(of: $0) }
    view.openingController = { [weak self, unowned view] info in
      self?.opening(of: info, in: view) ?? view.firstController(of: info)
    }
    for (source, role) in early { view.add(source, as: role) }
    early = []
    for effect in unreported { notify?(effect, 0) }
    unreported = []
    resize(to: view.surface, at: now)
  }

  /// Sends an event to the pictures and performs their effects.
  func receive(_ event: PictureEvent, at now: Double) {
    perform(pictures.receive(event, at: now), at: now)
  }

  /// Handles a gesture that pages through the album; returns true if it consumed the gesture.
  func take(_ gesture: Gesture, at now: Double) -> Bool {
    guard let effects = pictures.take(gesture, at: now) else { return false }
    perform(effects, at: now)
    return true
  }

  /// Handles a new surface size.
  func resize(to surface: PixelSize, at now: Double) {
    receive(.resized(width: surface.width), at: now)
  }

  /// True if changed files are to be reopened.
  var hasChangedFiles: Bool { !changed.isEmpty }

  func reloadChangedFiles(at now: Double) {
    let changed = changed
    self.changed = []
    for id in changed { receive(.fileChanged(id), at: now) }
  }

  // MARK: Effects

  private func perform(_ effects: [PictureEffect], at now: Double) {
    let before = view?.zoom
    for effect in effects {
      switch effect {
      case .gallery(let effect): perform(effect, after: before, at: now)
      case .window(let effect):
        if let notify { notify(effect, now) } else { unreported.append(effect) }
      }
    }
    updateTransition(at: now)
  }

  private func perform(_ effect: GalleryEffect, after before: ZoomController?, at now: Double) {
    switch effect {
    case .openFile(let entry, let isReload): opener.open(entry, isReload: isReload)
    case .abandonFile(let entry): opener.abandon(entry)
    case .allowHost(let host): opener.allow(host)
    case .checkFile(let id):
      guard let picture = pictures.pictures[id], let stamp = files[id]?.stamp else { return }
      opener.check(picture.entry, of: id, openedAs: stamp)
    case .openSource(let request): open(request, at: now)
    case .setRole(let id, let role):
      if role == .leaving { leavingViews[id] = before?.viewport(at: now) }
      if role != .shown { view?.setRole(role, of: id) }
    case .closeSource(let id):
      view?.remove(id)
      files[id] = nil
      leavingViews[id] = nil
    case .show(let id, let isFirst): show(id, isFirst: isFirst, after: before)
    case .showNothing: view?.showNothing()
    case .endPan: view?.changeView { $0.handle(.panEnded(velocity: .zero), at: now) }
    case .redraw: view?.setNeedsRedraw()
    }
  }

  private func open(_ request: PictureRequest, at now: Double) {
    let file: OpenedPicture
    switch request.file {
    case .opened(let opened): file = opened
    case .sameAs(let id):
      guard let open = files[id] else { return }
      file = open
    }
    files[request.id] = file
    let source = file.tiles(
      id: request.id, page: request.page, shape: settings.tileShape, displayProfile: profile,
      pool: pool,
      // Tiles arrive while the sources are being processed, when none may be opened or closed.
      hasChanged: request.entry.isFile ? { [weak self] in self?.changed.append($0) } : nil)
    let interest = request.role.interest
    if let view {
      source.open(surface: view.surface, interest: interest, now: now)
      view.add(source, as: request.role)
      return
    }
    if largest.isEmpty {
      source.start(interest: interest, now: now)
    } else {
      source.open(surface: largest, interest: interest, now: now)
    }
    early.append((source, request.role))
  }

  private func show(_ id: SourceID, isFirst: Bool, after before: ZoomController?) {
    guard let view, let info = view.info(of: id) else { return }
    let controller =
      isFirst
      ? firstController(of: info, in: view)
      : next(info, after: before, isReload: pictures.pictures[id]?.isReload == true)
    view.show(id, with: controller)
    view.showsBackdrop = true
  }

  // MARK: Views

  /// Returns the initial view of a picture; for the first one, as the command line says.
  private func firstController(of info: SourceInfo, in view: TiledView) -> ZoomController {
    var controller = view.firstController(of: info)
    guard !pictures.hasShownAnything || view.shown == nil && view.newestFrame?.picture == nil
    else { return controller }
    controller.begin(with: settings.zoom, center: settings.center)
    return controller
  }

  /// Returns the view in which a pending picture will be shown: a new version in the current one.
  private func opening(of info: SourceInfo, in view: TiledView) -> ZoomController {
    guard pictures.pictures.pending?.isReload == true, let zoom = view.zoom else {
      return firstController(of: info, in: view)
    }
    return next(info, after: zoom, isReload: true)
  }

  /// Returns the view of a picture that follows another.
  ///
  /// A new version of the same picture keeps the view.
  private func next(
    _ info: SourceInfo, after before: ZoomController?, isReload: Bool = false
  ) -> ZoomController {
    guard let view else { return ZoomController(surface: .zero, picture: info.extent) }
    var controller = view.firstController(of: info)
    guard let before else { return controller }
    if isReload {
      // The same motion goes on over a new version of the same size.
      if controller.picture == before.picture, controller.surface == before.surface,
        controller.scaleRange == before.scaleRange
      {
        return before
      }
      controller.place(asNewVersionOf: before)
    } else if settings.onNext == .keep {
      controller.place(like: before)
    }
    return controller
  }

  // MARK: The transition

  /// Updates the view's slide.
  func updateTransition(at now: Double) {
    guard let view else { return }
    guard pictures.transition.isUnderWay else {
      if view.transition != nil { view.transition = nil }
      return
    }
    view.transition = pictures.transition.motion.map { motion in
      ViewTransition(
        motion,
        previous: pictures.beside(.previous).flatMap { viewport(of: $0, in: view, at: now) },
        next: pictures.beside(.next).flatMap { viewport(of: $0, in: view, at: now) })
    }
  }

  /// Returns the viewport of a picture beside the current one.
  private func viewport(
    of beside: AlbumPictures.Beside, in view: TiledView, at now: Double
  ) -> ViewTransition.Side? {
    let viewport =
      beside.isLeaving
      ? leavingViews[beside.id]
      : view.info(of: beside.id).map { next($0, after: view.zoom).viewport(at: now) }
    return viewport.map { ViewTransition.Side(source: beside.id, viewport: $0) }
  }

  // MARK: State for the window

  /// The file and the entry of the picture on the screen.
  var shownFile: (entry: AlbumEntry, file: OpenedPicture)? {
    guard let shown = pictures.pictures.shown, let file = files[shown.id] else { return nil }
    return (shown.entry, file)
  }

  var progress: Progress? {
    if let fetched = pictures.files.progress { return fetched }
    guard let id = pictures.progressPicture, let progress = view?.progress(of: id) else {
      return nil
    }
    return Progress(fraction: progress.fraction, since: progress.since)
  }

  /// Opens a picture ahead of time if the view is idle.
  func prefetchNeighbourIfIdle(at now: Double) {
    guard let view, view.isVisible, view.isServed(at: now), view.hasRoomForAnother else { return }
    receive(.idle, at: now)
  }

  /// Closes all sources.
  func close(at now: Double) { receive(.ended, at: now) }
}

extension SourceRole {
  /// The demand for tiles before the first plan.
  fileprivate var interest: TilePlanner.Interest { self == .near ? .fitOnly : .view }
}
