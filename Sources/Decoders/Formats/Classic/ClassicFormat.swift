import DecoderKit
import DecoderProtocol

/// The old formats of this decoder, each parsed by bounds-checked Swift in its own folder.
///
/// Formats without a signature come last, TGA before the one that starts with only two zeros.
enum ClassicFormat: CaseIterable {
  case bitmap
  case icon
  case dds
  case pfm
  case photoshop
  case radiance
  case qoi
  case sun
  case sgi
  case pcx
  case pnm
  case xpm
  case targa
  case xbm
  case wbmp

  /// The codec of one page of a file, chosen by the file's first bytes.
  static func codec(of input: PictureInput, page: Int) throws(CodecError) -> any PictureCodec {
    let start = try input.bytes(at: 0, count: startBytes)
    guard let format = allCases.first(where: { $0.begins(start) }) else {
      throw CodecError(.corrupt, "the file is in none of the formats that this decoder reads")
    }
    let codec = try format.codec(of: input, page: page)
    guard page < codec.header.frameCount else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    return codec
  }

  /// The number of bytes at the start of a file that identify its format.
  private static let startBytes = 4096

  /// True if a file of this format starts with these bytes.
  ///
  /// The viewer has already recognised one of these formats; this only tells which.
  private func begins(_ start: [UInt8]) -> Bool {
    switch self {
    case .bitmap: start.starts(with: "BM".utf8) || start.starts(with: "BA".utf8)
    case .icon: IconFile.begins(start)
    case .dds: start.starts(with: "DDS ".utf8)
    case .pfm: start.starts(with: "PF".utf8) || start.starts(with: "Pf".utf8)
    case .photoshop: start.starts(with: "8BPS".utf8)
    case .radiance: start.starts(with: "#?".utf8)
    case .qoi: start.starts(with: "qoif".utf8)
    case .sun: start.starts(with: SunHeader.mark)
    case .sgi: start.starts(with: [0x01, 0xDA])
    // TGA may start with that number too.
    case .pcx: start.starts(with: [0x0A]) && start.count > 2 && start[1] != 1 && start[2] <= 1
    case .pnm: PNMHeader.begins(start)
    case .xpm: XPMHeader.begins(start)
    case .targa: TargaHeader.isPlausible(start)
    case .xbm: XBMHeader.begins(start)
    case .wbmp: start.starts(with: [0, 0])
    }
  }

  private func codec(of input: PictureInput, page: Int) throws(CodecError) -> any PictureCodec {
    switch self {
    case .bitmap: try BitmapFile(input, page: page).codec(page: page)
    case .icon: try IconFile(input).codec(page: page)
    case .dds: try DDSHeader.codec(of: input, page: page)
    case .pfm: try PFMRows.codec(of: input)
    case .photoshop: try PhotoshopCodec.codec(of: input)
    case .radiance: try RadianceFile.codec(of: input)
    case .qoi: try QOIHeader(input).codec(of: input)
    case .sun: try SunHeader(input).codec(of: input)
    case .sgi: try SGIHeader(input).codec(of: input)
    case .pcx: try PCXHeader(input).codec(of: input)
    case .pnm: try PNMPages(input, page: page).codec(of: input)
    case .xpm: try XPMHeader(input).codec(of: input)
    case .targa: try TargaFile(input).codec(page: page)
    case .xbm: try XBMHeader(input).codec(of: input)
    case .wbmp: try WBMPHeader(input).codec(of: input)
    }
  }
}
