import DecoderKit
import DecoderProtocol
import Geometry

extension PictureInput {
  /// Throws where a file holds next to nothing of the picture that its header promises, so that a
  /// few bytes can't make the decoder work for minutes.
  ///
  /// `bytes` is the least that a whole picture of `size` takes in the file, behind `start`.
  func checkClaim(_ bytes: Int?, from start: Int, for size: PixelSize) throws(CodecError) {
    let there = max(0, byteCount - start)
    guard there > 0 else {
      throw CodecError(.corrupt, "the file ends too early: nothing of the picture is left")
    }
    guard let bytes, bytes <= Self.freeClaim || bytes / Self.mostClaim <= there else {
      throw CodecError(
        .corrupt,
        "the file is damaged: it is far too short for \(size.width) × \(size.height) pixels")
    }
  }

  /// Throws where a row takes more memory than a pass may have for its rows.
  static func checkRow(_ bytes: Int) throws(CodecError) {
    guard bytes <= mostRowBytes else {
      throw CodecError(.tooLarge, "the picture's rows are too long to be decoded")
    }
  }

  /// A pass holds some twenty rows, within what any picture may take.
  private static let mostRowBytes = MemoryClass.mostBytes / 24

  /// A picture of so many bytes takes no time, whatever is missing.
  private static let freeClaim = 32 << 20
  /// Of a larger one this share of its bytes must be there.
  private static let mostClaim = 64
}
