import CExpat
import DecoderKit
import DecoderProtocol
import Geometry
import TilePlaces

/// Deep Zoom's and Zoomify's descriptions, read by expat.
enum XMLDescription {
  /// The elements that matter, with their attributes.
  private final class Elements {
    let parser: XML_Parser
    var root: String?
    var rootAttributes: [String: String] = [:]
    var size: [String: String]?
    var hasDocumentType = false

    init(_ parser: XML_Parser) { self.parser = parser }
  }

  static func read(_ bytes: [UInt8], salt: UInt) throws(CodecError) -> TileDescription {
    guard bytes.count <= Decoder.longestDescription else {
      throw CodecError(
        .tooLarge, "a description of tiles has at most \(Decoder.longestDescription >> 20) MiB")
    }
    guard let parser = XML_ParserCreate(nil) else {
      throw CodecError(.other, "there is no memory for the description")
    }
    defer { XML_ParserFree(parser) }
    XML_SetHashSalt(parser, salt)
    let elements = Elements(parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(elements).toOpaque())
    XML_SetStartElementHandler(parser) { data, name, attributes in
      guard let data, let name else { return }
      XMLDescription.take(
        name, attributes, Unmanaged<Elements>.fromOpaque(data).takeUnretainedValue())
    }
    // Neither kind has one, and entities are of no use but for mischief.
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      guard let data else { return }
      let elements = Unmanaged<Elements>.fromOpaque(data).takeUnretainedValue()
      elements.hasDocumentType = true
      XML_StopParser(elements.parser, 0)
    }
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count), 1)
    }
    return try withExtendedLifetime(elements) { () throws(CodecError) in
      guard !elements.hasDocumentType else { throw Described.unknown }
      guard status == XML_STATUS_OK else {
        let reason = String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
        throw CodecError(.corrupt, "the description is no XML: \(reason)")
      }
      return try description(elements)
    }
  }

  private static func take(
    _ name: UnsafePointer<CChar>, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    _ elements: Elements
  ) {
    let name = local(String(cString: name))
    guard elements.root == nil || name == "Size" && elements.size == nil else { return }
    var attributes: [String: String] = [:]
    var index = 0
    while let list, let key = list[index], let value = list[index + 1] {
      attributes[String(cString: key)] = String(cString: value)
      index += 2
    }
    if elements.root == nil {
      elements.root = name
      elements.rootAttributes = attributes
    } else {
      elements.size = attributes
    }
  }

  /// A name without its prefix.
  private static func local(_ name: String) -> String {
    name.split(separator: ":").last.map(String.init) ?? name
  }

  private static func description(_ elements: Elements) throws(CodecError) -> TileDescription {
    let attributes = elements.rootAttributes
    func number(_ name: String) -> Int? { attributes[name].flatMap { Int($0) } }
    switch elements.root {
    case "Image":
      return try Described.deepZoom(
        width: elements.size?["Width"].flatMap { Int($0) },
        height: elements.size?["Height"].flatMap { Int($0) },
        edge: number("TileSize"), overlap: number("Overlap"), format: attributes["Format"])
    case "IMAGE_PROPERTIES":
      let count = number("NUMTILES") ?? 0
      return TileDescription(
        size: PixelSize(
          width: try Described.side(number("WIDTH"), "width"),
          height: try Described.side(number("HEIGHT"), "height")),
        layout: .zoomify(
          edge: try Described.side(number("TILESIZE"), "tile size"),
          tileCount: (0...TileDescription.mostTiles).contains(count) ? count : 0))
    default: throw Described.unknown
    }
  }
}
