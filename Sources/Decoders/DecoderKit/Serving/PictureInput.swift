import DecoderProtocol
import Glibc
import Platform

/// Where a codec reads a picture: an open file, or a part of one.
///
/// It reads with `pread` only, and never outside its range.
package struct PictureInput: Hashable, Sendable {
  /// The open file; the codec must not close it.
  package let descriptor: Int32
  /// The display's headroom in stops for applying a gain map; 0 if the viewer takes no light.
  package let gainStops: Float
  /// The offset of the picture's first byte.
  package let start: Int64
  /// The offset after its last byte; negative means the end of the file.
  package let end: Int64

  /// True if the codec may hand the file to another format's decoder with `CodecError.isOther`.
  package let mayBePassedOn: Bool

  /// True if the user wants a raw picture's embedded JPEG.
  package let prefersEmbedded: Bool

  /// True if the viewer accepts linear light brighter than white.
  package let acceptsLight: Bool

  /// A whole file.
  package init(
    file descriptor: Int32, mayBePassedOn: Bool = false, prefersEmbedded: Bool = false,
    acceptsLight: Bool = false, gainStops: Double = 0
  ) {
    self.acceptsLight = acceptsLight
    self.gainStops = acceptsLight ? Float(gainStops) : 0
    self.descriptor = descriptor
    self.mayBePassedOn = mayBePassedOn
    self.prefersEmbedded = prefersEmbedded
    start = 0
    end = -1
  }

  /// A range of the arena, which the viewer does not change meanwhile.
  init(arena range: ArenaRange) {
    descriptor = WireFormat.arenaDescriptor
    mayBePassedOn = false
    prefersEmbedded = false
    acceptsLight = false
    gainStops = 0
    start = Int64(range.offset)
    end = Int64(range.offset + range.count)
  }
}

extension PictureInput {
  /// The bytes from `offset` on, as a picture of its own.
  package func part(from offset: Int) -> PictureInput {
    PictureInput(part: self, start: start + Int64(offset), end: end)
  }

  /// `count` bytes from `offset` on, as a picture of its own; `nil` if they are not all there.
  package func part(from offset: Int, count: Int) -> PictureInput? {
    let (last, overflows) = offset.addingReportingOverflow(count)
    guard offset >= 0, count >= 0, !overflows, last <= byteCount else { return nil }
    return PictureInput(part: self, start: start + Int64(offset), end: start + Int64(last))
  }

  private init(part whole: PictureInput, start: Int64, end: Int64) {
    descriptor = whole.descriptor
    mayBePassedOn = false
    prefersEmbedded = false
    acceptsLight = whole.acceptsLight
    gainStops = 0
    self.start = start
    self.end = end
  }

  /// The picture's current size in bytes.
  package var byteCount: Int {
    // lseek: newer C libraries implement fstat by a system call that the sandbox refuses.
    let end = self.end < 0 ? Int64(lseek(descriptor, 0, SEEK_END)) : self.end
    return Int(max(0, end - start))
  }

  /// Reads bytes at an offset; fewer at the end of the picture, 0 beyond it.
  package func readBytes(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Int {
    let (place, overflows) = Int(start).addingReportingOverflow(offset)
    guard offset >= 0, !overflows else { return 0 }
    var most = min(buffer.count, Int.max - place)
    if end >= 0 { most = min(most, max(0, Int(end) - place)) }
    do throws(Errno) {
      return try FileDescriptor.readAll(
        descriptor, at: place, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<most]))
    } catch {
      throw CodecError(.unreadable, "the file could not be read (\(error.message))")
    }
  }

  /// The bytes at an offset; fewer at the end of the picture.
  package func bytes(at offset: Int, count: Int) throws(CodecError) -> [UInt8] {
    let most = min(count, max(0, byteCount - offset))
    guard most > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: most)
    var outcome = Result<Int, CodecError>.success(0)
    bytes.withUnsafeMutableBytes { buffer in
      outcome = Result { () throws(CodecError) in try readBytes(at: offset, into: buffer) }
    }
    bytes.removeLast(most - (try outcome.get()))
    return bytes
  }
}
