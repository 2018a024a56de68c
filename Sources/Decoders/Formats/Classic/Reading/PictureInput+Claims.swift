import DecoderKit
import DecoderProtocol
import Geometry

extension PictureInput {
  /// Throws if a file contains almost nothing of the picture that its header claims, so that a few
  /// bytes can't keep the decoder busy for minutes.
  ///
  /// `bytes` is the smallest possible size of a complete picture of `size` in the file, after
  /// `start`.
  func checkClaim(_ bytes: Int?, from start: Int, for size: PixelSize) throws(CodecError) {
    let there = max(0, byteCount - start)
    guard there > 0 else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    guard let bytes, bytes <= Self.freeClaim || bytes / Self.mostClaim <= there else {
      throw CodecError(
        .corrupt,
        "the file is damaged: it is far too short for \(size.width) × \(size.height) pixels")
    }
  }

  /// Throws if a row needs more memory than a pass may have for its rows.
  static func checkRow(_ bytes: Int) throws(CodecError) {
    guard bytes <= mostRowBytes else {
      throw CodecError(.tooLarge, "the picture's rows are too long to be decoded")
    }
  }

  /// A pass holds about twenty rows, within the limit for all pictures.
  private static let mostRowBytes = MemoryClass.mostBytes / 24

  /// A picture of this many bytes takes no noticeable time, even if most is missing.
  private static let freeClaim = 32 << 20
  /// A larger picture must have at least 1 / this of its bytes in the file.
  private static let mostClaim = 64
}
