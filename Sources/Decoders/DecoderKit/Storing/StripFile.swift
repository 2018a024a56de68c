import CLZ4
import Platform

/// The nameless file beside the arena: strips of pixels, compressed, at whatever place is next.
///
/// One thread appends; any may read what another has been told of.
final class StripFile: Sendable {
  /// Where a strip stands.
  struct Place: Hashable {
    var offset: UInt64
    var count: UInt32

    /// The bytes that it takes.
    var range: Range<UInt64> { offset..<offset + UInt64(count) }
  }

  private let descriptor: Int32
  /// The most bytes that may be written.
  let capacity: Int

  /// Faster and less tight than usual: writing must keep up with decoding.
  private static let acceleration: Int32 = 8

  /// The file of a descriptor, of which so many bytes may be used.
  init(descriptor: Int32, capacity: Int) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// The room that compressing so many bytes may need.
  static func bound(_ count: Int) -> Int { Int(LZ4_compressBound(Int32(count))) }

  /// Compresses a strip; how many bytes it takes now.
  static func pack(
    _ strip: UnsafeRawPointer, count: Int, into packed: UnsafeMutableRawPointer
  ) -> Int {
    Int(
      LZ4_compress_fast(
        strip.assumingMemoryBound(to: CChar.self), packed.assumingMemoryBound(to: CChar.self),
        Int32(count), Int32(bound(count)), acceleration))
  }

  /// Writes packed bytes; false where the disk has no room for them.
  func write(_ packed: UnsafeRawPointer, to place: Place) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: packed, count: Int(place.count))
    return (try? FileDescriptor.writeAll(bytes, to: descriptor, at: Int(place.offset))) != nil
  }

  /// Reads a strip back; false where the file does not hold what was written.
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
