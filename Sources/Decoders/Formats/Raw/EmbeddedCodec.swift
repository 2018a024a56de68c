import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Shows a raw file's embedded picture only.
final class EmbeddedCodec: PictureCodec {
  let header: PictureHeader
  private let picture: EmbeddedPicture
  private var rows: EmbeddedRows?
  private var wanted = 0..<0
  private var next = 0

  /// Above this many pixels a JPEG is shown first at an eighth to a half of its size.
  private static let previewPixels = 16_000_000

  init(_ picture: EmbeddedPicture, orientation: Orientation) throws(CodecError) {
    self.picture = picture
    let pixels = picture.size.area ?? .max
    // A multi-scan JPEG is decoded as a whole.
    let isWhole = picture.wholeBytes > 0
    header = PictureHeader(
      size: picture.size, orientation: orientation, format: RowFormat(channels: .rgb, depth: 8),
      color: picture.color, hasAlpha: false,
      memory: isWhole
        ? try .whole(picture.wholeBytes, of: picture.size)
        : .streaming(rowBytes: picture.size.width * 3),
      preview: picture.isJPEG && !isWhole && pixels > Self.previewPixels ? .small : .none)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    guard case .eighths(let eighths) = request.source else {
      throw CodecError(.other, "an embedded picture has no smaller versions")
    }
    let rows = try picture.rows(eighths: eighths)
    self.rows = rows
    (wanted, next) = (request.rows, 0)
    return PassLayout(wholeRowsOf: rows.size, for: request)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let rows else { return 0 }
    let above = wanted.lowerBound - next
    let count = try rows.read(
      into: target, stride: stride, most: above > 0 ? min(most, above) : most)
    next += count
    return above > 0 ? 0 : count
  }

  var passProgress: Double { Double(next) / Double(max(1, wanted.upperBound)) }

  func endPass() { rows = nil }
}
