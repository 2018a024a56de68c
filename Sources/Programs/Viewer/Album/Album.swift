/// The pictures that one walks through, in order, and the place that one is at.
///
/// A value that is told what was found (`apply`) and what could not be opened (`failed`), and that
/// touches no file by itself. Its arguments stand in the order of the command line; a folder's
/// pictures stand in its place, in natural order. A file alone brings the folder that it is in.
/// While folders are still being listed the place stays on the picture that is shown.
struct Album: Sendable {
  /// Where to go.
  enum Destination: Hashable, Sendable {
    /// The picture after this one.
    case next
    /// The picture before this one.
    case previous
    /// The first of all.
    case first
    /// The last of all, as far as is known.
    case last
    /// The picture of that number, counted from 1.
    case number(Int)
  }

  /// Which picture of how many.
  struct Place: Hashable, Sendable {
    /// Counted from 1.
    var number: Int
    /// How many are known.
    var count: Int
    /// Whether more may still be found, or some of it may turn out to be no pictures.
    var isGrowing: Bool
  }

  /// One argument, or the name in its folder.
  struct Position: Hashable, Sendable {
    var section: Int
    var index: Int
  }

  var sections: [AlbumSection]
  /// The section that the place is in.
  var section = 0
  /// The name in it, where it is a folder; `nil` while nothing of that folder is known.
  var name: [UInt8]?
  /// Which way the last step went, so that what is no picture is passed over that way.
  var isGoingBack = false
  /// Whether arguments or folders are still being looked at.
  var isListing: Bool
  /// Whether folders that have been listed are read again.
  var isRefreshing: Bool { refreshes > 0 }
  /// How often they are going to be read again.
  private var refreshes = 0
  /// Steps that were asked for when there was nothing that way yet: they are taken once there is.
  private(set) var owedSteps = 0
  /// The end that somebody wants to be at, while more of a folder may come to stand there.
  private var owedEnd: Destination?

  /// An album of the command line's arguments, of which there must be one at least.
  ///
  /// `first` is what the first of them is, as `ArgumentKind.init(path:)` finds out; the others are
  /// looked at on the listing thread.
  init(arguments: [[UInt8]], first: ArgumentKind) {
    precondition(!arguments.isEmpty)
    sections = arguments.enumerated().map { AlbumSection(argument: $0, path: $1) }
    isListing = arguments.count > 1
    switch first {
    case .folder:
      sections[0].becomeFolder()
      isListing = true
    case .file where arguments.count == 1:
      name = Array(PathBytes.lastComponent(of: arguments[0]))
      sections[0].becomeFolder(around: arguments[0])
      isListing = true
    case .file, .standardInput, .address, .other:
      sections[0].isClassified = true
    }
  }

  /// What the listing thread has to do for this album.
  var listingJobs: [ListingJob] {
    sections.compactMap { section in
      if let folder = section.folder {
        return ListingJob(argument: section.argument, path: folder.listedPath, isFolder: true)
      }
      if section.isClassified { return nil }
      return ListingJob(argument: section.argument, path: section.path, isFolder: false)
    }
  }

  /// The picture at the place, or `nil` while the folder it will come from is still being listed.
  var current: AlbumEntry? { position.map(entry(at:)) }

  /// The place's number and how many pictures are known, for the title.
  var place: Place? {
    guard let position else { return nil }
    var before = 0
    var count = 0
    for (index, section) in sections.enumerated() {
      if index < position.section { before += section.count }
      count += section.count
    }
    let isKnown = !isListing && sections.allSatisfy(\.isExamined)
    return Place(number: before + position.index + 1, count: count, isGrowing: !isKnown)
  }

  /// The picture some steps away, such as the neighbour that is opened ahead; `nil` past the ends.
  func entry(offset: Int) -> AlbumEntry? {
    guard let position else { return nil }
    return moved(position, by: offset).map(entry(at:))
  }

  /// Whether what follows an entry is worth trying where it can't be shown: not what lies beside
  /// the one file that was named, since nobody asked for that.
  func continues(after entry: AlbumEntry) -> Bool {
    sections.count > 1 || sections[entry.argument].folder?.asked == nil
  }

  /// Notes that the folders are about to be read again, which ends with `ListingEvent.ended`; false
  /// where there is none, or where they are being read.
  ///
  /// `again` has them read once more behind a reading that is under way: that may be past the place
  /// where something has come just now.
  mutating func beginRefresh(again: Bool = false) -> Bool {
    guard !isListing, refreshes < (again ? 2 : 1), sections.contains(where: \.isListed) else {
      return false
    }
    refreshes += 1
    return true
  }

  /// Goes there; whether the place has changed.
  @discardableResult
  mutating func go(to destination: Destination) -> Bool {
    let target: Position?
    var isBack = false
    switch destination {
    case .next: target = position.flatMap { moved($0, by: 1) }
    case .previous:
      target = position.flatMap { moved($0, by: -1) }
      isBack = true
    case .first: target = position(ofNumber: 1)
    case .last:
      target = position(ofNumber: sections.reduce(0) { $0 + $1.count })
      isBack = true
    case .number(let number): target = position(ofNumber: number)
    }
    guard let target, target != position else {
      owe(destination)
      return false
    }
    owedSteps = 0
    owedEnd = nil
    isGoingBack = isBack
    place(at: target)
    return true
  }

  /// Notes a step for later, where something may still be found that way.
  private mutating func owe(_ destination: Destination) {
    guard isListing || isRefreshing, position != nil else { return }
    switch destination {
    case .next: owedSteps += 1
    case .previous: owedSteps -= 1
    case .number: owedSteps = 0
    case .first, .last:
      owedSteps = 0
      if isRefreshing { owedEnd = destination }
    }
  }

  /// Notes that the folders have been read.
  mutating func endListing() {
    if isListing { isListing = false } else { refreshes = max(0, refreshes - 1) }
  }

  /// Takes the steps that are owed, as far as something has been found.
  mutating func takeOwedSteps() {
    if let end = owedEnd {
      go(to: end)
      owedEnd = isRefreshing ? end : nil
    }
    let steps = owedSteps
    for done in 0..<abs(steps) {
      guard go(to: steps > 0 ? .next : .previous) else {
        owedSteps = isListing || isRefreshing ? steps - steps.signum() * done : 0
        return
      }
    }
  }
}

extension Album {
  /// The place as numbers; `nil` while nothing is known there.
  var position: Position? {
    let here = sections[section]
    guard let folder = here.folder, folder.names.count > 0 else {
      return here.count > 0 ? Position(section: section, index: 0) : nil
    }
    guard let name else { return nil }
    return Position(section: section, index: folder.names.insertionIndex(of: name))
  }

  func entry(at position: Position) -> AlbumEntry { sections[position.section][position.index] }

  mutating func place(at position: Position) {
    section = position.section
    name = sections[section].name(at: position.index)
    for index in sections.indices { sections[index].forget(except: index == section ? name : nil) }
  }

  /// The place that many pictures further, across arguments; `nil` past the ends.
  func moved(_ start: Position, by offset: Int) -> Position? {
    var position = start
    var left = offset
    while left != 0 {
      let count = sections[position.section].count
      let target = position.index + left
      if target >= 0 && target < count {
        position.index = target
        return position
      }
      if left > 0 {
        left = target - count
        guard let next = sections.indices.first(after: position.section, where: hasPictures) else {
          return nil
        }
        position = Position(section: next, index: 0)
      } else {
        left = target + 1
        guard let next = sections.indices.last(before: position.section, where: hasPictures) else {
          return nil
        }
        position = Position(section: next, index: sections[next].count - 1)
      }
    }
    return position
  }

  func position(ofNumber number: Int) -> Position? {
    var left = number - 1
    guard left >= 0 else { return nil }
    for (index, section) in sections.enumerated() {
      if left < section.count { return Position(section: index, index: left) }
      left -= section.count
    }
    return nil
  }

  private func hasPictures(_ section: Int) -> Bool { sections[section].count > 0 }
}

extension Range<Int> {
  fileprivate func first(after index: Int, where holds: (Int) -> Bool) -> Int? {
    (index + 1..<upperBound).first(where: holds)
  }

  fileprivate func last(before index: Int, where holds: (Int) -> Bool) -> Int? {
    (lowerBound..<index).last(where: holds)
  }
}
