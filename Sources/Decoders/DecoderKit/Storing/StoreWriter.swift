/// Cuts a picture into halved versions as its rows go by, and has their bands packed.
///
/// It belongs to one thread.
protocol StoreWriter: AnyObject {
  /// Takes the picture's next row, as its codec gives it.
  func add(_ row: UnsafeRawPointer)
}
