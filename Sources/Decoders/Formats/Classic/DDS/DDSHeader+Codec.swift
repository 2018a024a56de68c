import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

extension DDSHeader {
  /// A codec for one page of a texture.
  static func codec(of input: PictureInput, page: Int) throws(CodecError) -> any PictureCodec {
    let file = try DDSHeader(input, page: page)
    if case .blocks(let blocks) = file.kind {
      return try DDSBlockCodec(file, blocks, of: input)
    }
    return try DDSRows.codec(file, of: input)
  }

  func format(_ input: PictureInput) -> RowFormat {
    let light = input.acceptsLight ? 32 : 16
    switch kind {
    case .masks(let masks):
      let hasAlpha = masks.masks[3] != 0 && alpha != .none
      let channels: RowFormat.Channels =
        masks.isGray ? (hasAlpha ? .grayAlpha : .gray) : hasAlpha ? .rgba : .rgb
      return RowFormat(channels: channels, depth: masks.isDeep ? 16 : 8)
    case .floats(let channels, _):
      return RowFormat(
        channels: channels == 1 ? .gray : channels == 4 && alpha != .none ? .rgba : .rgb,
        depth: light)
    case .smallFloats, .sharedExponent, .blocks(.light):
      return RowFormat(channels: .rgb, depth: light)
    case .palette: return RowFormat(channels: .rgba)
    case .pairs: return RowFormat(channels: .rgb)
    case .blocks(.one): return RowFormat(channels: .gray)
    case .blocks(.two), .blocks(.redInAlpha): return RowFormat(channels: .rgb)
    case .blocks: return RowFormat(channels: alpha == .none ? .rgb : .rgba)
    }
  }

  private var isFloat: Bool {
    switch kind {
    case .floats, .smallFloats, .sharedExponent, .blocks(.light): true
    default: false
    }
  }

  /// The header of the chosen page, without its memory class.
  func header(_ input: PictureInput) throws(CodecError) -> PictureHeader {
    let format = format(input)
    var header = PictureHeader(
      size: size, format: format, color: isFloat ? .linear : .sRGB,
      hasAlpha: format.channels.hasAlpha, memory: .streaming(rowBytes: 0), frameCount: pageCount)
    header.isLight = isFloat && input.acceptsLight
    header.isFine = !isFloat && format.depth == 16
    header.pageNames = faces
    try header.checkSize()
    try input.checkClaim(kind.bytes(size.width, size.height), from: start, for: size)
    return header
  }
}
