import DecoderProtocol
import Decoding
import Geometry
import Platform
import Rendering
import Tiles
import Tiling
import Windowing
import Zooming

/// Going through the album: which picture is opened, shown, kept near, and let go.
extension ViewerSession {
  /// Goes to another place of the album.
  func go(_ destination: Album.Destination, at now: Double) {
    guard album?.go(to: destination) == true else { return }
    isGoingBack = destination == .previous || destination == .last
    openWhereAlbumIs(at: now)
  }

  /// Takes in what the listing thread has found.
  func receive(_ event: ListingEvent, at now: Double) {
    album?.apply(event)
    updateTitle()
    if isWaitingForListing { openWhereAlbumIs(at: now) }
  }

  /// Opens the picture that the album is at, if it is not open already.
  func openWhereAlbumIs(at now: Double) {
    guard let entry = album?.current else {
      isWaitingForListing = true
      return
    }
    isWaitingForListing = false
    if pending?.entry == entry || opening == entry { return }
    abandonPending()
    opening = nil
    updateTitle()
    if entry == shownEntry { return }
    guard let index = neighbours.firstIndex(where: { $0.entry == entry }) else {
      opening = entry
      if openingNeighbour == entry {
        // It is on its way already, and each question has one answer.
        openingNeighbour = nil
      } else {
        opener.open(entry)
      }
      return
    }
    let picture = neighbours.remove(at: index)
    if let error = picture.error {
      release(picture)
      fail(entry, error.sentence, at: now)
    } else {
      pending = picture
      takePendingIfReady(at: now)
    }
  }

  /// Takes in what came of opening an entry.
  func receive(_ opened: PictureOpening, at now: Double) {
    let entry = opened.entry
    if entry == opening {
      opening = nil
      switch opened.result {
      case .success(let file): pending = start(entry, file, isNeighbour: false, at: now)
      case .failure(let error):
        switch album?.failed(entry, with: error) {
        case .show(let shown): fail(entry, shown.sentence, at: now)
        case .passedOver: openWhereAlbumIs(at: now)
        case .wait, nil: isWaitingForListing = true
        }
      }
    } else if entry == openingNeighbour {
      openingNeighbour = nil
      switch opened.result {
      case .success(let file):
        guard isNeighbour(entry) else { return }
        neighbours.append(start(entry, file, isNeighbour: true, at: now))
      case .failure(let error):
        // What is no picture is passed over; what can't be opened is told when one gets there.
        if album?.failed(entry, with: error) != .passedOver { unreachable.insert(entry) }
        updateTitle()
      }
    }
  }

  private func start(
    _ entry: AlbumEntry, _ file: OpenedPicture, isNeighbour: Bool, at now: Double
  ) -> OpenPicture {
    lastPictureNumber += 1
    let picture = OpenPicture(
      id: SourceID(number: lastPictureNumber), entry: entry, file: file)
    startProcess(of: picture, isNeighbour: isNeighbour, at: now)
    return picture
  }

  /// Notes that an entry can't be shown.
  ///
  /// Before anything could be shown the sentences are kept for standard error, and the next file
  /// that was named has its turn. Later, the sentence stands where the picture would.
  func fail(_ entry: AlbumEntry, _ sentence: String, at now: Double) {
    if hasShownAnything {
      showFailure(entry, sentence)
      return
    }
    failures.append("\(entry.displayPath): \(sentence)")
    if let next = album?.entry(offset: 1), next.origin != .found, album?.go(to: .next) == true {
      openWhereAlbumIs(at: now)
      return
    }
    outcome = UserError(sentence: failures.joined(separator: "\nfresnel: "))
    isFinished = true
  }

  private func showFailure(_ entry: AlbumEntry, _ sentence: String) {
    endSlide()
    retireCurrent()
    shownEntry = entry
    zoom = nil
    notices.showMessage(entry.displayName, sentence)
    updateTitle()
    needsRedraw = true
  }

  /// Puts the coming picture on the screen once every pixel of its first view can be drawn.
  ///
  /// Until then the picture before it stays. Where there is none, the rows that have come are better
  /// to look at than nothing, once it takes so long that drawing them costs little of the whole.
  func takePendingIfReady(at now: Double) {
    guard let picture = pending, let info = picture.info, isMapped else { return }
    let hasRows =
      isBackdropDue && !hasShownAnything && !picture.residency.tiles.isEmpty
      && now >= mappedAt + Self.rowsDelay
    guard hasRows || picture.covers(info.levels.fitLevel(of: firstView(of: info).destination))
    else { return }
    picture.isDrawable = true
    showPending(at: now)
  }

  /// How long a first picture takes before its rows are shown as they come, in seconds.
  private static let rowsDelay = 0.6

  /// Makes the coming picture the one on the screen.
  func showPending(at now: Double) {
    guard let picture = pending, let info = picture.info else { return }
    pending = nil
    turnSlide(from: self.current, at: now)
    // Of one file's pages only the one that is looked at is kept.
    retireCurrent(isKept: current?.entry != picture.entry)
    neighbours.removeAll { $0 === picture }
    current = picture
    scheduler.setInterest(.view, in: picture.id)
    shownEntry = picture.entry
    zoom = nextView(of: info)
    if !hasShownAnything {
      for failure in failures { StandardError.write(failure) }
      failures.removeAll()
      hasShownAnything = true
      // Who starts the viewer from a menu sees no standard error.
      if let sentence = settings.sentences.first { notices.showNote(sentence, until: now + 8) }
    }
    notices.hideMessage()
    updateTitle()
    if isFullScreen { showCaption(at: now) }
    tellMissing(of: picture, at: now)
    needsRedraw = true
  }

  /// The view with which a picture follows the one that is shown.
  func nextView(of info: SourceInfo) -> ZoomController {
    var controller = firstView(of: info)
    if let zoom, hasShownAnything, settings.onNext == .keep { controller.place(like: zoom) }
    return controller
  }

  /// The view that a picture starts with.
  func firstView(of info: SourceInfo) -> ZoomController {
    var controller = ZoomController(
      surface: surface, picture: info.size, preferences: settings.zooming)
    if !hasShownAnything {
      if case .scale(let scale) = settings.zoom {
        // The picture's own middle: that of the fit view may be half a device pixel beside it.
        controller.setScale(
          scale, centerImagePoint: settings.center ?? info.size.center, animated: false, now: 0)
      } else if let center = settings.center {
        controller.setScale(
          controller.fitScale, centerImagePoint: center, animated: false, now: 0)
      }
    }
    return controller
  }

  /// Takes what a decoder has to say.
  func handle(_ event: DecodeEvent, at now: Double) {
    switch event {
    case .opened(let id, let info):
      guard let picture = openPicture(id) else { return }
      picture.info = info
      if picture === pending { mapWindow(for: info, at: now) }
    case .tile(let tile):
      firstPaint.hold(tile)
      renderer.upload(tile)
      paintFirstIfReady(at: now)
    case .progress(let id, let fraction):
      guard let picture = openPicture(id) else { return }
      picture.progress?.fraction = fraction
      if picture === current || picture === pending { updateProgress(at: now) }
    case .incomplete(let id, let sentence):
      guard let picture = openPicture(id) else { return }
      picture.missing = sentence
      if picture === current { tellMissing(of: picture, at: now) }
    case .noRoom(let id):
      guard let picture = openPicture(id) else { return }
      let sentence =
        "\(picture.entry.displayPath): the disk has no room to set the picture aside: "
        + "what is looked at closely takes longer"
      perform(filtering.tell([sentence]), at: now)
    case .failed(let id, let error):
      guard let picture = openPicture(id) else { return }
      handle(error, of: picture, at: now)
    case .idle(let id):
      guard let picture = openPicture(id) else { return }
      picture.progress = nil
      updateProgress(at: now)
    }
  }

  /// Says why some of the picture on the screen is missing.
  private func tellMissing(of picture: OpenPicture, at now: Double) {
    guard let sentence = picture.missing else { return }
    notices.tellMissing(of: picture.entry, sentence, at: now)
  }

  private func handle(_ error: DecodeError, of picture: OpenPicture, at now: Double) {
    picture.error = error
    picture.progress = nil
    updateProgress(at: now)
    scheduler.close(picture.id)
    if picture === pending {
      pending = nil
      release(picture)
      if picture.entry == current?.entry {
        // Another page of the file that is seen: that stays.
        notices.showFailure("page \(picture.frame + 1)", error.sentence, at: now)
        return
      }
      fail(picture.entry, error.sentence, at: now)
    } else if picture === current {
      // What is there stays: a picture that is broken further down is still worth seeing.
      notices.showFailure(picture.entry.displayName, error.sentence, at: now)
    }
  }

  /// The open picture of a number.
  func openPicture(_ id: SourceID) -> OpenPicture? {
    if let current, current.id == id { return current }
    if let pending, pending.id == id { return pending }
    if let leaving, leaving.picture.id == id { return leaving.picture }
    return neighbours.first { $0.id == id }
  }

  // MARK: Neighbours

  /// Opens the pictures before and after this one while nothing else is to be done.
  ///
  /// One at a time, the one that comes next first; its process ends with its fit view delivered.
  func openNeighboursIfIdle(at now: Double) {
    guard slide == nil, pending == nil, opening == nil, openingNeighbour == nil, isVisible,
      presentedNumber > 0,
      let current, current.info != nil, current.plan.wanted.isEmpty,
      zoom?.isMoving(at: now) != true, hasRoomForNeighbour,
      neighbours.allSatisfy({ $0.error != nil || ($0.info != nil && $0.plan.wanted.isEmpty) })
    else { return }
    for offset in isGoingBack ? [-1, 1] : [1, -1] {
      guard let entry = album?.entry(offset: offset), entry != current.entry,
        entry.origin != .standardInput, !unreachable.contains(entry),
        !neighbours.contains(where: { $0.entry == entry })
      else { continue }
      openingNeighbour = entry
      opener.open(entry)
      return
    }
  }

  /// Takes the picture off the screen: it becomes a neighbour, or goes.
  private func retireCurrent(isKept: Bool = true) {
    guard let picture = current else { return }
    current = nil
    fades.end()
    picture.isDrawable = false
    if isKept, picture.error == nil, isNeighbour(picture.entry) {
      scheduler.setInterest(.fitOnly, in: picture.id)
      neighbours.append(picture)
    } else if picture === leaving?.picture {
      // It slides out with what it showed.
      scheduler.close(picture.id)
      leaving?.isLast = true
    } else {
      release(picture)
    }
    dropFarNeighbours()
  }

  private func abandonPending() {
    guard let picture = pending else { return }
    pending = nil
    picture.progress = nil
    if picture.info != nil, picture.error == nil, isNeighbour(picture.entry),
      picture.entry != current?.entry
    {
      scheduler.setInterest(.fitOnly, in: picture.id)
      neighbours.append(picture)
    } else {
      release(picture)
    }
    dropFarNeighbours()
  }

  private func dropFarNeighbours() {
    let far = neighbours.filter { !isNeighbour($0.entry) && $0 !== pending }
    neighbours.removeAll { picture in far.contains { $0 === picture } }
    far.forEach(release)
  }

  private func isNeighbour(_ entry: AlbumEntry) -> Bool {
    album?.current == entry || album?.entry(offset: 1) == entry
      || album?.entry(offset: -1) == entry
  }

  func release(_ picture: OpenPicture) {
    scheduler.close(picture.id)
    renderer.drop(picture.id)
  }
}
