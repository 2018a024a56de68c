import Decoding

extension Album {
  /// What to do about an entry that could not be shown.
  enum Verdict: Hashable, Sendable {
    /// Show this error in its place.
    case show(PictureFileError)
    /// The entry was not a picture and has been removed: continue with the new `current`.
    case passedOver
    /// The entry is a folder that is about to be listed: wait for the next event.
    case wait
  }

  /// Applies an event from the listing thread.
  mutating func apply(_ event: ListingEvent) {
    switch event {
    case .isFolder(let argument):
      sections[argument].becomeFolder()
      if section == argument { place(on: nil, in: argument) }
    case .names(let argument, let names, let isComplete):
      sections[argument].replaceNames(names, isComplete: isComplete)
      // The current RAW file, whose rendered picture was listed later, stays an entry of its own.
      if section == argument, let name, names.leavesOut(name) {
        sections[argument].insert(name)
      }
      if section == argument && name == nil { settle() }
    case .refreshed(let argument, let names):
      let place = section == argument ? name : nil
      sections[argument].refresh(names, keeping: place)
    case .updated(let argument, let names):
      let place = section == argument ? name : nil
      sections[argument].refresh(names, keeping: place, examinesAgain: false)
      if section == argument && name == nil { settle() }
    case .noPictures(let argument, let names): skip(names, of: argument)
    case .examined(let argument): sections[argument].endExamining()
    case .ended:
      endListing()
      for index in sections.indices { sections[index].classify() }
    }
    takePendingSteps()
  }

  /// Handles an entry that could not be opened or is not a picture.
  ///
  /// In a folder, such files are removed silently. If it was the current entry, the next one in the
  /// direction of the last step replaces it, or else the nearest in the other direction.
  mutating func failed(_ entry: AlbumEntry, with error: PictureFileError) -> Verdict {
    let failing = sections[entry.argument]
    if case .manifest(let canvases, let origin) = error,
      failing.folder == nil || failing.isBroughtBy(entry)
    {
      sections[entry.argument].become(canvases, from: origin)
      if section == entry.argument { settle() }
      return .passedOver
    }
    if error == .folder && entry.origin == .named {
      guard failing.isClassified else { return .wait }
      return .show(failing.folder?.asked == nil && failing.folder != nil ? .noPictures : .folder)
    }
    guard entry.origin == .found, error.meansNoPicture, let folder = failing.folder else {
      return .show(error)
    }
    skip(Array(entry.path.dropFirst(folder.prefix.count)), of: entry.argument)
    return .passedOver
  }

  /// Removes files that are not pictures, except the current one, whose opener decides.
  private mutating func skip(_ gone: [[UInt8]], of argument: Int) {
    let place = section == argument ? name : nil
    sections[argument].skip(gone.filter { $0 != place })
  }

  /// Removes an entry whose file no longer exists; returns false if no other is left.
  mutating func drop(_ entry: AlbumEntry) -> Bool {
    let step = isGoingBack ? -1 : 1
    if let folder = sections[entry.argument].folder {
      sections[entry.argument].forgetAsked()
      skip(Array(entry.path.dropFirst(folder.prefix.count)), of: entry.argument)
      return true
    }
    if let position, position.section == entry.argument {
      guard let target = moved(position, by: step) ?? moved(position, by: -step) else {
        return false
      }
      place(at: target)
    }
    sections[entry.argument].fileIsGone()
    return true
  }

  private mutating func skip(_ gone: [UInt8], of argument: Int) {
    guard section == argument, name == gone, let position else {
      sections[argument].skip(gone)
      return
    }
    let step = isGoingBack ? -1 : 1
    let target = moved(position, by: step) ?? moved(position, by: -step)
    let targetName = target.flatMap { sections[$0.section].name(at: $0.index) }
    sections[argument].skip(gone)
    if sections[argument].folder?.names.count == 0 && sections[argument].count == 0 {
      // More names of this folder will follow; its pictures come before those of other arguments.
      place(on: nil, in: argument)
    } else {
      place(on: targetName, in: target?.section ?? argument)
    }
  }

  /// Chooses the picture to start a folder with, once some names are known.
  private mutating func settle() {
    let count = sections[section].count
    guard count > 0 else { return }
    place(at: Position(section: section, index: isGoingBack ? count - 1 : 0))
  }
}
