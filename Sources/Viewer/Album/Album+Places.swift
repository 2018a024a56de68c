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
