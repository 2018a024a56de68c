/// Cuts a picture into halved levels row by row, and has their bands packed.
///
/// Use it on one thread.
protocol StoreWriter: AnyObject {
  /// Takes the picture's next row, in its codec's format.
  func add(_ row: UnsafeRawPointer)
}
