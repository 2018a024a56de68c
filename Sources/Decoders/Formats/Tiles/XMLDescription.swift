import DecoderKit
import DecoderProtocol
import Geometry
import TilePlaces
import XMLReading

/// Parses Deep Zoom's and Zoomify's descriptions with expat.
enum XMLDescription {
  /// The relevant elements, with their attributes.
  private final class Elements: XMLReceiver {
    private(set) var root: String?
    private(set) var rootAttributes: [String: String] = [:]
    private(set) var size: [String: String]?

    func begin(_ name: String, _ attributes: [String: String]) {
      let name = XMLDescription.local(name)
      if root == nil {
        (root, rootAttributes) = (name, attributes)
      } else if name == "Size", size == nil {
        size = attributes
      }
    }
  }

  static func read(_ bytes: [UInt8], salt: UInt) throws(CodecError) -> TileDescription {
    guard bytes.count <= Decoder.longestDescription else {
      throw CodecError(
        .tooLarge, "the tile description is larger than \(Decoder.longestDescription >> 20) MiB")
    }
    let elements = Elements()
    // Neither format has a document type.
    switch XMLReading.read(bytes, salt: salt, into: elements) {
    case .whole: return try description(elements)
    case .hasDocumentType: throw DescriptionValues.unknown
    case .damaged(let reason):
      throw CodecError(.corrupt, "the description is not valid XML: \(reason)")
    }
  }

  /// A name without its prefix.
  fileprivate static func local(_ name: String) -> String {
    name.split(separator: ":").last.map(String.init) ?? name
  }

  private static func description(_ elements: Elements) throws(CodecError) -> TileDescription {
    let attributes = elements.rootAttributes
    func number(_ name: String) -> Int? { attributes[name].flatMap { Int($0) } }
    switch elements.root {
    case "Image":
      return try DescriptionValues.deepZoom(
        width: elements.size?["Width"].flatMap { Int($0) },
        height: elements.size?["Height"].flatMap { Int($0) },
        edge: number("TileSize"), overlap: number("Overlap"), format: attributes["Format"])
    case "IMAGE_PROPERTIES":
      let count = number("NUMTILES") ?? 0
      return TileDescription(
        size: PixelSize(
          width: try DescriptionValues.side(number("WIDTH"), "width"),
          height: try DescriptionValues.side(number("HEIGHT"), "height")),
        layout: .zoomify(
          edge: try DescriptionValues.side(number("TILESIZE"), "tile size"),
          tileCount: (0...TileDescription.mostTiles).contains(count) ? count : 0))
    default: throw DescriptionValues.unknown
    }
  }
}
