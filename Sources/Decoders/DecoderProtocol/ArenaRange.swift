/// A range of bytes in the arena.
package struct ArenaRange: Hashable, Sendable {
  /// The first byte.
  package var offset: Int
  /// The number of bytes.
  package var count: Int

  /// A range of `count` bytes from `offset` on.
  package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }

  /// The empty range.
  package static let empty = ArenaRange(offset: 0, count: 0)

  /// True if the range lies after the slots and inside the arena.
  package func lies(behind slots: Int, inside arena: Int) -> Bool {
    let (end, overflows) = offset.addingReportingOverflow(count)
    return count >= 0 && offset >= slots && !overflows && end <= arena
  }
}
