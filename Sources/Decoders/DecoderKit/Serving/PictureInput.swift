import DecoderProtocol
import Glibc
import Platform

/// Where a codec reads a picture: in an open file, or in a part of one.
///
/// It reads with `pread` alone, and never outside of it.
package struct PictureInput: Hashable, Sendable {
  /// The file, open for reading; it is not the codec's to close.
  package let descriptor: Int32
  /// For how many stops above white a gain map is applied, where the viewer takes light; else 0.
  package let gainStops: Float
  /// The picture's first byte.
  package let start: Int64
  /// The byte behind its last one; negative where that is the end of the file.
  package let end: Int64

  /// Whether a decoder of another format may have it, which is named by `CodecError.isOther`.
  package let mayBePassedOn: Bool

  /// Whether of a raw picture what its camera made of it is wanted.
  package let prefersEmbedded: Bool

  /// Whether the viewer takes light that is brighter than white, and not finished pixels only.
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

  /// Some bytes of the arena, which the viewer leaves as they are meanwhile.
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
  /// What follows from a place in it on, as a picture of its own.
  package func part(from offset: Int) -> PictureInput {
    PictureInput(part: self, start: start + Int64(offset), end: end)
  }

  /// So many bytes from a place in it on, as a picture of its own; `nil` where it has not as many.
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

  /// Bytes of the picture, as many as there are now.
  package var byteCount: Int {
    // Not fstat, which a newer C library would ask by a name that the lock-down refuses.
    let end = self.end < 0 ? Int64(lseek(descriptor, 0, SEEK_END)) : self.end
    return Int(max(0, end - start))
  }

  /// Reads bytes from a place in the picture; fewer where it ends, none behind its end.
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

  /// Bytes from a place in the picture; fewer where it ends.
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
