/// Rows of the whole picture at its natural size, for who takes all of it from top to bottom.
package struct RowsRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  package var id: UInt32
  /// Which rows.
  package var rows: Range<Int>
  /// Which columns of them.
  package var columns: Range<Int>
  /// Where to put them, one behind the other: an index into the arena's slots.
  package var slot: Int

  /// A request for some rows.
  package init(id: UInt32, rows: Range<Int>, columns: Range<Int>, slot: Int) {
    self.id = id
    self.rows = rows
    self.columns = columns
    self.slot = slot
  }
}
