import Tiles
import Viewing
import Zooming

/// The pictures of an album that are open or being opened, and the transition between them.
///
/// Changes return the effects to perform, in order; `AlbumPictures` decides what is shown.
struct PictureStage {
  /// The album and the place in it; `nil` if no file was named.
  var album: Album?
  var pictures = OpenPictures()
  /// The files that are being opened.
  var files = FileRequests()
  /// The transition to a neighbour, held by fingers or settling.
  var transition: PictureTransition
  /// The state of new versions of the shown file.
  var reloading = PictureReload()
  /// The errors about pictures that can't be shown.
  var failures = PictureFailures()
  /// Returns what the view knows of a source; before it is set, nothing is known about any.
  var state: (SourceID) -> SourceState? = { _ in nil }
  /// True if the last step went back: the next picture is opened ahead in that direction.
  private var isGoingBack = false

  /// Creates the stage of an album, with nothing open.
  init(_ album: Album?, transition: PictureTransition) {
    self.album = album
    self.transition = transition
  }

  /// The entry whose picture, or whose failure, is on the screen.
  var shownEntry: AlbumEntry? { pictures.shown?.entry ?? failures.shown?.entry }

  /// Returns the description of a picture; `nil` until its header is read.
  func info(of picture: AlbumPicture) -> SourceInfo? { state(picture.id)?.info }

  private func hasFailed(_ picture: AlbumPicture) -> Bool { state(picture.id)?.failure != nil }

  /// Returns the number of a picture's page; `nil` for a single page or an animation.
  func pageNumber(of picture: AlbumPicture) -> PageNumber? {
    guard let info = info(of: picture), info.frameCount > 1, !info.isTimed else { return nil }
    let page = picture.page
    let name = info.pageNames.indices.contains(page) ? info.pageNames[page] : ""
    return PageNumber(number: page + 1, count: info.frameCount, name: name)
  }

  // MARK: The album

  /// Replaces the album; the current picture stays until one of the new album can be drawn.
  mutating func replace(_ album: Album) -> [PictureEffect] {
    let effects = endTransition() + stopWaiting() + files.abandonAhead()
    self.album = album
    isGoingBack = false
    failures.albumReplaced()
    return effects
  }

  /// Goes to a destination in the album; returns true if the place has changed.
  mutating func go(to destination: Album.Destination) -> Bool {
    guard album?.go(to: destination) == true else { return false }
    isGoingBack = destination.isBack
    return true
  }

  /// Applies changes that the viewer itself has made to files.
  mutating func apply(_ changes: [AlbumChange]) -> [PictureEffect] {
    let effects = endTransition()
    album?.apply(changes)
    for change in changes {
      if let gone = change.gone, let new = change.new { pictures.rename(gone, to: new) }
    }
    return effects
  }

  /// Closes everything.
  mutating func end() -> [PictureEffect] {
    transition.end()
    return pictures.all.flatMap { pictures.close($0.id) }
  }

  /// Looks whether the shown picture is another version than the album's current file: it may have
  /// changed, or be the standard input of another start.
  mutating func checkShown() -> [PictureEffect] {
    guard let shown = pictures.shown, shown.entry == album?.current else { return [] }
    if shown.entry.origin == .standardInput { return reload(shown.id) }
    return shown.entry.isFile ? [.gallery(.checkFile(shown.id))] : []
  }

  // MARK: Roles

  /// Shows a picture; the one before slides out, or becomes a neighbour, or is closed.
  mutating func show(_ picture: AlbumPicture, at now: Double) -> [PictureEffect] {
    let before = pictures.shown
    var effects = turnTransition(from: before?.id, at: now)
    // Of the pages of one file only the current one is kept.
    if let before { effects += leave(before, isKept: before.entry != picture.entry) }
    return effects + pictures.setRole(picture.id, .shown) + closeFar()
  }

  /// Makes the open picture of an entry the pending one, or opens its file.
  mutating func open(_ entry: AlbumEntry) -> [PictureEffect] {
    let open = pictures.all.first {
      $0.entry == entry && ($0.role == .near || $0.role == .leaving && !hasFailed($0))
    }
    guard let open else { return files.open(entry) }
    // The file may be complete by now.
    if hasFailed(open) { return pictures.close(open.id) + files.open(entry) }
    let check: [PictureEffect] = entry.isFile ? [.gallery(.checkFile(open.id))] : []
    return pictures.setRole(open.id, .pending) + check
  }

  /// Allows the host that the shown question is about.
  mutating func allowHost() -> [PictureEffect] {
    guard let (entry, host) = failures.allowHost() else { return [] }
    files.hostAllowed()
    let effects: [PictureEffect] = [.gallery(.allowHost(host)), .window(.hideMessage)]
    // The user may have gone on meanwhile: that picture is pending already.
    return album?.current == entry ? effects + files.open(entry) : effects
  }

  mutating func stopWaiting() -> [PictureEffect] { abandonPending() + files.stopWaiting() }

  /// Stops waiting for the pending picture.
  mutating func abandonPending() -> [PictureEffect] {
    guard let pending = pictures.pending else { return [] }
    return leave(pending, isKept: pending.entry != shownEntry)
  }

  /// Releases a picture, unless it is sliding out: then it stays until it is out.
  mutating func leave(_ picture: AlbumPicture, isKept: Bool) -> [PictureEffect] {
    transition.leaving?.id == picture.id
      ? pictures.setRole(picture.id, .leaving) : settle(picture, isKept: isKept)
  }

  /// Releases a picture that is no longer shown: it becomes a neighbour or is closed.
  mutating func settle(_ picture: AlbumPicture, isKept: Bool = true) -> [PictureEffect] {
    let isKept =
      isKept && info(of: picture) != nil && !hasFailed(picture) && isNear(picture.entry)
      && !pictures.near.contains { $0.entry == picture.entry }
    return (isKept ? pictures.setRole(picture.id, .near) : pictures.close(picture.id)) + closeFar()
  }

  // MARK: Neighbours

  /// Returns true if an entry is next to the current one.
  func isNear(_ entry: AlbumEntry) -> Bool {
    album?.entry(offset: 1) == entry || album?.entry(offset: -1) == entry
  }

  /// The sides of the shown picture that have a neighbour.
  var neighbours: AlbumTransition.Neighbours {
    AlbumTransition.Neighbours(
      hasPrevious: entry(of: .previous) != nil, hasNext: entry(of: .next) != nil)
  }

  /// Returns the album's entry beside the shown picture; the album may already be one step ahead.
  func entry(of page: AlbumTransition.Page) -> AlbumEntry? {
    let ahead = transition.pending?.rawValue ?? 0
    let entry = album?.entry(offset: page.rawValue - ahead)
    return entry == shownEntry ? nil : entry
  }

  /// Opens a neighbour ahead of time: one at a time, first in the direction of the last step.
  mutating func prefetchNeighbour() -> [PictureEffect] {
    guard !transition.isUnderWay, !files.isWaiting, files.ahead == nil, pictures.pending == nil,
      let shown = pictures.shown, info(of: shown) != nil,
      pictures.near.allSatisfy({ hasFailed($0) || info(of: $0) != nil })
    else { return [] }
    let sides = (isGoingBack ? [-1, 1] : [1, -1]).compactMap { album?.entry(offset: $0) }
    let next = sides.first { entry in
      entry != shown.entry && files.mayOpenAhead(entry)
        && !pictures.all.contains { $0.entry == entry }
    }
    return next.map { files.prefetchNeighbour($0) } ?? []
  }

  /// Handles the result of opening a neighbour's file.
  mutating func takeAhead(_ opening: PictureOpening) -> [PictureEffect] {
    var effects: [PictureEffect] = []
    let entry = opening.entry
    switch opening.result {
    case .success(let file):
      if isNear(entry) { effects = pictures.open(entry, file: .opened(file), as: .near) }
    case .failure(let error):
      // A file that is not a picture is skipped; other errors are shown when the user gets there.
      if album?.failed(entry, with: error) != .passedOver { files.cannotReach(entry) }
    }
    return effects + closeFar()
  }

  /// Closes what is no longer next to the current entry.
  mutating func closeFar() -> [PictureEffect] {
    var effects: [PictureEffect] = []
    if let entry = files.ahead, entry.isAddress, !isNear(entry) { effects = files.abandonAhead() }
    for picture in pictures.near where !isNear(picture.entry) {
      effects += pictures.close(picture.id)
    }
    return effects
  }

  // MARK: The transition

  private mutating func turnTransition(from id: SourceID?, at now: Double) -> [PictureEffect] {
    guard transition.pending != nil else { return endTransition() }
    return letOut { $0.turn(from: id, at: now) }
  }

  /// Ends the transition where it is, because a key goes elsewhere immediately.
  mutating func endTransition() -> [PictureEffect] { letOut { $0.end() } }

  /// Changes the transition, and releases a picture that has slid out, unless it was requested
  /// again meanwhile.
  private mutating func letOut(
    by change: (inout PictureTransition) -> Void
  ) -> [PictureEffect] {
    let before = transition.leaving?.id
    change(&transition)
    guard let picture = before.flatMap({ pictures[$0] }), picture.role == .leaving else {
      return []
    }
    return settle(picture)
  }
}
