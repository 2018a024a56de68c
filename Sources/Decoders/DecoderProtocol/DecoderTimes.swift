/// The timestamps of a decoder's first pass.
///
/// Times are nanoseconds of the system's monotonic clock, which the viewer uses too, in ascending
/// order.
package struct DecoderTimes: Hashable, Sendable {
  /// The decoder's own code started to run.
  package var started: UInt64
  /// The process was in the sandbox.
  package var locked: UInt64
  /// The picture's header was read.
  package var header: UInt64
  /// The first rows of the first pass were decoded.
  package var firstRow: UInt64
  /// The last tile of the first pass was made.
  package var lastRow: UInt64

  /// Timestamps with the given values.
  package init(
    started: UInt64, locked: UInt64, header: UInt64, firstRow: UInt64, lastRow: UInt64
  ) {
    self.started = started
    self.locked = locked
    self.header = header
    self.firstRow = firstRow
    self.lastRow = lastRow
  }

  /// All timestamps, in order.
  package var inOrder: [UInt64] { [started, locked, header, firstRow, lastRow] }
}
