import Synchronization

/// How large tiles are in this process.
///
/// A viewer chooses once, before it thinks of its first tile, and tells each of its decoders; one
/// that was changed in between would have two sides that mean different pixels by one name.
public enum TileSize {
  private static let stored = Atomic<Int>(usual)

  /// The edge of a full tile where nobody chose another one, in pixels.
  public static let usual = 256
  /// The edges that there are to choose from.
  public static let all = [128, usual, 512, 1024]

  /// The edge of a full tile, in pixels of its level.
  ///
  /// Any thread may ask.
  public static var edge: Int { stored.load(ordering: .relaxed) }

  /// Makes all tiles of this process that large; one of `all`.
  public static func choose(_ edge: Int) {
    precondition(all.contains(edge))
    stored.store(edge, ordering: .relaxed)
  }
}
