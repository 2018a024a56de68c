import CJP2
import DecoderKit
import DecoderProtocol
import Geometry

/// A file opened by openjpeg, with its header read.
///
/// Each resolution (`halvings`) needs its own instance.
package final class JP2File {
  /// The header; after decoding, with its samples.
  package let image: UnsafeMutablePointer<opj_image_t>
  /// How many times the picture is halved.
  package let halvings: Int
  private let stream: JP2Stream
  private let codec: UnsafeMutablePointer<opj_codec_t?>

  /// Opens a file; if `isStrict`, damaged or truncated data fails, otherwise it leaves gaps.
  ///
  /// Throws `CodecError.changed` if the header's shape differs from an earlier one.
  package init(
    _ input: PictureInput, _ reading: HeaderReading, halvings: Int = 0, isStrict: Bool = true
  ) throws(CodecError) {
    let stream = try JP2Stream(input)
    // A raw codestream starts with its marker; anything else is a container.
    let isNaked = try input.bytes(at: 0, count: 4) == [0xFF, 0x4F, 0xFF, 0x51]
    guard let codec = opj_create_decompress(isNaked ? OPJ_CODEC_J2K : OPJ_CODEC_JP2) else {
      throw CodecError.noMemory
    }
    var image: UnsafeMutablePointer<opj_image_t>?
    let isRead =
      fresnel_jp2_setup(codec, UInt32(halvings)) == OPJ_TRUE
      && opj_decoder_set_strict_mode(codec, isStrict ? OPJ_TRUE : OPJ_FALSE) == OPJ_TRUE
      && opj_codec_set_threads(codec, Self.threads) == OPJ_TRUE
      && opj_read_header(stream.handle, codec, &image) == OPJ_TRUE
    guard isRead, let image, image.pointee.numcomps > 0 else {
      opj_image_destroy(image)
      opj_destroy_codec(codec)
      throw stream.failure ?? Self.damage
    }
    self.image = image
    self.codec = codec
    self.stream = stream
    self.halvings = halvings
    try reading.check(self.shape)
  }

  deinit {
    opj_image_destroy(image)
    opj_destroy_codec(codec)
  }

  /// One thread decodes code blocks while another does the rest.
  private static let threads: Int32 = 2

  /// The codestream's tiles and the number of resolutions in each.
  package var tiling: JP2Tiling? {
    var info = opj_get_cstr_info(codec)
    defer { opj_destroy_cstr_info(&info) }
    return (info?.pointee).flatMap { JP2Tiling($0) }
  }

  /// The shape that the tiles' memory depends on; read it before decoding anything.
  package var shape: RowShape {
    let header = image.pointee
    var details = [Int(header.x0), Int(header.y0)]
    for index in 0..<Int(header.numcomps) {
      let component = header.comps[index]
      details += [component.dx, component.dy, component.prec, component.sgnd].map { Int($0) }
    }
    if let tiling {
      details += [tiling.originX, tiling.originY, tiling.width, tiling.height]
      details += [tiling.columns, tiling.rows, tiling.halvings]
    }
    return RowShape(
      size: PixelSize(width: Int(header.x1), height: Int(header.y1)), details: details)
  }

  /// True if a `cdef` box says which colour each channel is: openjpeg applies it to the first
  /// tile that an instance decodes, and to no other.
  package static func namesChannels(_ input: PictureInput) throws(CodecError) -> Bool {
    var place = 0
    for _ in 0..<mostBoxes {
      let head = try input.bytes(at: place, count: 16)
      guard head.count == 16 else { return false }
      func number(_ bytes: Range<Int>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64(head[$1]) } }
      let isLong = number(0..<4) == 1
      let length = isLong ? number(8..<16) : number(0..<4)
      switch String(decoding: head[4..<8], as: UTF8.self) {
      case "cdef": return true
      case "jp2h": place += isLong ? 16 : 8
      default:
        guard length >= 8, length < input.byteCount else { return false }
        place += Int(length)
      }
    }
    return false
  }

  /// Files have about ten boxes before the pixels.
  private static let mostBoxes = 1000

  /// Decodes a tile's samples into `image`.
  ///
  /// After a failure this instance can't be used any more.
  package func decode(tile: Int) throws(CodecError) {
    guard opj_get_decoded_tile(codec, stream.handle, image, UInt32(tile)) == OPJ_TRUE else {
      throw stream.failure ?? Self.damage
    }
  }

  /// Decodes the whole picture.
  package func decodeAll() throws(CodecError) {
    guard opj_decode(codec, stream.handle, image) == OPJ_TRUE else {
      throw stream.failure ?? Self.damage
    }
  }

  private static var damage: CodecError {
    CodecError(.corrupt, "the JPEG 2000 file is damaged, or ends too early")
  }
}

/// The division of a codestream into tiles.
package struct JP2Tiling: Sendable {
  /// The first tile's origin, and the size of all tiles, on the reference grid.
  package let (originX, originY, width, height): (Int, Int, Int, Int)
  /// The number of tile columns.
  package let columns: Int
  /// The number of tile rows.
  package let rows: Int
  /// How many times each tile can be halved.
  package let halvings: Int

  init?(_ info: opj_codestream_info_v2_t) {
    (originX, originY) = (Int(info.tx0), Int(info.ty0))
    (width, height) = (Int(info.tdx), Int(info.tdy))
    (columns, rows) = (Int(info.tw), Int(info.th))
    guard width > 0, height > 0, columns > 0, rows > 0, info.nbcomps > 0,
      let components = info.m_default_tile_info.tccp_info
    else { return nil }
    let sizes = UnsafeBufferPointer(start: components, count: Int(info.nbcomps))
    halvings = max(1, sizes.map { Int($0.numresolutions) }.min() ?? 1) - 1
  }
}
