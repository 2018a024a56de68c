/// A request for rows of the whole picture at full size, for reading it from top to bottom.
package struct RowsRequest: Hashable, Sendable {
  /// The viewer's id for this request, unique within a process.
  package var id: UInt32
  /// The rows.
  package var rows: Range<Int>
  /// The columns.
  package var columns: Range<Int>
  /// The target of the packed rows: an index into the arena's slots.
  package var slot: Int

  /// A request for some rows.
  package init(id: UInt32, rows: Range<Int>, columns: Range<Int>, slot: Int) {
    self.id = id
    self.rows = rows
    self.columns = columns
    self.slot = slot
  }
}
