/// A change of a file that the viewer itself has made, as the album sees it.
///
/// With both paths, the file was renamed or moved.
struct AlbumChange: Hashable, Sendable {
  /// The path that no longer exists; `nil` for a new file.
  var gone: [UInt8]?
  /// The new path; `nil` for a file that no longer exists.
  var new: [UInt8]?
  /// True to go to the new path.
  var goesThere = false
}

extension Album {
  /// True if there is a picture to show.
  var hasPictures: Bool { sections.contains { $0.hasPictures } }

  /// Applies a change.
  ///
  /// If the current picture is gone, the next one takes its place, or else the previous one.
  mutating func apply(_ change: AlbumChange) {
    switch (change.gone, change.new) {
    case (let gone?, let new?): if !rename(gone, to: new) { remove(gone); add(new) }
    case (let gone?, nil): remove(gone)
    case (nil, let new?): add(new)
    case (nil, nil): break
    }
    if change.goesThere, let new = change.new { go(toPath: new) }
  }

  /// The path of the RAW file that is one entry with a rendered picture; `nil` if there is none.
  func raw(besidePath path: [UInt8]) -> [UInt8]? {
    for section in sections {
      if let name = section.name(of: path), let folder = section.folder,
        let raw = folder.names.raw(beside: name)
      {
        return folder.prefix + raw
      }
    }
    return nil
  }

  /// All files, in order.
  var files: [AlbumEntry] {
    sections.flatMap { section in
      section.hasPictures ? (0..<section.count).map { section[$0] }.filter(\.isFile) : []
    }
  }

  /// Goes to a path; returns false if it isn't in the album.
  @discardableResult
  mutating func go(toPath path: [UInt8]) -> Bool {
    guard let position = position(ofPath: path) else { return false }
    place(at: position)
    return true
  }

  /// Returns the next or previous of these paths from the current place, wrapping around; `nil` if
  /// there is no other.
  func next(of paths: [[UInt8]], isBack: Bool) -> [UInt8]? {
    guard let position else { return nil }
    let places = paths.compactMap { path in self.position(ofPath: path).map { ($0, path) } }
      .filter { $0.0 != position }.sorted { $0.0.precedes($1.0) }
    return isBack
      ? (places.last { $0.0.precedes(position) } ?? places.last)?.1
      : (places.first { position.precedes($0.0) } ?? places.first)?.1
  }

  private func position(ofPath path: [UInt8]) -> Position? {
    for (index, section) in sections.enumerated() {
      let place = section.name(of: path).flatMap { section.folder?.names.index(of: $0) }
      let isItself = section.folder == nil && !section.isGone && section.path == path
      if let place = place ?? (isItself ? 0 : nil) {
        return Position(section: index, index: place)
      }
    }
    return nil
  }

  private mutating func rename(_ path: [UInt8], to new: [UInt8]) -> Bool {
    var isThere = false
    for index in sections.indices {
      let before = sections[index].name(of: path)
      guard sections[index].rename(path, to: new) else { continue }
      isThere = true
      if section == index, name != nil, name == before {
        place(on: sections[index].name(of: new), in: index)
      }
    }
    return isThere
  }

  private mutating func add(_ path: [UInt8]) {
    for index in sections.indices { _ = sections[index].add(path) }
  }

  private mutating func remove(_ path: [UInt8]) {
    for index in sections.indices {
      if let gone = sections[index].name(of: path) {
        if sections[index].folder?.asked == gone { sections[index].forgetAsked() }
        remove(gone, of: index)
      } else if sections[index].folder == nil, !sections[index].isGone,
        sections[index].path == path
      {
        let target = section == index ? neighbour : nil
        sections[index].fileIsGone()
        if let target { place(at: target) }
      }
    }
  }

  /// Removes a name from a folder.
  private mutating func remove(_ gone: [UInt8], of index: Int) {
    guard section == index, name == gone else { return sections[index].skip(gone) }
    let target = neighbour
    let targetName = target.flatMap { sections[$0.section].name(at: $0.index) }
    sections[index].skip(gone)
    place(on: targetName, in: target?.section ?? index)
  }

  /// The replacement for the current picture: the next one, or else the previous one.
  private var neighbour: Position? {
    position.flatMap { moved($0, by: 1) ?? moved($0, by: -1) }
  }
}

extension Album.Position {
  fileprivate func precedes(_ other: Album.Position) -> Bool {
    (section, index) < (other.section, other.index)
  }
}
