import Platform

/// The memory in which a fetcher writes all bodies that need no file on disk: one sealed file, of
/// which each body gets a part.
///
/// A compromised fetcher can keep the descriptor of a file, and fill the file long after its body
/// was read. With one file for all bodies it gets no more than this.
struct BodyMemory {
  /// The sealed file.
  let file: Shared<FileDescriptor>
  /// The parts in use, by their position.
  private var used: [Range<Int>] = []

  /// The size in bytes: two of the largest tiles, or hundreds of usual ones.
  ///
  /// The user may have limited the size of files even further.
  static let size = min(128 << 20, UnnamedFile.largestFile) / grain * grain
  /// The size of a part is a multiple of this, which contains only whole pages.
  private static let grain = 65_536

  /// Creates the file.
  init() throws(Errno) { file = Shared(try MemoryFile.sealed(count: Self.size)) }

  /// True if a body of this size can be in memory, once there is room.
  static func canHold(_ count: Int) -> Bool { space(for: count) <= size }

  /// True if there is room for a body of this size now.
  func hasRoom(for count: Int) -> Bool { gap(for: count) != nil }

  /// Takes a part for a body of at most this size; `nil` if there is no room.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard let (index, start) = gap(for: count) else { return nil }
    let part = start..<start + Self.space(for: count)
    used.insert(part, at: index)
    return part
  }

  /// Takes a part back, and frees its pages.
  mutating func free(_ part: Range<Int>) {
    used.removeAll { $0 == part }
    MemoryFile.free(part, of: file.value.number)
  }

  private static func space(for count: Int) -> Int { max(1, (count + grain - 1) / grain) * grain }

  /// The first gap that is large enough, and its index among the parts.
  private func gap(for count: Int) -> (index: Int, start: Int)? {
    let space = Self.space(for: count)
    var start = 0
    for (index, part) in used.enumerated() {
      if part.lowerBound - start >= space { return (index: index, start: start) }
      start = part.upperBound
    }
    guard Self.size - start >= space else { return nil }
    return (index: used.count, start: start)
  }
}
