import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// The empty screen of a file without frames.
final class GIFEmptyCodec: PictureCodec {
  let header: PictureHeader
  let missing: String? = "the GIF file has no frames; the picture is empty"
  private var left = 0

  /// An empty screen of the given size.
  init(size: PixelSize) {
    header = PictureHeader(
      size: size, format: RowFormat(channels: .rgba), color: .sRGB, hasAlpha: true,
      memory: .streaming(rowBytes: size.width * 4))
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    left = request.rows.count
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let count = min(most, left)
    for row in 0..<count { memset(rows + row * stride, 0, header.size.width * 4) }
    left -= count
    return count
  }

  var passProgress: Double { 1 }

  func endPass() {}
}
