import CLZ4
import Platform

/// The unnamed scratch file: compressed strips of pixels.
///
/// One thread appends; any thread may read strips that are in the index.
final class StripFile: Sendable {
  /// The position of a strip.
  struct Place: Hashable {
    var offset: UInt64
    var count: UInt32

    /// The strip's bytes in the file.
    var range: Range<UInt64> { offset..<offset + UInt64(count) }
  }

  private let descriptor: Int32
  /// The maximum number of bytes that may be written.
  let capacity: Int

  /// Faster and with less compression than the default: writing must keep up with decoding.
  private static let acceleration: Int32 = 8

  /// A file of which `capacity` bytes may be used.
  init(descriptor: Int32, capacity: Int) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// The maximum number of bytes that compressing `count` bytes may need.
  static func bound(_ count: Int) -> Int { Int(LZ4_compressBound(Int32(count))) }

  /// Compresses a strip; returns the compressed size in bytes.
  static func pack(
    _ strip: UnsafeRawPointer, count: Int, into packed: UnsafeMutableRawPointer
  ) -> Int {
    Int(
      LZ4_compress_fast(
        strip.assumingMemoryBound(to: CChar.self), packed.assumingMemoryBound(to: CChar.self),
        Int32(count), Int32(bound(count)), acceleration))
  }

  /// Writes packed bytes; returns false if the disk is full.
  func write(_ packed: UnsafeRawPointer, to place: Place) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: packed, count: Int(place.count))
    return (try? FileDescriptor.writeAll(bytes, to: descriptor, at: Int(place.offset))) != nil
  }

  /// Reads a strip back; returns false if the file does not contain the written data.
  func read(
    _ place: Place, into strip: UnsafeMutableRawPointer, count: Int,
    through scratch: UnsafeMutableRawPointer
  ) -> Bool {
    let packed = Int(place.count)
    let buffer = UnsafeMutableRawBufferPointer(start: scratch, count: packed)
    let got = try? FileDescriptor.readAll(descriptor, at: Int(place.offset), into: buffer)
    guard got == packed else { return false }
    return LZ4_decompress_safe(
      scratch.assumingMemoryBound(to: CChar.self), strip.assumingMemoryBound(to: CChar.self),
      Int32(packed), Int32(count)) == Int32(count)
  }
}
