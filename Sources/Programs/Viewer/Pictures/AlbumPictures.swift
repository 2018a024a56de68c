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
  /// An error shown in place of a picture.
  struct Failure: Hashable, Sendable {
    /// The entry that could not be shown.
    let entry: AlbumEntry
    /// The reason.
    let sentence: String
    /// The host that the user may allow, to show the picture after all.
    var host: String?
  }

  /// The album and the place in it; `nil` if no file was named.
  private(set) var album: Album?
  /// The pictures that are open.
  private(set) var pictures = OpenPictures()
  /// The transition to a neighbour, held by fingers or settling.
  private(set) var transition: PictureTransition
  /// The error on the screen in place of a picture.
  private(set) var failure: Failure?
  /// True once a picture has been on the screen: from then on errors are shown in place of
  /// pictures.
  private(set) var hasShownAnything = false
  /// True once the user was asked about a host: the window is mapped, so errors are shown in it.
  private var hasAsked = false
  /// The last failure before any picture was shown, while its successors are still being listed.
  private var failedFirst: Failure?

  /// The files that are being opened.
  private(set) var files = FileRequests()
  /// The state of new versions of the shown file.
  private(set) var reloading = PictureReload()
  /// Returns what the view knows of a source.
  private var state: (SourceID) -> SourceState? = { _ in nil }
  /// True if the last step went back: the next picture is opened ahead in that direction.
  private var isGoingBack = false
  /// Errors about files that could not be shown, until one can.
  private var sentences: [String] = []
  private var hasMappedWindow = false
  private var isFinished = false
  /// The input of the title after the last event.
  private var lastTitle: TitleInput?
  /// The effects of the current event.
  private var effects: [PictureEffect] = []

  /// Creates the pictures of an album, none of them open, for a view of a width in device pixels.
  init(_ album: Album?, width: Int, slides: PictureTransition.Preferences = .init()) {
    self.album = album
    transition = PictureTransition(width: width, preferences: slides)
    lastTitle = titleSubject
  }

  /// Sets the feel of transitions.
  mutating func setSlides(_ slides: PictureTransition.Preferences) {
    transition.preferences = slides
  }

  /// Sets where the state of sources is read; before, nothing is known about any.
  mutating func readStates(_ state: @escaping (SourceID) -> SourceState?) { self.state = state }

  /// Returns the description of a picture; `nil` until its header is read.
  func info(of picture: AlbumPicture) -> SourceInfo? { state(picture.id)?.info }

  private func hasFailed(_ picture: AlbumPicture) -> Bool { state(picture.id)?.failure != nil }

  /// Handles an event and returns the effects to perform.
  mutating func receive(_ event: PictureEvent, at now: Double) -> [PictureEffect] {
    if case .ended = event {
      isFinished = true
      transition.end()
      return pictures.all.flatMap { pictures.close($0.id) }
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
      album?.apply(listed)
      openWhereAlbumIs(at: now)
      closeFar()
    case .albumReplaced(let album): replace(album, at: now)
    case .go(let destination):
      endTransition()
      go(to: destination, at: now)
      redraw()
    case .filesChanged(let changes): apply(changes, at: now)
    case .goToFile(let path):
      guard album?.go(toPath: path) == true else { return }
      endTransition()
      openWhereAlbumIs(at: now)
      redraw()
    case .hostAllowed:
      guard let host = failure?.host, let entry = failure?.entry else { return }
      failure?.host = nil
      effects += [.gallery(.allowHost(host)), .window(.hideMessage)]
      effects += files.open(entry)
    case .turnPages(let offset): turnPages(by: offset)
    case .fileOpened(let opening): take(opening, at: now)
    case .fileChanged(let id): reload(id)
    case .fileWritten(let path): check(path)
    case .fileGone(let path, let departure):
      guard let entry = shownEntry, entry.isFile, entry.path == path else { return }
      effects.append(.window(.showNote(departure.sentence(about: entry.displayName))))
    case .reload: reloadByHand()
    case .fileProgressed(let entry, let fraction):
      if let fraction { files.progressed(entry, fraction, at: now) }
    case .source(let id, let event): take(event, of: id, at: now)
    case .covered: showPendingIfReady(at: now)
    case .rowsWorthShowing(let id):
      // If nothing is on the screen, partial rows are better than nothing.
      guard !hasShownAnything, let picture = pictures.pending, picture.id == id else { return }
      if info(of: picture) != nil { show(picture, at: now) }
    case .idle: prefetchNeighbour()
    case .panOffered(let offered):
      refreshListing(isThorough: false)
      transition.begin(offered, between: neighbours)
      effects.append(.gallery(.endPan))
    case .transitionHeld:
      // A swipe may begin while a button still holds the picture: its release then belongs to the
      // slide.
      if !transition.isUnderWay { effects.append(.gallery(.endPan)) }
      transition.hold(between: neighbours, at: now)
    case .transitionMoved(let distance): transition.move(by: distance, between: neighbours)
    case .transitionReleased(let velocity):
      guard transition.isUnderWay else { return }
      walk(transition.release(velocity: velocity, between: neighbours, at: now), at: now)
    case .transitionCancelled:
      guard transition.isUnderWay else { return }
      walk(transition.cancel(between: neighbours, at: now), at: now)
    case .tick:
      if transition.isFinished(at: now) { endTransition() }
      if pictures.pending?.isReload == true { showPendingIfReady(at: now) }
      if let problem = reloading.takeProblem(at: now), problem.entry == pictures.shown?.entry {
        effects.append(
          .window(.showMessage(title: problem.entry.displayName, sentence: problem.sentence)))
      }
    case .resized(let width):
      endTransition()
      transition.resize(width: width)
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
        if returnToPage(of: pending, info) { return }
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
    pictures.setMissing(id, sentence)
    if let shown = pictures.shown, shown.id == id { reportMissing(of: shown) }
  }

  /// When `tick` has something to do without another event, in seconds of the view's clock; `nil`
  /// if it hasn't.
  var deadline: Double? {
    guard let pending = pictures.pending, pending.isReload, let state = state(pending.id),
      state.isDrawable
    else { return reloading.problemDue }
    return state.isComplete ? 0 : reloading.deadline
  }

  // MARK: Paging

  /// Opens another album; the current picture stays until the new one can be drawn.
  private mutating func replace(_ album: Album, at now: Double) {
    endTransition()
    abandonPending()
    effects += files.stopWaiting() + files.abandonAhead()
    self.album = album
    (failedFirst, sentences) = (nil, [])
    // The user sees the window: errors are shown in it.
    (hasMappedWindow, hasAsked, isGoingBack) = (true, true, false)
    if let failure, failure.entry == album.current {
      // Pictures that failed before are tried again.
      effects += files.open(failure.entry)
    } else {
      openWhereAlbumIs(at: now)
    }
    // A shown picture may have changed, or be the standard input of another start.
    if let shown = pictures.shown, shown.entry == album.current,
      shown.entry.origin == .standardInput
    {
      reload(shown.id)
    } else if let shown = pictures.shown, shown.entry == album.current, shown.entry.isFile {
      effects.append(.gallery(.checkFile(shown.id)))
    }
    closeFar()
  }

  /// Goes to a destination; at the ends, it first looks for files added to the folders meanwhile.
  private mutating func go(to destination: Album.Destination, at now: Double) {
    if goAlbum(destination) {
      refreshListing(isThorough: [.first, .last].contains(destination))
      openWhereAlbumIs(at: now)
    } else {
      let owesIt = album?.isRefreshing == true
      if refreshListing(isThorough: true, again: true), !owesIt { _ = goAlbum(destination) }
    }
  }

  /// Reads the folders again; returns false if there are none, or if they are already being read
  /// and `again` is false.
  @discardableResult
  private mutating func refreshListing(isThorough: Bool, again: Bool = false) -> Bool {
    guard hasShownAnything, album?.beginRefresh(again: again) == true else { return false }
    effects.append(.window(.refreshListing(isThorough: isThorough)))
    return true
  }

  private mutating func goAlbum(_ destination: Album.Destination) -> Bool {
    guard album?.go(to: destination) == true else { return false }
    isGoingBack = destination.isBack
    return true
  }

  /// Moves on by the number of pictures that a transition returned.
  private mutating func walk(_ way: Int, at now: Double) {
    for _ in 0..<abs(way) { _ = goAlbum(way > 0 ? .next : .previous) }
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
      abandonPending()
      effects += files.waitForListing()
      return
    }
    if pictures.pending?.entry == entry || files.isWaiting(for: entry) { return }
    if let failedFirst, failedFirst.entry == entry { return goOn(from: failedFirst, at: now) }
    let wasElsewhere = pictures.pending != nil || files.isWaiting
    abandonPending()
    effects += files.stopWaiting()
    if entry == shownEntry {
      // The user comes back to a picture that could not be shown: it is tried again.
      if failure?.entry == entry, wasElsewhere { effects += files.open(entry) }
      // A transition's target was not a picture, so it goes back.
      if transition.pending != nil { _ = transition.cancel(between: neighbours, at: now) }
      return
    }
    let open = pictures.all.first {
      $0.entry == entry && ($0.role == .near || $0.role == .leaving && !hasFailed($0))
    }
    if let open {
      if !hasFailed(open) {
        effects += pictures.setRole(open.id, .pending)
        if entry.isFile { effects.append(.gallery(.checkFile(open.id))) }
        return showPendingIfReady(at: now)
      }
      // The file may be complete by now.
      effects += pictures.close(open.id)
    }
    effects += files.open(entry)
  }

  /// Applies changes that the viewer itself has made to files.
  private mutating func apply(_ changes: [AlbumChange], at now: Double) {
    guard let before = shownEntry, album != nil else { return }
    endTransition()
    album?.apply(changes)
    for change in changes {
      if let gone = change.gone, let new = change.new { pictures.rename(gone, to: new) }
    }
    if let entry = album?.current, entry.path == failure?.entry.path,
      changes.contains(where: { $0.new == entry.path })
    {
      // The file was restored in place of its error.
      effects += files.open(entry)
    } else if album?.hasPictures == true {
      openWhereAlbumIs(at: now)
    } else {
      abandonPending()
      effects += files.stopWaiting()
      fail(before, "the file is gone, and no other picture is left", at: now)
    }
    closeFar()
    redraw()
  }

  /// Reopens a file that has changed; the old version stays until the new one can be drawn.
  private mutating func reload(_ id: SourceID) {
    guard let picture = pictures[id] else { return }
    switch picture.role {
    case .leaving, .layer: break
    case .near: effects += pictures.close(id)
    case .pending, .shown:
      if picture.role == .pending {
        effects += pictures.close(id)
      } else if files.isWaiting || pictures.pending != nil {
        // It is looked at again when what is pending is shown; if the user is going elsewhere, on
        // return.
        return reloading.owe(picture.entry)
      }
      reloading.begin()
      effects += files.open(picture.entry, reloadedPage: picture.formerPage ?? picture.page)
    }
  }

  /// Looks whether the file at a path is another version than the one that is shown.
  private mutating func check(_ path: [UInt8]) {
    if let shown = pictures.shown {
      guard shown.entry.isFile, shown.entry.path == path else { return }
      if files.isWaiting || pictures.pending != nil { return reloading.owe(shown.entry) }
      effects.append(.gallery(.checkFile(shown.id)))
    } else if let failure, failure.entry.isFile, failure.entry.path == path,
      pictures.pending == nil, !files.isWaiting
    {
      effects += files.open(failure.entry)
    }
  }

  private mutating func reloadByHand() {
    refreshListing(isThorough: true, again: true)
    guard pictures.pending == nil, !files.isWaiting else { return }
    if let shown = pictures.shown {
      reloading.begin(isByHand: true)
      effects += files.open(shown.entry, reloadedPage: shown.page)
    } else if let failure {
      effects += files.open(failure.entry)
    }
  }

  /// Opens the page that was shown before, or else the last one, of a new version with fewer pages.
  private mutating func returnToPage(of picture: AlbumPicture, _ info: SourceInfo) -> Bool {
    guard let former = picture.formerPage else { return false }
    let page = info.isTimed ? 0 : min(former, info.frameCount - 1)
    guard page > picture.page else { return false }
    effects += pictures.open(
      picture.entry, page: page, file: .sameAs(picture.id), as: .pending, isReload: true,
      formerPage: former)
    effects += pictures.close(picture.id)
    return true
  }

  /// Ends a reload, or the way to another picture: what has changed meanwhile is looked at.
  private mutating func endReload() {
    let shown = pictures.shown
    if reloading.end(at: shown?.entry), let shown, shown.entry.isFile {
      effects.append(.gallery(.checkFile(shown.id)))
    }
  }

  /// Handles the result of opening a file.
  private mutating func take(_ opening: PictureOpening, at now: Double) {
    let entry = opening.entry
    switch files.take(opening) {
    case .pending(let reloaded):
      let isShown = entry == pictures.shown?.entry
      switch opening.result {
      case .success(let file):
        effects += pictures.open(
          entry, page: reloaded ?? 0, file: .opened(file), as: .pending,
          isReload: isShown && reloaded != nil && reloaded == pictures.shown?.page)
      case .failure(let error) where reloaded != nil && isShown:
        // The old version stays.
        reloading.fail(entry, error.sentence, at: now)
        endReload()
      case .failure(.missing) where files.isKnown(entry) && album?.drop(entry) == true:
        openWhereAlbumIs(at: now)
      case .failure(let error):
        switch album?.failed(entry, with: error) {
        case .show(.needsNetwork(let host)): ask(entry, for: host, at: now)
        case .show(let shown): fail(entry, shown.sentence, at: now)
        case .passedOver: openWhereAlbumIs(at: now)
        case .wait, nil: effects += files.waitForListing()
        }
      }
    case .ahead:
      switch opening.result {
      case .success(let file):
        if isNear(entry) { effects += pictures.open(entry, file: .opened(file), as: .near) }
      case .failure(let error):
        // A file that is not a picture is skipped; other errors are shown when the user gets there.
        if album?.failed(entry, with: error) != .passedOver { files.cannotReach(entry) }
      }
      closeFar()
    case .nothing: break
    }
  }

  /// Goes to another page of the shown file; nothing happens at the first and last page.
  ///
  /// The current page stays until the first view of the new one can be drawn.
  private mutating func turnPages(by offset: Int) {
    guard let shown = pictures.shown, let pages = pageNumber(of: shown), !files.isWaiting else {
      return
    }
    let pending = pictures.pending
    if let pending, pending.entry != shown.entry { return }
    let before = (pending ?? shown).page
    let page = min(max(before + offset, 0), pages.count - 1)
    guard page != before else { return }
    if let pending { effects += pictures.close(pending.id) }
    guard page != shown.page else { return }
    effects += pictures.open(shown.entry, page: page, file: .sameAs(shown.id), as: .pending)
  }

  // MARK: Showing

  private mutating func mapWindowIfFirst(_ id: SourceID, _ info: SourceInfo) {
    guard !hasMappedWindow, pictures.pending?.id == id else { return }
    hasMappedWindow = true
    effects.append(.window(.mapWindow(info)))
  }

  /// Shows the pending picture once every pixel of its first view can be drawn; until then the
  /// previous one stays.
  private mutating func showPendingIfReady(at now: Double) {
    guard let picture = pictures.pending, let state = state(picture.id), let info = state.info
    else { return }
    mapWindowIfFirst(picture.id, info)
    guard state.isDrawable else { return }
    // The old version's tiles stay until the new ones cover the view.
    if picture.isReload, !reloading.mayShow(isComplete: state.isComplete, at: now) { return }
    show(picture, at: now)
  }

  private mutating func show(_ picture: AlbumPicture, at now: Double) {
    let before = pictures.shown
    turnTransition(from: before?.id, at: now)
    if let before {
      if transition.leaving?.id == before.id {
        effects += pictures.setRole(before.id, .leaving)
      } else {
        // Of the pages of one file only the current one is kept.
        settle(before, isKept: before.entry != picture.entry)
      }
    }
    failure = nil
    effects += pictures.setRole(picture.id, .shown)
    closeFar()
    effects.append(.gallery(.show(picture.id, isFirst: !hasShownAnything)))
    hasShownAnything = true
    effects += sentences.map { .window(.printToStandardError($0)) }
    sentences = []
    effects.append(.window(.hideMessage))
    if !picture.isReload { effects.append(.window(.showCaption)) }
    if picture.entry != before?.entry { reloading.showOther() }
    endReload()
    reportMissing(of: picture)
    redraw()
  }

  private mutating func reportMissing(of picture: AlbumPicture) {
    guard let sentence = pictures[picture.id]?.missing else { return }
    effects.append(.window(.reportMissing(picture.entry, sentence: sentence)))
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
        effects += pictures.open(
          picture.entry, page: 0, file: .sameAs(id), as: .pending, isReload: true,
          formerPage: picture.page)
        effects += pictures.close(id)
        return
      }
      leavePending(picture, isKept: false)
      if picture.entry == pictures.shown?.entry, picture.isReload {
        reloading.fail(picture.entry, sentence, at: now)
        endReload()
      } else if picture.entry == pictures.shown?.entry {
        // It is another page of the shown file: the current page stays.
        effects.append(
          .window(.showMessage(title: "page \(picture.page + 1)", sentence: sentence)))
      } else {
        fail(picture.entry, sentence, at: now)
      }
    }
  }

  /// Handles an entry that can't be shown.
  ///
  /// Before anything was shown, errors are collected for standard error and the next entry is
  /// tried. Later, the error is shown in place of the picture.
  private mutating func fail(_ entry: AlbumEntry, _ sentence: String, at now: Double) {
    guard hasShownAnything || hasAsked else {
      sentences.append("\(entry.displayPath): \(sentence)")
      return goOn(from: Failure(entry: entry, sentence: sentence), at: now)
    }
    endTransition()
    if let shown = pictures.shown { settle(shown) }
    failure = Failure(entry: entry, sentence: sentence)
    closeFar()
    effects += [.gallery(.showNothing), .window(.showFailure(entry, sentence: sentence))]
    redraw()
  }

  /// Asks the user, in place of a picture, whether a host may be contacted for it.
  private mutating func ask(_ entry: AlbumEntry, for host: String, at now: Double) {
    if !hasMappedWindow {
      hasMappedWindow = true
      effects.append(.window(.mapEmptyWindow))
    }
    hasAsked = true
    fail(entry, entry.question(forHost: host), at: now)
    failure?.host = host
  }

  /// Tries the entry after one that failed before anything was shown; ends the program if there is
  /// none.
  private mutating func goOn(from failed: Failure, at now: Double) {
    if album?.continues(after: failed.entry) == true {
      // While listing continues, a step that fails now is recorded by the album and taken later.
      if failedFirst != failed, goAlbum(.next) { return openWhereAlbumIs(at: now) }
      failedFirst = failed
      if album?.isListing == true { return effects += files.waitForListing() }
    }
    isFinished = true
    effects.append(
      .window(.finish(UserError(sentence: sentences.joined(separator: "\nfresnel: ")))))
  }

  private mutating func redraw() {
    if !effects.contains(.gallery(.redraw)) { effects.append(.gallery(.redraw)) }
  }

  // MARK: Neighbours

  /// Opens a neighbour ahead of time: one at a time, first in the direction of the last step.
  private mutating func prefetchNeighbour() {
    guard !transition.isUnderWay, !files.isWaiting, files.ahead == nil, pictures.pending == nil,
      let shown = pictures.shown, info(of: shown) != nil,
      pictures.near.allSatisfy({ hasFailed($0) || info(of: $0) != nil })
    else { return }
    let sides = (isGoingBack ? [-1, 1] : [1, -1]).compactMap { album?.entry(offset: $0) }
    let next = sides.first { entry in
      entry != shown.entry && files.mayOpenAhead(entry)
        && !pictures.all.contains { $0.entry == entry }
    }
    if let next { effects += files.prefetchNeighbour(next) }
  }

  /// Releases a picture that is no longer shown: it becomes a neighbour or is closed.
  private mutating func settle(_ picture: AlbumPicture, isKept: Bool = true) {
    let isKept =
      isKept && info(of: picture) != nil && !hasFailed(picture) && isNear(picture.entry)
      && !pictures.near.contains { $0.entry == picture.entry }
    effects += isKept ? pictures.setRole(picture.id, .near) : pictures.close(picture.id)
    closeFar()
  }

  private mutating func abandonPending() {
    guard let pending = pictures.pending else { return }
    leavePending(pending, isKept: pending.entry != shownEntry)
  }

  /// Stops waiting for a picture; one that is sliding out stays until it is out.
  private mutating func leavePending(_ picture: AlbumPicture, isKept: Bool) {
    if transition.leaving?.id == picture.id {
      effects += pictures.setRole(picture.id, .leaving)
    } else {
      settle(picture, isKept: isKept)
    }
  }

  private mutating func closeFar() {
    if let entry = files.ahead, entry.isAddress, !isNear(entry) {
      effects += files.abandonAhead()
    }
    for picture in pictures.near where !isNear(picture.entry) {
      effects += pictures.close(picture.id)
    }
  }

  // MARK: The transition

  private mutating func turnTransition(from id: SourceID?, at now: Double) {
    guard transition.pending != nil else { return endTransition() }
    let before = transition.leaving?.id
    transition.turn(from: id, at: now)
    if let before { letOut(before) }
  }

  /// Ends the transition where it is, because a key goes elsewhere immediately.
  private mutating func endTransition() {
    let before = transition.leaving?.id
    transition.end()
    if let before { letOut(before) }
  }

  /// Releases a picture that has slid out, unless it was requested again meanwhile.
  private mutating func letOut(_ id: SourceID) {
    if let picture = pictures[id], picture.role == .leaving { settle(picture) }
  }
}
