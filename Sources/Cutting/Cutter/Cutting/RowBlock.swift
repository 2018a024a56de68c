/// Some rows of a level with four bytes per pixel: red, green, blue, alpha.
// @unchecked Sendable: the memory belongs to the block's creator, and is only read until the next
// block is made.
struct RowBlock: @unchecked Sendable {
  /// The number of times the level was halved.
  var level: Int
  /// The first row's number in the level.
  var firstRow: Int
  /// The number of rows.
  var count: Int
  /// The first row.
  var base: UnsafePointer<UInt8>
  /// Bytes from one row to the next.
  var stride: Int

  /// A row by its number in the level.
  func row(_ row: Int) -> UnsafePointer<UInt8> { base + (row - firstRow) * stride }
}

/// Makes the rows of all smaller levels from the picture's.
protocol LevelReducing: AnyObject {
  /// Takes the next rows of the picture; returns the rows of other levels that they complete.
  ///
  /// These are valid until the next call.
  func reduce(_ rows: RowBlock) -> [RowBlock]
}
