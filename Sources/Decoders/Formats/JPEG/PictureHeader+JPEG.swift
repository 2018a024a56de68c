import CJPEG
import DecoderKit
import Geometry
import Platform
import Resampling
import Tiles

extension PictureHeader {
  /// Above this many pixels a preview at an eighth to a half of the size is shown first.
  private static let previewPixels = (
    // With two cores, reducing a whole picture competes with the window.
    single: Processors.count < JPEGCodec.processorsForThreads ? 10_000_000 : 16_000_000,
    progressive: 2_000_000
  )

  /// The header from a JPEG file's segments before its first scan.
  init(_ header: fresnel_jpeg_header) {
    let channels: RowFormat.Channels
    switch header.channels {
    case 1: channels = .gray
    case 3: channels = .rgb
    default: channels = .cmyk
    }
    let width = Int(header.width)
    let height = Int(header.height)
    let icc = header.icc.map { Array(UnsafeBufferPointer(start: $0, count: header.icc_count)) }
    self.init(
      size: PixelSize(width: width, height: height),
      orientation: Orientation(
        exifBlock: UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)),
      format: RowFormat(channels: channels, depth: 8),
      color: icc.map { .icc($0) } ?? .sRGB, hasAlpha: false,
      memory: header.is_whole
        ? .whole(bytes: Int(clamping: header.whole_bytes))
        : .streaming(rowBytes: width * Int(header.channels)),
      preview: Self.preview(of: header),
      skipsRows: true)
  }

  private static func preview(of header: fresnel_jpeg_header) -> SourceInfo.Preview {
    let pixels = Int(header.width) * Int(header.height)
    if header.is_progressive { return pixels > previewPixels.progressive ? .coarse : .none }
    // Non-interleaved colours can't be shown before the last one has arrived.
    return !header.is_whole && pixels > previewPixels.single ? .small : .none
  }
}
