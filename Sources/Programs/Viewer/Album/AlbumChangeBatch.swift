/// Changes that are applied in one pass over the names: files that are gone, and new ones.
private struct AlbumChangeBatch {
  var gone: Set<[UInt8]> = []
  var new: Set<[UInt8]> = []
  /// The new path to go to.
  var destination: [UInt8]?

  var isEmpty: Bool { gone.isEmpty && new.isEmpty && destination == nil }
}

extension Album {
  /// Applies changes in order, thousands of them in about the time of one.
  mutating func apply(_ changes: [AlbumChange]) {
    var batch = AlbumChangeBatch()
    for change in changes {
      let isOfBatch = change.gone.map(batch.new.contains) ?? false
      // Where to go first matters if the file to go to next is not in the album.
      if isOfBatch || change.goesThere && batch.destination != nil { flush(&batch) }
      if let gone = change.gone, let new = change.new {
        // A renamed file keeps its place only on its own.
        if isRenaming(gone, to: new) {
          flush(&batch)
          apply(change)
          continue
        }
      }
      if let gone = change.gone {
        if batch.destination != nil || isMoving(batch, without: gone) { flush(&batch) }
        batch.gone.insert(gone)
      }
      if let new = change.new {
        if batch.gone.contains(new) { flush(&batch) }
        if sections.contains(where: { $0.mayHave(new) }) { batch.new.insert(new) }
        if change.goesThere { batch.destination = new }
      }
    }
    flush(&batch)
  }

  /// True if the current picture leaves its place, which may lead to a new file of the batch.
  private func isMoving(_ batch: AlbumChangeBatch, without gone: [UInt8]) -> Bool {
    guard !batch.new.isEmpty, let current else { return false }
    return gone == current.path || batch.gone.contains(current.path)
  }

  /// True if some part of the album keeps a file under its new path.
  private func isRenaming(_ path: [UInt8], to new: [UInt8]) -> Bool {
    sections.contains { section in
      guard let folder = section.folder else { return !section.isGone && section.path == path }
      guard let name = section.name(of: path), section.name(of: new) != nil else { return false }
      return folder.names.index(of: name) != nil
    }
  }

  private mutating func flush(_ batch: inout AlbumChangeBatch) {
    guard !batch.isEmpty else { return }
    if !batch.gone.isEmpty { remove(batch.gone) }
    if !batch.new.isEmpty {
      for index in sections.indices { sections[index].add(batch.new) }
    }
    if let destination = batch.destination { go(toPath: destination) }
    batch = AlbumChangeBatch()
  }

  /// Removes files; if the current picture is among them, the next one that stays takes its place,
  /// or else the previous one.
  private mutating func remove(_ paths: Set<[UInt8]>) {
    let names = sections.map { section in Set(paths.compactMap(section.name(of:))) }
    func isGone(_ position: Position) -> Bool {
      let section = sections[position.section]
      guard section.folder != nil else { return paths.contains(section.path) }
      guard let name = section.name(at: position.index) else { return false }
      return names[position.section].contains(name)
    }
    let current = position
    let isCurrentGone = current.map(isGone) ?? false
    var target: Position?
    if isCurrentGone {
      for step in [1, -1] where target == nil {
        var candidate = current.flatMap { moved($0, by: step) }
        while let next = candidate, isGone(next) { candidate = moved(next, by: step) }
        target = candidate
      }
    }
    let targetName = target.flatMap { sections[$0.section].name(at: $0.index) }
    for index in sections.indices { sections[index].remove(paths, names[index]) }
    guard isCurrentGone else { return }
    if let target {
      place(on: targetName, in: target.section)
    } else if sections[section].folder != nil {
      place(on: nil, in: section)
    }
  }
}

extension AlbumSection {
  /// False for files that are never in the section, as they are in other folders.
  fileprivate func mayHave(_ path: [UInt8]) -> Bool {
    folder == nil ? self.path == path : name(of: path) != nil
  }
}
