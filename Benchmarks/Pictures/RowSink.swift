/// A file that takes a picture's rows from top to bottom, three bytes per pixel without padding.
protocol RowSink: AnyObject {
  /// Takes the next rows.
  func write(_ rows: UnsafePointer<UInt8>, count: Int) throws(PictureError)
  /// Writes what follows the last row.
  func finish() throws(PictureError)
}
