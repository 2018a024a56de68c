import CHEIF
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A picture's properties in the boxes of a HEIF file.
struct HEICLayout {
  /// The size of the decoded picture: libheif crops it, and rotates it unless `orientation` is set.
  let size: PixelSize
  /// The shape that memory depends on.
  let shape: RowShape
  /// The orientation to apply to the decoded picture.
  let orientation: Orientation
  let format: RowFormat
  let color: SourceColor
  let memory: MemoryClass
  /// The tiles by which it is decoded; `nil` if it is decoded as a whole.
  let tiles: HEICTiles?

  /// Reads the properties; decodes nothing.
  init(_ file: HEICFile) throws(CodecError) {
    let handle = file.handle
    shape = file.shape
    let isGrid = file.gridOrientation != nil
    orientation = file.gridOrientation ?? .identity
    size = PixelSize(
      width: Int(
        isGrid ? heif_image_handle_get_ispe_width(handle) : heif_image_handle_get_width(handle)),
      height: Int(
        isGrid ? heif_image_handle_get_ispe_height(handle) : heif_image_handle_get_height(handle)))
    let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
    let isDeep = heif_image_handle_get_luma_bits_per_pixel(handle) > 8
    let profile = Self.profile(of: handle)
    let isGray = profile.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8)
    let channels: RowFormat.Channels =
      isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    format = RowFormat(channels: channels, depth: isDeep ? 16 : 8)
    color = profile.isEmpty ? Self.codePoints(of: handle) : .icc(profile)
    tiles = file.tiles
    memory =
      if let tiles {
        try Self.memory(of: tiles, in: size, format: format)
      } else if isGrid && !hasAlpha {
        try .whole(
          checkedProduct(size.width, size.height, Self.gridBytes * (isDeep ? 2 : 1)), of: size)
      } else {
        try Self.memory(
          for: size, isDeep: isDeep, hasAlpha: hasAlpha,
          isTurned: size.width != heif_image_handle_get_ispe_width(handle))
      }
  }

  private static func profile(of handle: OpaquePointer) -> [UInt8] {
    let count = heif_image_handle_get_raw_color_profile_size(handle)
    guard count > 0, count <= 64 << 20 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let error = heif_image_handle_get_raw_color_profile(handle, &bytes)
    return error.code == heif_error_Ok ? bytes : []
  }

  private static func codePoints(of handle: OpaquePointer) -> SourceColor {
    var points: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif_image_handle_get_nclx_color_profile(handle, &points).code == heif_error_Ok,
      let points
    else { return .sRGB }
    defer { heif_nclx_color_profile_free(points) }
    return .cicp(
      primaries: Int(points.pointee.color_primaries.rawValue),
      transfer: Int(points.pointee.transfer_characteristics.rawValue))
  }

  /// libheif's bytes per pixel of a grid: red, green and blue, tile by tile; from 1.16 on possibly
  /// also the grid as stored.
  private static var gridBytes: Int { heif_get_version_number() < 0x0110_0000 ? 3 : 5 }

  /// A row of finished tiles, and the memory of libheif and libde265 for one tile.
  private static func memory(
    of tiles: HEICTiles, in size: PixelSize, format: RowFormat
  ) throws(CodecError) -> MemoryClass {
    let width = tiles.columns * tiles.size.width * format.bytesPerPixel
    guard let band = checkedProduct(width, tiles.size.height), band <= MemoryClass.mostBytes else {
      throw CodecError(
        .tooLarge, "the picture is too large to be decoded: \(size.width) × \(size.height) pixels")
    }
    return .whole(bytes: band + tiles.size.width * tiles.size.height * 24)
  }

  /// libde265's planes and libheif's copy of them, then that copy with red, green and blue; and a
  /// second set of these if they are rotated.
  private static func memory(
    for size: PixelSize, isDeep: Bool, hasAlpha: Bool, isTurned: Bool
  ) throws(CodecError) -> MemoryClass {
    // As measured, for one-byte samples.
    let each = (hasAlpha ? 6 : 5) + (isTurned ? 1 : 0)
    let tooLarge = CodecError(
      .tooLarge, "the picture is too large to be decoded: \(size.width) × \(size.height) pixels")
    guard let pixels = checkedProduct(size.width, size.height),
      let fair = checkedProduct(pixels, isDeep || hasAlpha ? 8 : 7),
      let needed = checkedProduct(pixels, isDeep ? 2 * each : each)
    else { throw tooLarge }
    let bytes = max(min(needed, fair), min(fair, MemoryClass.mostBytes))
    // Part of the slack may be used too; but libheif aborts if memory runs out.
    guard needed <= bytes + beside else { throw tooLarge }
    return .whole(bytes: bytes)
  }

  /// The usable part of the slack that every process has.
  private static let beside = 200 << 20
}
