import DecoderProtocol
import Geometry
import TilePlaces

/// Parses the reply of an Internet Imaging Protocol server: a line for each requested property,
/// such as `Max-size:1201 803`.
enum InternetImagingDescription {
  /// True if `bytes` start like a reply of such a server.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: Array("IIP:".utf8)) }

  static func read(_ bytes: ArraySlice<UInt8>) throws(CodecError) -> TileDescription {
    guard bytes.count <= longest else { throw DescriptionValues.unknown }
    var values: [String: [Int]] = [:]
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard values[name] == nil else { continue }
      values[name] = line[line.index(after: colon)...].split(separator: UInt8(ascii: " "))
        .prefix(2).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    let (size, tile) = (values["max-size"] ?? [], values["tile-size"] ?? [])
    guard let levels = values["resolution-number"]?.first,
      (1...TileDescription.mostLevels).contains(levels)
    else { throw CodecError(.corrupt, "the description has no valid number of levels") }
    return TileDescription(
      size: PixelSize(
        width: try DescriptionValues.side(size.first, "width"),
        height: try DescriptionValues.side(size.dropFirst().first, "height")),
      layout: .internetImaging(
        tile: PixelSize(
          width: try DescriptionValues.side(tile.first, "tile size"),
          height: try DescriptionValues.side(tile.dropFirst().first, "tile size")),
        levels: levels))
  }

  /// The maximum number of bytes in a reply to four requests.
  private static let longest = 4096
}
