import CPNG
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

extension PictureHeader {
  /// The header from a PNG file's chunks before the pixels.
  package init(_ header: fresnel_png_header) throws(CodecError) {
    let memory: MemoryClass
    if header.is_interlaced {
      guard let bytes = checkedProduct(Int(header.row_bytes), Int(header.height)) else {
        throw CodecError(.tooLarge, "the picture is too large to be decoded")
      }
      memory = .whole(bytes: bytes)
    } else {
      memory = .streaming(rowBytes: Int(header.row_bytes))
    }
    self.init(
      size: PixelSize(width: Int(header.width), height: Int(header.height)),
      orientation: Orientation(
        exifBlock: UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)),
      format: RowFormat(header),
      color: SourceColor(header), hasAlpha: header.has_alpha, memory: memory)
  }
}

extension RowFormat {
  /// The format of libpng's output.
  package init(_ header: fresnel_png_header) {
    let channels: Channels =
      switch header.channels {
      case 1: .gray
      case 2: .grayAlpha
      case 3: .rgb
      default: .rgba
      }
    self.init(channels: channels, depth: Int(header.depth))
  }
}

extension SourceColor {
  /// The colour space, by the precedence in PNG's specification: cICP, iCCP, sRGB, then cHRM and
  /// gAMA.
  package init(_ header: fresnel_png_header) {
    if header.has_code_points {
      self = .cicp(primaries: Int(header.primaries), transfer: Int(header.transfer))
    } else if let bytes = header.icc {
      self = .icc(Array(UnsafeBufferPointer(start: bytes, count: header.icc_count)))
    } else if header.has_srgb {
      self = .sRGB
    } else if header.has_chromaticities {
      let xy = header.chromaticities
      self = .chromaticities(
        white: Chromaticity(x: xy.0, y: xy.1), red: Chromaticity(x: xy.2, y: xy.3),
        green: Chromaticity(x: xy.4, y: xy.5), blue: Chromaticity(x: xy.6, y: xy.7),
        gamma: header.has_gamma ? header.gamma : nil)
    } else if header.has_gamma {
      self = .gamma(encodingExponent: header.gamma)
    } else {
      self = .sRGB
    }
  }
}

extension RowShape {
  /// The shape of libpng's output.
  package init(_ header: fresnel_png_header) {
    self.init(
      size: PixelSize(width: Int(header.width), height: Int(header.height)),
      details: [
        Int(header.channels), Int(header.depth), Int(header.row_bytes),
        header.is_interlaced ? 1 : 0,
      ])
  }
}
