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

  /// The size in bytes: two of the largest tiles, and dozens of usual ones.
  ///
  /// The user may have limited the size of files even further.
  static let size = min(192 << 20, UnnamedFile.largestFile) / grain * grain
  /// The size of a part is a multiple of this, which contains only whole pages.
  private static let grain = 65_536
  /// The place of large bodies; the others are behind them, so that neither kind waits for a slow
  /// server that sends the other.
  private static let largeBodies = 0..<(size - size / 4) / grain * grain

  /// Creates the file.
  init() throws(Errno) { file = Shared(try MemoryFile.sealed(count: Self.size)) }

  /// True if a body of this size can be in memory, once there is room.
  static func canHold(_ count: Int) -> Bool { space(for: count) <= region(for: count).count }

  /// True if a body of this size has its place among the large ones.
  static func isLarge(_ count: Int) -> Bool { count > 4 << 20 }

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

  private static func region(for count: Int) -> Range<Int> {
    isLarge(count) ? largeBodies : largeBodies.upperBound..<size
  }

  /// The first gap that is large enough, and its index among the parts.
  private func gap(for count: Int) -> (index: Int, start: Int)? {
    let space = Self.space(for: count)
    let region = Self.region(for: count)
    var start = region.lowerBound
    for (index, part) in used.enumerated() where region.contains(part.lowerBound) {
      if part.lowerBound - start >= space { return (index: index, start: start) }
      start = part.upperBound
    }
    guard region.upperBound - start >= space else { return nil }
    return (index: used.count { $0.lowerBound < start }, start: start)
  }
}
