import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Decodes scanned slides with OpenSlide, tile by tile on demand, from any of their levels.
final class SlideCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let slide: Slide
  private let gaps = SlideGaps()
  private var pass: SlidePass?

  /// A codec for the slide itself.
  init(_ slide: Slide) throws(CodecError) {
    self.slide = slide
    let largest = slide.levels[0]
    guard let band = checkedProduct(largest.size.width, largest.tileSize.height, 3),
      band <= 512 << 20
    else {
      throw CodecError(
        .tooLarge,
        "the slide is too large to be decoded: \(largest.size.width) × "
          + "\(largest.size.height) pixels")
    }
    var header = PictureHeader(
      size: largest.size, format: RowFormat(channels: .rgb), color: .sRGB, hasAlpha: false,
      memory: .streaming(rowBytes: band / 24 + largest.size.width * 3),
      reductions: slide.levels.dropFirst().map(\.size), isRandomAccess: true,
      frameCount: 1 + slide.pictureNames.count)
    header.reductionsServeAll = true
    header.pageNames = SlideMetadata.pageNames(slide.pictureNames)
    let facts = slide.facts
    header.resolution = facts.resolution
    header.metadata = facts.metadata
    self.header = header
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    var level = slide.levels[0]
    if case .reduction(let index) = request.source { level = slide.levels[index + 1] }
    let pass = try SlidePass(slide, level, request, gaps)
    self.pass = pass
    return PassLayout(
      size: level.size, firstRow: request.rows.lowerBound, columns: request.columns,
      rowsAtOnce: level.tileSize.height)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let count = try pass?.readRows(into: rows, stride: stride, most: most) ?? 0
    if gaps.exist, missing == nil {
      missing = "parts of the slide are missing or damaged in the file"
    }
    return count
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() { pass = nil }
}
