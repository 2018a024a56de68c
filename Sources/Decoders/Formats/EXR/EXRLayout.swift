import CEXR
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The properties of one picture of a file, from its header.
struct EXRLayout {
  /// A level of the picture: the picture itself, or a smaller one.
  struct Level {
    /// The pixels in the file.
    let data: PixelRect
    /// The visible pixels.
    let display: PixelRect
  }

  let levels: [Level]
  let format: RowFormat
  /// True if rows are light in floats; otherwise they are clipped to white in 16 bits.
  let isLight: Bool
  /// Rows and columns that are read together; 0 columns for whole lines.
  let block: PixelSize
  private let color: SourceColor
  private let pageCount: Int

  var isTiled: Bool { block.width > 0 }

  init(_ file: EXRFile, page: Int, isLight: Bool) throws(CodecError) {
    self.isLight = isLight
    pageCount = file.count
    guard pageCount > 0 else {
      throw CodecError(.unsupported, "the OpenEXR file has no colours, only other channels")
    }
    guard page < pageCount else { throw CodecError(.other, "the file has no page \(page)") }
    let picture = try file.description(of: page)
    let (data, display) = (PixelRect(picture.data), PixelRect(picture.display))
    guard !data.isEmpty, !display.isEmpty else {
      throw CodecError(.corrupt, "the OpenEXR file is damaged (it has no pixels)")
    }
    var levels = [Level(data: data, display: display)]
    // A smaller level's display window is only known if it equals the data window.
    for level in 1..<max(1, Int(picture.levels)) where data == display {
      guard let area = file.area(of: page, level: level), !area.isEmpty else { break }
      levels.append(Level(data: area, display: area))
    }
    self.levels = levels
    let isCovered = data.intersection(display) == display
    let hasAlpha = picture.has_alpha != 0 || !isCovered
    let isGray = picture.is_gray != 0
    format = RowFormat(
      channels: isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb),
      depth: isLight ? 32 : 16)
    block = PixelSize(
      width: Int(picture.tile_width),
      height: picture.tile_width > 0 ? Int(picture.tile_height) : Int(picture.lines_at_once))
    color = isGray ? .linear : Self.color(of: picture)
  }

  private static func color(of picture: fresnel_exr_picture) -> SourceColor {
    guard picture.has_chromaticities != 0 else { return .linear }
    let c = picture.chromaticities
    func point(_ x: Float, _ y: Float) -> Chromaticity { Chromaticity(x: Double(x), y: Double(y)) }
    return .chromaticities(
      white: point(c.6, c.7), red: point(c.0, c.1), green: point(c.2, c.3), blue: point(c.4, c.5),
      gamma: 1)
  }

  /// The header for the codec.
  var header: PictureHeader {
    get throws(CodecError) {
      let (size, data) = (levels[0].display.size, levels[0].data)
      // Bytes per pixel of a line: as stored, as OpenEXR buffers it, and as delivered.
      let each = isLight ? 32 : 24
      guard let band = checkedProduct(data.size.width, max(32, block.height), each),
        band <= 512 << 20
      else {
        throw CodecError(
          .tooLarge, "the picture is too large to be decoded: \(size.width) × \(size.height) pixels"
        )
      }
      var header = PictureHeader(
        size: size, format: format, color: color, hasAlpha: format.channels.hasAlpha,
        memory: .streaming(rowBytes: band / 24 + size.width * (isLight ? 16 : 8)),
        reductions: levels.dropFirst().map(\.display.size), isRandomAccess: isTiled,
        skipsRows: true, frameCount: pageCount)
      header.isLight = isLight
      return header
    }
  }
}
