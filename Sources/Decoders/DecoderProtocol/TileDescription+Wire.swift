import Geometry
import TilePlaces

// The fields of `tiles`, in wire order.

/// The layouts' numbers.
private enum LayoutTag: UInt8 {
  case deepZoom = 0
  case zoomify = 1
  case iiif = 2
  case internetImaging = 3
}

extension WireWriter {
  mutating func put(_ description: TileDescription) {
    put32(description.size.width)
    put32(description.size.height)
    switch description.layout {
    case .deepZoom(let edge, let overlap, let format):
      put(LayoutTag.deepZoom.rawValue)
      put32(edge)
      put32(overlap)
      put(name: format)
    case .zoomify(let edge, let tileCount):
      put(LayoutTag.zoomify.rawValue)
      put32(edge)
      put64(tileCount)
    case .iiif(let version, let sets, let formats):
      put(LayoutTag.iiif.rawValue)
      put(UInt8(clamping: version))
      put(UInt8(clamping: sets.count))
      for set in sets.prefix(255) {
        put32(set.size.width)
        put32(set.size.height)
        put(UInt8(clamping: set.factors.count))
        for factor in set.factors.prefix(255) { put32(factor) }
      }
      put(UInt8(clamping: formats.count))
      for format in formats.prefix(255) { put(name: format) }
    case .internetImaging(let tile, let levels):
      put(LayoutTag.internetImaging.rawValue)
      put32(tile.width)
      put32(tile.height)
      put(UInt8(clamping: levels))
    }
    put(Array((description.service ?? "").utf8))
  }
}

extension WireReader {
  mutating func takeTiles() throws(WireError) -> TileDescription {
    var description = try takeLayout()
    let bytes = try takeBlob(atMost: TileDescription.longestService)
    guard !bytes.isEmpty else { return description }
    guard let text = String(validating: bytes, as: UTF8.self), TileDescription.isService(text)
    else { throw .badValue("address") }
    description.service = text
    return description
  }

  private mutating func takeLayout() throws(WireError) -> TileDescription {
    let size = try takeSides()
    let tag = try take(UInt8.self)
    switch LayoutTag(rawValue: tag) {
    case .deepZoom:
      return TileDescription(
        size: size,
        layout: .deepZoom(
          edge: try takeSide(), overlap: try takeSide(orNone: true), format: try takeFormat()))
    case .zoomify:
      return TileDescription(
        size: size,
        layout: .zoomify(
          edge: try takeSide(), tileCount: try take64(in: 0...TileDescription.mostTiles, "tiles")))
    case .iiif:
      let version = Int(try take(UInt8.self))
      guard version == 2 || version == 3 else { throw .badValue("version") }
      var sets: [TileDescription.TileSet] = []
      for _ in 0..<(try takeCount()) { sets.append(try takeSet()) }
      var formats: [String] = []
      for _ in 0..<(try takeCount()) { formats.append(try takeFormat()) }
      return TileDescription(
        size: size, layout: .iiif(version: version, sets: sets, formats: formats))
    case .internetImaging:
      let tile = try takeSides()
      let levels = Int(try take(UInt8.self))
      guard (1...TileDescription.mostLevels).contains(levels) else { throw .badValue("levels") }
      return TileDescription(size: size, layout: .internetImaging(tile: tile, levels: levels))
    case nil: throw .badValue("layout")
    }
  }

  private mutating func takeSide(orNone: Bool = false) throws(WireError) -> Int {
    let side = try take32()
    guard ((orNone ? 0 : 1)...TileDescription.longestSide).contains(side) else {
      throw .badValue("size")
    }
    return side
  }

  private mutating func takeSides() throws(WireError) -> PixelSize {
    PixelSize(width: try takeSide(), height: try takeSide())
  }

  private mutating func takeCount() throws(WireError) -> Int {
    let count = Int(try take(UInt8.self))
    guard count <= TileDescription.mostEntries else { throw .badValue("count") }
    return count
  }

  private mutating func takeSet() throws(WireError) -> TileDescription.TileSet {
    let size = try takeSides()
    var factors: [Int] = []
    for _ in 0..<(try takeCount()) { factors.append(try takeSide()) }
    return TileDescription.TileSet(size: size, factors: factors)
  }

  /// The format becomes part of paths, so only letters and digits are accepted.
  private mutating func takeFormat() throws(WireError) -> String {
    let format = try takeName()
    guard TileDescription.isFormat(format) else { throw .badValue("format") }
    return format
  }
}
