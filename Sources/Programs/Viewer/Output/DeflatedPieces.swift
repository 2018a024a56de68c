import CZlib

/// Compresses bytes to pieces of one deflate stream, which may be put together in another order
/// than they were made in: each ends with a whole byte and looks back at no other.
final class DeflatedPieces {
  private let stream: UnsafeMutablePointer<z_stream>
  private var room: [UInt8] = []

  /// Quick rather than small: the writing must not take longer than the decoding.
  private static let level: Int32 = 3
  /// A stream without zlib's header, with the largest window.
  private static let windowBits: Int32 = -15
  private static let usualMemory: Int32 = 8

  /// What a zlib stream of this level begins with.
  static let header: [UInt8] = [0x78, 0x5E]
  /// An empty block that ends the stream.
  static let end: [UInt8] = [0x03, 0x00]

  /// A compressor; `nil` without memory.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, Self.level, Z_DEFLATED, Self.windowBits, Self.usualMemory, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses bytes, and adds what becomes of them to others; how many bytes that was.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Int {
    deflateReset(stream)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.pointee.avail_in = UInt32(bytes.count)
    // Room for all of it, however badly it can be compressed, and for the end of the piece.
    let most = Int(deflateBound(stream, UInt(bytes.count))) + 64
    if room.count < most { room = [UInt8](repeating: 0, count: most) }
    return room.withUnsafeMutableBufferPointer { target in
      stream.pointee.next_out = target.baseAddress
      stream.pointee.avail_out = UInt32(target.count)
      deflate(stream, Z_SYNC_FLUSH)
      let count = target.count - Int(stream.pointee.avail_out)
      output.append(contentsOf: UnsafeBufferPointer(rebasing: target[..<count]))
      return count
    }
  }
}

/// The sum at the end of a zlib stream, put together from those of its pieces.
struct Adler32: Hashable, Sendable {
  private(set) var value: UInt32 = 1
  private(set) var count = 0

  /// The sum of nothing.
  init() {}

  /// The sum of some bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    value = UInt32(truncatingIfNeeded: adler32(1, bytes.baseAddress, UInt32(bytes.count)))
    count = bytes.count
  }

  /// Adds the sum of the bytes that follow.
  mutating func append(_ next: Adler32) {
    value = UInt32(
      truncatingIfNeeded: adler32_combine(UInt(value), UInt(next.value), next.count))
    count += next.count
  }
}
