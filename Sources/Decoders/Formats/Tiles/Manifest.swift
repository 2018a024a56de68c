import DecoderProtocol
import Platform
import TilePlaces

/// Parses IIIF Presentation API manifests, version 2 and 3: the pictures of a book, in order.
enum Manifest {
  private static let most = CanvasDescription.most

  /// The canvases of a manifest; `nil` if the document is not a manifest.
  ///
  /// If a canvas has several pictures, or a choice, the first is used; one without pictures is left
  /// out.
  static func canvases(of root: JSONValue) throws(CodecError) -> [CanvasDescription]? {
    let context = root["@context"]
    let names =
      (context?.elements(atMost: TileDescription.mostEntries) ?? []).compactMap(\.string)
      + [context?.string].compactMap(\.self)
    guard names.contains(where: { $0.containsBytes(of: "iiif.io/api/presentation") }) else {
      return nil
    }
    let type = (root["type"] ?? root["@type"])?.string ?? ""
    guard type.hasSuffix("Manifest") else {
      throw CodecError(.unsupported, "only manifests of IIIF's Presentation API are supported")
    }
    let items = root["items"] ?? root["sequences"]?.first?["canvases"]
    let canvases = (items?.elements(atMost: most) ?? []).compactMap(canvas)
    guard !canvases.isEmpty else {
      throw CodecError(.corrupt, "the manifest names no pictures")
    }
    return canvases
  }

  private static func canvas(_ canvas: JSONValue) -> CanvasDescription? {
    let body =
      canvas["items"]?.first?["items"]?.first?["body"]?.first
      ?? canvas["images"]?.first?["resource"]
    guard let body, let address = address(of: picture(body)) else { return nil }
    return CanvasDescription(label: label(of: canvas), address: address)
  }

  /// The default of a choice.
  private static func picture(_ body: JSONValue) -> JSONValue {
    switch (body["type"] ?? body["@type"])?.string {
    case "Choice": body["items"]?.first ?? body
    case "oa:Choice": body["default"] ?? body
    default: body
    }
  }

  /// The picture's image service if there is one, else the picture itself.
  private static func address(of picture: JSONValue) -> String? {
    let service = picture["service"]?.first
    if let service, let id = (service["id"] ?? service["@id"])?.string, isImages(service) {
      let address = (id.hasSuffix("/") ? String(id.dropLast()) : id) + "/info.json"
      if TileDescription.isService(address) { return address }
    }
    let id = (picture["id"] ?? picture["@id"])?.string
    return id.flatMap { TileDescription.isService($0) ? $0 : nil }
  }

  /// True for an image service of a supported version.
  private static func isImages(_ service: JSONValue) -> Bool {
    let words = [service["type"], service["@type"], service["@context"], service["profile"]]
      .compactMap { $0?.first?.string }
    return words.contains { word in
      word.hasPrefix("ImageService2") || word.hasPrefix("ImageService3")
        || word.containsBytes(of: "iiif.io/api/image/2")
        || word.containsBytes(of: "iiif.io/api/image/3")
    }
  }

  /// A canvas's label, in its first language.
  private static func label(of canvas: JSONValue) -> String {
    let label = canvas["label"]?.first
    return label?.string ?? label?["@value"]?.string ?? label?.firstValue?.first?.string ?? ""
  }
}
