/// The pictures that the user can page through, in order, and the current place.
///
/// A value that is updated by events (`apply`) and failures (`failed`), and that touches no file
/// itself. Its arguments are in the order of the command line. A folder is replaced by its
/// pictures, in natural order; a single file brings in the folder that contains it. While folders
/// are being listed, the place stays on the picture that is shown.
struct Album: Sendable {
  enum Destination: Hashable, Sendable {
    /// The picture at an offset; negative offsets go back.
    case by(Int)
    case first
    /// The last known picture.
    case last
    /// The picture with this number, from 1.
    case number(Int)

    static let next = Destination.by(1)
    static let previous = Destination.by(-1)

    /// True for the first and the last picture.
    var isEnd: Bool { self == .first || self == .last }
    /// True if the user is probably going backwards.
    var isBack: Bool { if case .by(let offset) = self { offset < 0 } else { self == .last } }
  }

  /// The current picture's number, and the number of pictures.
  struct Place: Hashable, Sendable {
    /// From 1.
    var number: Int
    /// The number of known pictures.
    var count: Int
    /// True if more pictures may be found, or some may turn out not to be pictures.
    var isGrowing: Bool

    /// Returns a sentence if there is no picture with a number; `nil` if there is one.
    func sentence(forNumber number: Int) -> String? {
      guard number > count else { return nil }
      let known = count == 1 ? "one picture" : "\(count) pictures"
      return "there is no picture \(number), only \(known)" + (isGrowing ? " so far" : "")
    }
  }

  /// An argument, and an index in its folder.
  struct Position: Hashable, Sendable {
    var section: Int
    var index: Int
  }

  var sections: [AlbumSection]
  /// The section of the current place.
  private(set) var section = 0
  /// The current name in that section if it is a folder; `nil` until some names are known.
  private(set) var name: [UInt8]?
  /// The direction of the last step, in which files that are not pictures are skipped.
  private(set) var isGoingBack = false
  /// True while arguments or folders are being listed.
  private(set) var isListing: Bool
  /// True while listed folders are being read again.
  var isRefreshing: Bool { refreshes > 0 }
  /// How many more times the folders will be read.
  private var refreshes = 0
  /// Steps that were requested before there was a picture in that direction; taken once there is
  /// one.
  private(set) var owedSteps = 0
  /// The end that the user went to while more of a folder may still be found there.
  private var owedEnd: Destination?

  /// Creates an album from the command line's arguments, at least one.
  ///
  /// `first` is the kind of the first argument, as `ArgumentKind.init(path:)` determines; the
  /// listing thread examines the others. `isTyped` is false if another program named them.
  init(arguments: [[UInt8]], first: ArgumentKind, isTyped: Bool = true) {
    precondition(!arguments.isEmpty)
    sections = arguments.enumerated().map { AlbumSection(argument: $0, path: $1, isTyped: isTyped) }
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
      sections[0].classify()
    }
  }

  /// Creates an album of a pasted picture; the path tells it from other pasted ones.
  init(pasted path: [UInt8]) {
    sections = [AlbumSection(pasted: path)]
    isListing = false
  }

  /// The listing thread's jobs for this album.
  var listingJobs: [ListingJob] {
    sections.compactMap { section in
      if let folder = section.folder {
        return ListingJob(argument: section.argument, path: folder.listedPath, isFolder: true)
      }
      if section.isClassified { return nil }
      return ListingJob(argument: section.argument, path: section.path, isFolder: false)
    }
  }

  /// The current picture; `nil` while its folder is being listed.
  var current: AlbumEntry? { position.map(entry(at:)) }

  /// The current number and the number of known pictures, for the title.
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

  /// Returns the picture at an offset, such as a neighbour to open ahead; `nil` past the ends.
  func entry(offset: Int) -> AlbumEntry? {
    guard let position else { return nil }
    return moved(position, by: offset).map(entry(at:))
  }

  /// Returns true if the next picture should be tried when this entry fails: not for the folder
  /// around a single named file, since the user did not ask for that.
  func continues(after entry: AlbumEntry) -> Bool {
    sections.count > 1 || sections[entry.argument].folder?.asked == nil
  }

  /// Starts reading the folders again, which ends with `ListingEvent.ended`; returns false if there
  /// are no folders, or if they are already being read.
  ///
  /// With `again`, they are read once more after the current reading, which may already be past a
  /// file that has just been added.
  mutating func beginRefresh(again: Bool = false) -> Bool {
    guard !isListing, refreshes < (again ? 2 : 1), sections.contains(where: \.isListed) else {
      return false
    }
    refreshes += 1
    return true
  }

  /// Goes to a destination; returns true if the place has changed.
  @discardableResult
  mutating func go(to destination: Destination) -> Bool {
    let target: Position?
    switch destination {
    case .by(let offset):
      target = position.flatMap { moved($0, by: offset) ?? (abs(offset) > 1 ? end(offset) : nil) }
    case .first: target = position(ofNumber: 1)
    case .last: target = position(ofNumber: sections.reduce(0) { $0 + $1.count })
    case .number(let number): target = position(ofNumber: number)
    }
    guard let target, target != position else {
      owe(destination)
      return false
    }
    owedSteps = 0
    // The last known picture of a folder that is still being listed is hardly ever its last one.
    owedEnd = isListing && destination.isEnd ? destination : nil
    isGoingBack = destination.isBack
    place(at: target)
    return true
  }

  /// The last picture in a direction; `nil` while more may be found there.
  private func end(_ direction: Int) -> Position? {
    guard !isListing else { return nil }
    return position(ofNumber: direction < 0 ? 1 : sections.reduce(0) { $0 + $1.count })
  }

  /// Records a step to take later, if something may still be found in that direction.
  private mutating func owe(_ destination: Destination) {
    guard isListing || isRefreshing, position != nil || destination.isEnd else { return }
    switch destination {
    case .by(let offset): owedSteps += offset
    case .number:
      owedSteps = 0
      owedEnd = nil
    case .first, .last:
      owedSteps = 0
      owedEnd = destination
    }
  }

  /// Records that the folders have been read.
  mutating func endListing() {
    if isListing { isListing = false } else { refreshes = max(0, refreshes - 1) }
  }

  /// Takes the recorded steps, as far as pictures have been found.
  mutating func takePendingSteps() {
    let steps = owedSteps
    if let end = owedEnd {
      guard !isListing else { return }
      go(to: end)
      owedEnd = isRefreshing ? end : nil
      owedSteps = steps
    }
    guard steps != 0, let place else { return }
    let found = steps > 0 ? place.count - place.number : place.number - 1
    let taken = steps.signum() * min(abs(steps), max(0, found))
    if taken != 0 { go(to: .by(taken)) }
    owedSteps = isListing || isRefreshing ? steps - taken : 0
  }
}

extension Album {
  /// The current place as indices; `nil` while it is unknown.
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

  /// Moves the place to a name in a section, because names have changed; `nil` until there is one.
  mutating func place(on name: [UInt8]?, in section: Int) {
    self.section = section
    self.name = name
  }

  /// Returns the position `offset` pictures further, across arguments; `nil` past the ends.
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
