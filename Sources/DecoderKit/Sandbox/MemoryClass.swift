import Geometry

/// How much memory a picture's format makes its decoder use, learnt from the header.
public enum MemoryClass: Hashable, Sendable {
  /// Rows go by: only a few of them are held, whatever the picture's height.
  case streaming(rowBytes: Int)
  /// The whole picture stands in memory while it is decoded, in so many bytes.
  case whole(bytes: Int)

  /// The most bytes that any picture may take.
  public static let mostBytes = 1 << 30
  /// What even a tiny picture may take: formats have blocks and tables of their own.
  static let floor = 16 << 20

  /// Bytes of address space that the picture may add to what the process had at its start, or
  /// `nil` where that is more than any picture may have.
  func allowance(for size: PixelSize) -> Int? {
    switch self {
    case .streaming(let rowBytes):
      // The library's rows, the reducer's and the batches between them.
      guard let rows = checkedProduct(rowBytes, 24), rows <= Self.mostBytes else { return nil }
      return (256 << 20) + rows
    case .whole(let bytes):
      guard let fair = checkedProduct(size.width, size.height, 8) else { return nil }
      guard bytes <= min(max(fair, Self.floor), Self.mostBytes) else { return nil }
      return (256 << 20) + bytes
    }
  }
}
