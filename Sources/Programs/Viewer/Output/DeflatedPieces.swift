import CZlib

/// Compresses bytes into pieces of one deflate stream that can be concatenated in any order: each
/// ends on a byte boundary and refers to no other.
final class DeflatedPieces {
  private let stream: UnsafeMutablePointer<z_stream>
  private var room: [UInt8] = []

  /// Favours speed over size: writing must not take longer than decoding.
  private static let level: Int32 = 3
  /// A raw deflate stream with the largest window.
  private static let windowBits: Int32 = -15
  private static let usualMemory: Int32 = 8

  /// The start of a zlib stream of this level.
  static let header: [UInt8] = [0x78, 0x5E]
  /// An empty block that ends the stream.
  static let end: [UInt8] = [0x03, 0x00]

  /// Creates a compressor; `nil` if there is not enough memory.
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

  /// Compresses bytes, appends the result to `output`, and returns its length.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Int {
    deflateReset(stream)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.pointee.avail_in = UInt32(bytes.count)
    // Room for incompressible data and for the end of the piece.
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

/// The checksum of a zlib stream, combined from those of its pieces.
struct Adler32: Hashable, Sendable {
  private(set) var value: UInt32 = 1
  private(set) var count = 0

  /// Creates the checksum of no bytes.
  init() {}

  /// Creates the checksum of some bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    value = UInt32(truncatingIfNeeded: adler32(1, bytes.baseAddress, UInt32(bytes.count)))
    count = bytes.count
  }

  /// Appends the checksum of the following bytes.
  mutating func append(_ next: Adler32) {
    value = UInt32(
      truncatingIfNeeded: adler32_combine(UInt(value), UInt(next.value), next.count))
    count += next.count
  }
}
