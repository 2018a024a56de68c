import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// The codec of a picture that claims to need one MiB, and allocates all memory that it can get: in
/// the pass, or while it reads the header if the file's first byte is an `h`.
final class GreedyCodec: PictureCodec {
  let header = PictureHeader(
    size: PixelSize(width: 64, height: 64), format: RowFormat(channels: .gray, depth: 8),
    color: .sRGB, hasAlpha: false, memory: .whole(bytes: 1 << 20))

  let passProgress = 0.0

  init(_ input: PictureInput) throws(CodecError) {
    if try input.bytes(at: 0, count: 1) == [UInt8(ascii: "h")] { throw Self.takeAll() }
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<64, rowsAtOnce: 64)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    throw Self.takeAll()
  }

  func endPass() {}

  /// Allocates all memory, and returns an error that gives the amount in MiB.
  private static func takeAll() -> CodecError {
    var pieces: [UnsafeMutableRawPointer] = []
    pieces.reserveCapacity(4096)
    while let piece = malloc(1 << 20) { pieces.append(piece) }
    let count = pieces.count
    for piece in pieces { free(piece) }
    return CodecError(.tooLarge, "\(count) MiB were not enough")
  }
}
