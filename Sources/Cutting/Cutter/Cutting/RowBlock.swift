/// Some rows of a level, pixels of four bytes each: red, green, blue, alpha.
// Sendable without a check: the memory belongs to whoever made the block, and is only read until
// it makes the next.
struct RowBlock: @unchecked Sendable {
  /// How many times the level was halved.
  var level: Int
  /// The first row's place in the level.
  var firstRow: Int
  /// How many rows there are.
  var count: Int
  /// The first row.
  var base: UnsafePointer<UInt8>
  /// Bytes from one row to the next.
  var stride: Int

  /// A row by its place in the level.
  func row(_ row: Int) -> UnsafePointer<UInt8> { base + (row - firstRow) * stride }
}

/// Makes the rows of all smaller levels out of the picture's.
protocol LevelReducing: AnyObject {
  /// Takes the next rows of the picture in, and lends the rows of other levels that follow.
  ///
  /// They are lent until the next call.
  func reduce(_ rows: RowBlock) -> [RowBlock]
}
