import DecoderProtocol
import Geometry
import Platform
import TilePlaces

/// Parses IIIF's `info.json` and Deep Zoom's description in JSON.
enum JSONDescription {
  private static let most = TileDescription.mostEntries

  static func read(_ root: JSONValue) throws(CodecError) -> TileDescription {
    if let image = root["Image"] {
      return try DescriptionValues.deepZoom(
        width: image["Size"]?["Width"]?.integer, height: image["Size"]?["Height"]?.integer,
        edge: image["TileSize"]?.integer, overlap: image["Overlap"]?.integer,
        format: image["Format"]?.string)
    }
    guard let version = try version(of: root) else { throw DescriptionValues.unknown }
    let size = PixelSize(
      width: try DescriptionValues.side(root["width"]?.integer, "width"),
      height: try DescriptionValues.side(root["height"]?.integer, "height"))
    var sets = try sets(of: root)
    if !sets.contains(where: TilePlaces.isSmall), let made = madeSet(of: root, size: size) {
      sets.insert(made, at: 0)
    }
    let id = (root["id"] ?? root["@id"])?.string
    return TileDescription(
      size: size,
      layout: .iiif(
        version: version, sets: Array(sets.prefix(most)), formats: formats(of: root)),
      service: id.flatMap { TileDescription.isService($0) ? $0 : nil })
  }

  /// The tiles to request if the service lists none as small as the viewer's, but serves any region
  /// at any size: 512 pixels, or its maximum.
  private static func madeSet(of root: JSONValue, size: PixelSize) -> TileDescription.TileSet? {
    let profile = root["profile"]
    let level =
      profile?.string ?? profile?.elements(atMost: 1).first?.string ?? ""
    guard level.containsBytes(of: "level1") || level.containsBytes(of: "level2") else { return nil }
    let limits = [root] + (profile?.elements(atMost: most) ?? [])
    var edge = 512
    for limit in limits {
      let width = limit["maxWidth"]?.integer ?? edge
      let sides = [width, limit["maxHeight"]?.integer ?? width]
      let area = limit["maxArea"]?.integer ?? edge * edge
      while edge > 64, sides.contains(where: { $0 < edge }) || area < edge * edge { edge /= 2 }
    }
    var factors = [1]
    while let last = factors.last, max(size.width, size.height) > last * edge {
      factors.append(last * 2)
    }
    return TileDescription.TileSet(size: PixelSize(width: edge, height: edge), factors: factors)
  }

  /// The version of IIIF's Image API in the context; `nil` if there is none.
  private static func version(of root: JSONValue) throws(CodecError) -> Int? {
    let context = root["@context"]
    let names = (context?.elements(atMost: most) ?? []).compactMap(\.string)
    let all = names + [context?.string, root["profile"]?.string].compactMap(\.self)
    func isNamed(_ words: String) -> Bool { all.contains { $0.containsBytes(of: words) } }
    if isNamed("iiif.io/api/image/3") { return 3 }
    if isNamed("iiif.io/api/image/2") { return 2 }
    guard isNamed("iiif.io/api/image") || isNamed("image-api/1") else { return nil }
    throw CodecError(.unsupported, "only versions 2 and 3 of IIIF's Image API are supported")
  }

  private static func sets(of root: JSONValue) throws(CodecError) -> [TileDescription.TileSet] {
    var sets: [TileDescription.TileSet] = []
    for tiles in root["tiles"]?.elements(atMost: most) ?? [] {
      let width = try DescriptionValues.side(tiles["width"]?.integer, "tile size")
      var height = width
      if let own = tiles["height"] { height = try DescriptionValues.side(own.integer, "tile size") }
      var factors: [Int] = []
      for factor in tiles["scaleFactors"]?.elements(atMost: most) ?? [] {
        factors.append(try DescriptionValues.side(factor.integer, "scale factor"))
      }
      sets.append(
        TileDescription.TileSet(size: PixelSize(width: width, height: height), factors: factors))
    }
    return sets
  }

  /// The formats in the description, the server's preferred ones first.
  private static func formats(of root: JSONValue) -> [String] {
    let profiles = (root["profile"]?.elements(atMost: most) ?? []).compactMap { $0["formats"] }
    let lists = [root["preferredFormats"], root["extraFormats"]].compactMap(\.self) + profiles
    var formats: [String] = []
    for name in lists.flatMap({ $0.elements(atMost: most) }).compactMap(\.string)
    where TileDescription.isFormat(name) && !formats.contains(name) { formats.append(name) }
    return Array(formats.prefix(most))
  }
}
