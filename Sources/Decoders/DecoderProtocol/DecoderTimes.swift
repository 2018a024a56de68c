/// When a decoder reached the milestones on its way to the tiles of its first pass.
///
/// Times are nanoseconds of the system's monotonic clock, which is the viewer's too; none is
/// earlier than the one before it.
package struct DecoderTimes: Hashable, Sendable {
  /// Its own code began to run.
  package var started: UInt64
  /// It had given its rights up.
  package var locked: UInt64
  /// It had read the picture's header.
  package var header: UInt64
  /// The first rows of the first pass were decoded.
  package var firstRow: UInt64
  /// The last tile of the first pass was made.
  package var lastRow: UInt64

  /// Times that are known.
  package init(
    started: UInt64, locked: UInt64, header: UInt64, firstRow: UInt64, lastRow: UInt64
  ) {
    self.started = started
    self.locked = locked
    self.header = header
    self.firstRow = firstRow
    self.lastRow = lastRow
  }

  /// All of them, in their order.
  package var inOrder: [UInt64] { [started, locked, header, firstRow, lastRow] }
}
