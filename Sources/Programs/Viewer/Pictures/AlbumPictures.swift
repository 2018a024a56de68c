import Tiles
import Tiling
import Viewing
import Zooming

/// Decides which of the album's pictures is shown, pending, adjacent and sliding.
///
/// A value with events in and effects out: it opens nothing, reads no clock, and refers to sources
/// only by number; the view owns what is known of them. The caller performs the effects in order,
/// and sends events in response.
struct AlbumPictures {
  /// What is open, and the place in the album.
  private(set) var stage: PictureStage
  /// True once a picture has been on the screen: from then on errors are shown in place of
  /// pictures.
  private(set) var hasShownAnything = false
  private var window = FirstWindow()
  private var isFinished = false
  /// The input of the title after the last event.
  private var lastTitle: TitleInput?
  /// The effects of the current event.
  private var effects: [PictureEffect] = []

  /// Creates the pictures of an album, none of them open, for a view of a width in device pixels.
  init(_ album: Album?, width: Int, slides: PictureTransition.Preferences = .init()) {
    stage = PictureStage(
      album, transition: PictureTransition(width: width, preferences: slides))
    lastTitle = titleSubject
  }

  mutating func setSlides(_ slides: PictureTransition.Preferences) {
    stage.transition.preferences = slides
  }

  /// Sets where the state of sources is read; before, nothing is known about any.
  mutating func readStates(_ state: @escaping (SourceID) -> SourceState?) { stage.state = state }

  /// When `tick` has something to do without another event, in seconds of the view's clock; `nil`
  /// if it hasn't.
  var deadline: Double? {
    [stage.reloadDeadline, window.deadline].compactMap { $0 }.min()
  }

  /// Handles an event and returns the effects to perform.
  mutating func receive(_ event: PictureEvent, at now: Double) -> [PictureEffect] {
    if case .ended = event {
      isFinished = true
      return stage.end()
    }
    guard !isFinished else { return [] }
    let progress = progressPicture
    let fetchedBefore = files.progress?.fraction
    take(event, at: now)
    // The view knows of a source's change before the event comes.
    if titleSubject != lastTitle {
      lastTitle = titleSubject
      effects.append(.window(.updateTitle))
    }
    if progressPicture != progress || files.progress?.fraction != fetchedBefore {
      effects.append(.window(.updateProgress))
    }
    defer { effects = [] }
    return effects
  }

  private mutating func take(_ event: PictureEvent, at now: Double) {
    switch event {
    case .began: openWhereAlbumIs(at: now)
    case .listed(let listed):
      stage.album?.apply(listed)
      openWhereAlbumIs(at: now)
      effects += stage.closeFar()
    case .albumReplaced(let album): replace(album, at: now)
    case .go(let destination):
      effects += stage.endTransition()
      go(to: destination, at: now)
      redraw()
    case .filesChanged(let changes): apply(changes, at: now)
    case .goToFile(let path):
      guard stage.album?.go(toPath: path) == true else { return }
      effects += stage.endTransition()
      openWhereAlbumIs(at: now)
      redraw()
    case .hostAllowed: effects += stage.allowHost()
    case .turnPages(let offset): effects += stage.turnPages(by: offset)
    case .fileOpened(let opening): take(opening, at: now)
    case .fileChanged(let id): effects += stage.reload(id)
    case .fileWritten(let path): effects += stage.check(path)
    case .fileGone(let path, let departure):
      guard let entry = shownEntry, entry.isFile, entry.path == path else { return }
      effects.append(.window(.showNote(departure.sentence(about: entry.displayName))))
    case .reload:
      refreshListing(isThorough: true, again: true)
      effects += stage.reloadByHand()
    case .fileProgressed(let entry, let fraction):
      if let fraction { stage.files.progressed(entry, fraction, at: now) }
    case .source(let id, let event): take(event, of: id, at: now)
    case .covered: showPendingIfReady(at: now)
    case .rowsWorthShowing(let id):
      // If nothing is on the screen, partial rows are better than nothing.
      guard !hasShownAnything, let picture = pictures.pending, picture.id == id else { return }
      if info(of: picture) != nil { show(picture, at: now) }
    case .idle: effects += stage.prefetchNeighbour()
    case .panOffered(let offered):
      refreshListing(isThorough: false)
      stage.transition.begin(offered, between: neighbours)
      effects.append(.gallery(.endPan))
    case .transitionHeld:
      // A swipe may begin while a button still holds the picture: its release then belongs to the
      // slide.
      if !transition.isUnderWay { effects.append(.gallery(.endPan)) }
      stage.transition.hold(between: neighbours, at: now)
    case .transitionMoved(let distance):
      stage.transition.move(by: distance, between: neighbours)
    case .transitionReleased(let velocity):
      guard transition.isUnderWay else { return }
      walk(stage.transition.release(velocity: velocity, between: neighbours, at: now), at: now)
    case .transitionCancelled:
      guard transition.isUnderWay else { return }
      walk(stage.transition.cancel(between: neighbours, at: now), at: now)
    case .tick:
      noteWait(at: now)
      if transition.isFinished(at: now) { effects += stage.endTransition() }
      if pictures.pending?.isReload == true { showPendingIfReady(at: now) }
      if let problem = stage.reloading.takeProblem(at: now),
        problem.entry == pictures.shown?.entry
      {
        effects.append(
          .window(.showMessage(title: problem.entry.displayName, sentence: problem.sentence)))
      }
    case .resized(let width):
      effects += stage.endTransition()
      stage.transition.resize(width: width)
      if let pending = pictures.pending, info(of: pending) != nil {
        effects.append(.gallery(.setRole(pending.id, .pending)))
      }
      redraw()
    case .ended: break
    }
  }

  private mutating func take(_ event: SourceEvent, of id: SourceID, at now: Double) {
    switch event {
    case .opened(let info), .changed(let info):
      mapWindowIfFirst(id, info)
      if let pending = pictures.pending, pending.id == id {
        if let turned = stage.returnToPage(of: pending, info) { return effects += turned }
        effects.append(.gallery(.setRole(id, .pending)))
      }
      showPendingIfReady(at: now)
    case .incomplete(let sentence): noteMissing(of: id, sentence)
    case .tileFailed(let key, let sentence):
      // An animation continues with its other frames, and reaches this one in each loop.
      guard key.frame > 0, let picture = pictures[id], picture.missing == nil else { return }
      noteMissing(of: id, "frame \(key.frame + 1): \(sentence)")
    case .failed(let sentence): takeFailure(of: id, sentence, at: now)
    case .tile, .tileMissing, .invalidated, .progress, .noRoom, .profileRefused, .idle: break
    }
  }

  private mutating func noteMissing(of id: SourceID, _ sentence: String) {
    stage.pictures.setMissing(id, sentence)
    if let shown = pictures.shown, shown.id == id { reportMissing(of: shown) }
  }

  // MARK: Paging

  /// Opens another album; the current picture stays until the new one can be drawn.
  private mutating func replace(_ album: Album, at now: Double) {
    effects += stage.replace(album)
    window.wasMapped()
    if let failure, failure.entry == album.current {
      // Pictures that failed before are tried again.
      effects += stage.files.open(failure.entry)
    } else {
      openWhereAlbumIs(at: now)
    }
    effects += stage.checkShown()
    effects += stage.closeFar()
  }

  /// Goes to a destination; at the ends, it first looks for files added to the folders meanwhile.
  private mutating func go(to destination: Album.Destination, at now: Double) {
    if stage.go(to: destination) {
      refreshListing(isThorough: [.first, .last].contains(destination))
      openWhereAlbumIs(at: now)
    } else {
      let owesIt = album?.isRefreshing == true
      if refreshListing(isThorough: true, again: true), !owesIt { _ = stage.go(to: destination) }
    }
  }

  /// Reads the folders again; returns false if there are none, or if they are already being read
  /// and `again` is false.
  @discardableResult
  private mutating func refreshListing(isThorough: Bool, again: Bool = false) -> Bool {
    guard hasShownAnything, stage.album?.beginRefresh(again: again) == true else { return false }
    effects.append(.window(.refreshListing(isThorough: isThorough)))
    return true
  }

  /// Moves on by the number of pictures that a transition returned.
  private mutating func walk(_ way: Int, at now: Double) {
    for _ in 0..<abs(way) { _ = stage.go(to: way > 0 ? .next : .previous) }
    if way != 0 {
      refreshListing(isThorough: false)
      openWhereAlbumIs(at: now)
    }
    redraw()
  }

  /// Opens the album's current picture unless it is open.
  private mutating func openWhereAlbumIs(at now: Double) {
    guard album != nil else { return }
    guard let entry = album?.current else {
      effects += stage.abandonPending()
      effects += stage.files.waitForListing()
      return
    }
    if pictures.pending?.entry == entry || files.isWaiting(for: entry) { return }
    if let last = stage.failures.last, last.entry == entry { return goOn(from: last, at: now) }
    let wasElsewhere = pictures.pending != nil || files.isWaiting
    effects += stage.stopWaiting()
    if entry == shownEntry {
      // The user comes back to a picture that could not be shown: it is tried again.
      if failure?.entry == entry, wasElsewhere { effects += stage.files.open(entry) }
      // A transition's target was not a picture, so it goes back.
      if transition.pending != nil { _ = stage.transition.cancel(between: neighbours, at: now) }
      return
    }
    effects += stage.open(entry)
    showPendingIfReady(at: now)
  }

  /// Applies changes that the viewer itself has made to files.
  private mutating func apply(_ changes: [AlbumChange], at now: Double) {
    guard let before = shownEntry, album != nil else { return }
    effects += stage.apply(changes)
    if let entry = album?.current, entry.path == failure?.entry.path,
      changes.contains(where: { $0.new == entry.path })
    {
      // The file was restored in place of its error.
      effects += stage.files.open(entry)
    } else if album?.hasPictures == true {
      openWhereAlbumIs(at: now)
    } else {
      effects += stage.stopWaiting()
      let sentence = "the file is gone, and no other picture is left"
      fail(PictureFailure(entry: before, sentence: sentence), at: now)
    }
    effects += stage.closeFar()
    redraw()
  }

  /// Handles the result of opening a file.
  private mutating func take(_ opening: PictureOpening, at now: Double) {
    let entry = opening.entry
    switch stage.files.take(opening) {
    case .pending(let reloaded):
      let isShown = entry == pictures.shown?.entry
      switch opening.result {
      case .success(let file):
        effects += stage.pictures.open(
          entry, page: reloaded ?? 0, file: .opened(file), as: .pending,
          isReload: isShown && reloaded != nil && reloaded == pictures.shown?.page)
      case .failure(let error) where reloaded != nil && isShown:
        failReload(of: entry, error.sentence, at: now)
      case .failure(.missing) where files.isKnown(entry) && stage.album?.drop(entry) == true:
        openWhereAlbumIs(at: now)
      case .failure(let error):
        switch stage.album?.failed(entry, with: error) {
        case .show(.needsNetwork(let host)): ask(entry, for: host, at: now)
        case .show(let shown):
          fail(PictureFailure(entry: entry, sentence: shown.sentence), at: now)
        case .passedOver: openWhereAlbumIs(at: now)
        case .wait, nil: effects += stage.files.waitForListing()
        }
      }
    case .ahead: effects += stage.takeAhead(opening)
    case .outdated: effects += stage.files.open(entry)
    case .nothing: break
    }
  }

  // MARK: Showing

  private mutating func mapWindowIfFirst(_ id: SourceID, _ info: SourceInfo) {
    if pictures.pending?.id == id { effects += window.map(for: info) }
  }

  private mutating func noteWait(at now: Double) {
    let awaited = hasShownAnything || failure != nil ? nil : files.awaited
    let changes = window.wait(for: awaited, at: now)
    if !changes.isEmpty { effects += changes + stage.failures.becomeVisible() }
  }

  /// Shows the pending picture once every pixel of its first view can be drawn; until then the
  /// previous one stays.
  private mutating func showPendingIfReady(at now: Double) {
    guard let picture = pictures.pending, let state = stage.state(picture.id),
      let info = state.info
    else { return }
    mapWindowIfFirst(picture.id, info)
    guard state.isDrawable else { return }
    // The old version's tiles stay until the new ones cover the view.
    if picture.isReload, !stage.reloading.mayShow(isComplete: state.isComplete, at: now) { return }
    show(picture, at: now)
  }

  private mutating func show(_ picture: AlbumPicture, at now: Double) {
    let isOther = picture.entry != pictures.shown?.entry
    effects += stage.show(picture, at: now)
    effects.append(.gallery(.show(picture.id, isFirst: !hasShownAnything)))
    hasShownAnything = true
    effects += stage.failures.pictureShown()
    effects.append(.window(.hideMessage))
    if !picture.isReload { effects.append(.window(.showCaption)) }
    if isOther { stage.reloading.showOther() }
    effects += stage.endReload()
    reportMissing(of: picture)
    redraw()
  }

  private mutating func reportMissing(of picture: AlbumPicture) {
    guard let sentence = pictures[picture.id]?.missing else { return }
    effects.append(.window(.reportMissing(picture.entry, sentence: sentence)))
  }

  private mutating func redraw() {
    if !effects.contains(.gallery(.redraw)) { effects.append(.gallery(.redraw)) }
  }

  // MARK: Failing

  private mutating func takeFailure(of id: SourceID, _ sentence: String, at now: Double) {
    guard let picture = pictures[id] else { return }
    switch picture.role {
    // The user does not see a neighbour or a picture sliding out; its error is shown on arrival.
    case .near, .leaving, .layer: break
    case .shown:
      // Keep the decoded part: a damaged picture is still worth seeing.
      effects.append(.window(.showMessage(title: picture.entry.displayName, sentence: sentence)))
    case .pending:
      if picture.isReload, picture.page > 0, picture.formerPage == nil {
        // The new version may have fewer pages.
        return effects += stage.reopen(picture, page: 0, formerPage: picture.page)
      }
      effects += stage.leave(picture, isKept: false)
      if picture.entry != pictures.shown?.entry {
        fail(PictureFailure(entry: picture.entry, sentence: sentence), at: now)
      } else if picture.isReload {
        failReload(of: picture.entry, sentence, at: now)
      } else {
        // It is another page of the shown file: the current page stays.
        effects.append(
          .window(.showMessage(title: "page \(picture.page + 1)", sentence: sentence)))
      }
    }
  }

  /// Handles a new version that can't be shown: the old one stays.
  private mutating func failReload(of entry: AlbumEntry, _ sentence: String, at now: Double) {
    stage.reloading.fail(entry, sentence, at: now)
    effects += stage.endReload()
  }

  /// Handles an entry that can't be shown: its error is shown in place of the picture, or before
  /// anything is in the window, the next entry is tried.
  private mutating func fail(_ failure: PictureFailure, at now: Double) {
    guard stage.failures.add(failure) else { return goOn(from: failure, at: now) }
    effects += stage.endTransition()
    if let shown = pictures.shown { effects += stage.settle(shown) }
    effects += stage.closeFar()
    effects.append(.gallery(.showNothing))
    effects.append(.window(.showFailure(failure.entry, sentence: failure.sentence)))
    redraw()
  }

  /// Asks the user, in place of a picture, whether a host may be contacted for it.
  private mutating func ask(_ entry: AlbumEntry, for host: String, at now: Double) {
    effects += window.map(for: nil) + stage.failures.becomeVisible()
    fail(
      PictureFailure(entry: entry, sentence: entry.question(forHost: host), host: host), at: now)
  }

  /// Tries the entry after one that failed before anything was shown; ends the program if there is
  /// none.
  private mutating func goOn(from failed: PictureFailure, at now: Double) {
    if album?.continues(after: failed.entry) == true {
      // While listing continues, a step that fails now is recorded by the album and taken later.
      if stage.failures.last != failed, stage.go(to: .next) { return openWhereAlbumIs(at: now) }
      stage.failures.wait(after: failed)
      if album?.isListing == true { return effects += stage.files.waitForListing() }
    }
    isFinished = true
    effects.append(.window(.finish(stage.failures.error)))
  }
}
