import DecoderProtocol

/// Where a codec reads a picture: in an open file, or in a part of one.
///
/// It reads with `pread` alone, and never outside of it.
package struct PictureInput: Hashable, Sendable {
  /// The file, open for reading; it is not the codec's to close.
  package let descriptor: Int32
  /// The picture's first byte.
  package let start: Int64
  /// The byte behind its last one; negative where that is the end of the file.
  package let end: Int64

  /// Whether a decoder of another format may have it, which is named by `DecodeFailure.isOther`.
  package let mayBePassedOn: Bool

  /// A whole file.
  package init(file descriptor: Int32, mayBePassedOn: Bool = false) {
    self.descriptor = descriptor
    self.mayBePassedOn = mayBePassedOn
    start = 0
    end = -1
  }

  /// Some bytes of the arena, which the viewer leaves as they are meanwhile.
  init(arena range: ArenaRange) {
    descriptor = WireFormat.arenaDescriptor
    mayBePassedOn = false
    start = Int64(range.offset)
    end = Int64(range.offset + range.count)
  }
}
