import CDjVu
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Decodes DjVu with DjVuLibre.
///
/// The library draws pages reduced by an integer at a fraction of the cost, but averages encoded
/// values instead of light, on a grid that starts at the bottom of the page: good enough for
/// previews. Black and white pages are drawn on demand, with a byte per pixel; others are drawn
/// whole.
final class DjVuCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let page: Int
  private let sheets: DjVuSheets
  private let isBilevel: Bool
  private let pages: SharedDecodings<DjVuPage>
  private let decodings: SharedDecodings<DjVuSheet>
  private var whole: BackgroundPass<DjVuPage, DjVuPage>?
  private var bands: BackgroundPass<DjVuSheet, DjVuBands>?
  private var beginBands: ((DjVuSheet) throws(CodecError) -> DjVuBands)?

  /// Pages of this many pixels are too slow to draw whole for the first view.
  private static let largePage = 12_000_000

  /// Reads the header of a page, from 0.
  init(
    _ input: PictureInput, page: Int, pages: SharedDecodings<DjVuPage>,
    decodings: SharedDecodings<DjVuSheet>
  ) throws(CodecError) {
    let file = try DjVuFile(input)
    let size = try file.size(ofPage: page)
    isBilevel = file.isBilevel(page: page)
    let isLarge = (size.area ?? .max) >= Self.largePage
    // The pixels, and the layers that they are composed of.
    let bytes = checkedProduct(size.width, size.height, isBilevel ? 2 : 7)
    var header = PictureHeader(
      size: size, format: RowFormat(channels: isBilevel ? .gray : .rgb), color: .sRGB,
      hasAlpha: false, memory: try .whole(bytes, of: size), preview: isLarge ? .small : .none,
      isRandomAccess: isBilevel, frameCount: file.pageCount)
    header.sharesDecoding = true
    self.header = header
    self.input = input
    self.page = page
    self.pages = pages
    self.decodings = decodings
    sheets = DjVuSheets(file, page: page, size)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    let division: Int =
      if case .eighths(let eighths) = request.source { 8 / eighths } else { 1 }
    let size = PixelSize(
      width: dividedRoundingUp(header.size.width, by: division),
      height: dividedRoundingUp(header.size.height, by: division))
    let (sheets, whole) = (sheets, header.size)
    guard isBilevel else {
      let decoding = pages.decoding(of: input, frame: page << 4 | division) {
        (_) throws(CodecError) in
        try DjVuPage(sheets.sheet(keeping: division > 1), whole, division: division)
      }
      self.whole = BackgroundPass(decoding, rows: request.rows)
      return PassLayout(wholeRowsOf: size, for: request)
    }
    // The page is kept: its letter shapes take little memory, and decoding them again takes long.
    let decoding = decodings.decoding(of: input, frame: page) { (_) throws(CodecError) in
      try sheets.sheet(keeping: true)
    }
    bands = BackgroundPass(decoding, rows: request.rows)
    beginBands = { (sheet) throws(CodecError) in
      try DjVuBands(sheet, size, request.columns, division: division)
    }
    return PassLayout(
      size: size, firstRow: request.rows.lowerBound, columns: request.columns, rowsAtOnce: 64)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let beginBands {
      return try bands?.readRows(most: most) { (sheet) throws(CodecError) in
        missing = sheet.missing
        return try beginBands(sheet)
      } copy: { (bands, rows) throws(CodecError) in
        for row in rows {
          try bands.copy(row: row, into: target + (row - rows.lowerBound) * stride)
        }
        return rows.count
      } ?? 0
    }
    return try whole?.readRows(into: target, stride: stride, most: most) { picture in
      missing = picture.missing
    } ?? 0
  }

  var passProgress: Double { bands?.progress ?? whole?.progress ?? 1 }

  func endPass() {
    whole = nil
    bands = nil
    beginBands = nil
  }
}
