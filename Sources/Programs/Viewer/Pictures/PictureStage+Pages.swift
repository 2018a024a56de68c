import Tiles

/// The pages of the shown file, and new versions of it.
extension PictureStage {
  /// When something is to be done about a new version without another event, in seconds of the
  /// view's clock; `nil` if nothing is.
  var reloadDeadline: Double? {
    guard let pending = pictures.pending, pending.isReload, let state = state(pending.id),
      state.isDrawable
    else { return reloading.problemDue }
    return state.isComplete ? 0 : reloading.deadline
  }

  /// Goes to another page of the shown file; nothing happens at the first and last page.
  ///
  /// The current page stays until the first view of the new one can be drawn.
  mutating func turnPages(by offset: Int) -> [PictureEffect] {
    guard let shown = pictures.shown, let pages = pageNumber(of: shown), !files.isWaiting else {
      return []
    }
    let pending = pictures.pending
    if let pending, pending.entry != shown.entry { return [] }
    let before = (pending ?? shown).page
    let page = min(max(before + offset, 0), pages.count - 1)
    guard page != before else { return [] }
    let effects = pending.map { pictures.close($0.id) } ?? []
    guard page != shown.page else { return effects }
    return effects
      + pictures.open(shown.entry, page: page, file: .sameAs(shown.id), as: .pending)
  }

  /// Reopens a file that has changed; the old version stays until the new one can be drawn.
  mutating func reload(_ id: SourceID) -> [PictureEffect] {
    guard let picture = pictures[id] else { return [] }
    var effects: [PictureEffect] = []
    switch picture.role {
    case .leaving, .layer: return []
    case .near: return pictures.close(id)
    case .pending: effects = pictures.close(id)
    case .shown:
      if files.isWaiting || pictures.pending != nil {
        // It is looked at again when what is pending is shown; if the user is going elsewhere, on
        // return.
        reloading.owe(picture.entry)
        return []
      }
    }
    reloading.begin()
    return effects
      + files.open(picture.entry, reloadedPage: picture.formerPage ?? picture.page)
  }

  /// Reopens the file on the screen because the user asks for it.
  mutating func reloadByHand() -> [PictureEffect] {
    guard pictures.pending == nil, !files.isWaiting else { return [] }
    if let shown = pictures.shown {
      reloading.begin(isByHand: true)
      return files.open(shown.entry, reloadedPage: shown.page, isReload: true)
    }
    guard let failure = failures.shown else { return [] }
    return files.open(failure.entry, isReload: true)
  }

  /// Looks whether the file at a path is another version than the one that is shown.
  mutating func check(_ path: [UInt8]) -> [PictureEffect] {
    guard let entry = shownEntry, entry.isFile, entry.path == path else { return [] }
    let isBusy = files.isWaiting || pictures.pending != nil
    guard let shown = pictures.shown else { return isBusy ? [] : files.open(entry) }
    if isBusy {
      reloading.owe(entry)
      return []
    }
    return [.gallery(.checkFile(shown.id))]
  }

  /// Opens the page that was shown before, or else the last one, of a new version with fewer pages;
  /// `nil` if the pending page is the right one.
  mutating func returnToPage(
    of picture: AlbumPicture, _ info: SourceInfo
  ) -> [PictureEffect]? {
    guard let former = picture.formerPage else { return nil }
    let page = info.isTimed ? 0 : min(former, info.frameCount - 1)
    guard page > picture.page else { return nil }
    return reopen(picture, page: page, formerPage: former)
  }

  /// Opens another page of a new version in place of the pending one.
  mutating func reopen(
    _ picture: AlbumPicture, page: Int, formerPage: Int
  ) -> [PictureEffect] {
    pictures.open(
      picture.entry, page: page, file: .sameAs(picture.id), as: .pending, isReload: true,
      formerPage: formerPage) + pictures.close(picture.id)
  }

  /// Ends a reload, or the way to another picture: what has changed meanwhile is looked at.
  mutating func endReload() -> [PictureEffect] {
    let shown = pictures.shown
    guard reloading.end(at: shown?.entry), let shown, shown.entry.isFile else { return [] }
    return [.gallery(.checkFile(shown.id))]
  }
}
