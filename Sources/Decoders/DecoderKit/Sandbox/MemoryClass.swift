import Geometry

/// The memory that decoding takes, derived from the picture's header.
package enum MemoryClass: Hashable, Sendable {
  /// Rows are streamed: only a few are in memory, whatever the picture's height.
  case streaming(rowBytes: Int)
  /// The whole picture is in memory while it is decoded, in this many bytes.
  case whole(bytes: Int)
  /// The library reserves `bytes` of address space, but touches at most `held` of it.
  ///
  /// Only for decoders served with `reserves`. The kernel limits the address space; that no more
  /// than `held` is touched is the library's behaviour, and was measured.
  case reserving(bytes: Int, held: Int)

  /// The maximum number of bytes that any picture may take.
  package static let mostBytes = 1 << 30
  /// The maximum address space that any picture may reserve.
  package static let mostReserved = 2 << 30
  /// The allowance of even a tiny picture: formats have blocks and tables of their own.
  static let floor = 16 << 20
  /// The allowance for the process and the reducer, whatever the picture.
  private static let slack = 256 << 20
  /// The memory that a picture of the largest class may keep beside its pass: a gain map has 48 MiB
  /// at most.
  ///
  /// Without this surplus a photograph that just fits would be refused for its gain map.
  private static let surplus = 64 << 20

  /// Bytes of address space that any picture may add to what the process had at its start: what it
  /// may take before its header has been read, and the most that its header may claim.
  ///
  /// `reserves` is for decoders that are served with it.
  static func mostAllowance(reserves: Bool) -> Int {
    slack + (reserves ? mostReserved : mostBytes) + surplus
  }

  /// Address space in bytes that the picture may add to what the process had at its start; `nil` if
  /// it exceeds the limit for all pictures.
  func allowance(for size: PixelSize) -> Int? {
    switch self {
    case .streaming(let rowBytes):
      // The library's rows, the reducer's, and the batches between them.
      guard let rows = checkedProduct(rowBytes, 24), rows <= Self.mostBytes else { return nil }
      return Self.slack + rows
    case .whole(let bytes):
      guard Self.isFair(bytes, of: size, each: 8, most: Self.mostBytes) else { return nil }
      return Self.slack + bytes
    case .reserving(let bytes, let held):
      guard Self.isFair(bytes, of: size, each: 16, most: Self.mostReserved),
        Self.isFair(held, of: size, each: 10, most: Self.mostBytes)
      else { return nil }
      return Self.slack + bytes
    }
  }

  /// True if `bytes` is within `each` bytes per pixel and `most` in total.
  private static func isFair(_ bytes: Int, of size: PixelSize, each: Int, most: Int) -> Bool {
    guard let fair = checkedProduct(size.width, size.height, each) else { return false }
    return bytes <= min(max(fair, floor), most)
  }
}
