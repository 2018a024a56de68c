import DecoderProtocol
import Platform
import TilePlaces

/// IIIF's manifests of the Presentation API, version 2 and 3: the pictures of a book, in order.
enum Manifest {
  private static let most = CanvasDescription.most

  /// The canvases of a manifest; `nil` where it is none.
  ///
  /// Of several pictures on a canvas, and of a choice between some, the first is taken; a canvas
  /// without any is left out.
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
      throw CodecError(.unsupported, "of IIIF's Presentation API manifests are read alone")
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

  /// What is shown where there is a choice.
  private static func picture(_ body: JSONValue) -> JSONValue {
    switch (body["type"] ?? body["@type"])?.string {
    case "Choice": body["items"]?.first ?? body
    case "oa:Choice": body["default"] ?? body
    default: body
    }
  }

  /// A service of tiles where there is one, else the picture itself.
  private static func address(of picture: JSONValue) -> String? {
    let service = picture["service"]?.first
    if let service, let id = (service["id"] ?? service["@id"])?.string, isImages(service) {
      let address = (id.hasSuffix("/") ? String(id.dropLast()) : id) + "/info.json"
      if TileDescription.isService(address) { return address }
    }
    let id = (picture["id"] ?? picture["@id"])?.string
    return id.flatMap { TileDescription.isService($0) ? $0 : nil }
  }

  /// Whether a service gives pictures, in a version that is read.
  private static func isImages(_ service: JSONValue) -> Bool {
    let words = [service["type"], service["@type"], service["@context"], service["profile"]]
      .compactMap { $0?.first?.string }
    return words.contains { word in
      word.hasPrefix("ImageService2") || word.hasPrefix("ImageService3")
        || word.containsBytes(of: "iiif.io/api/image/2")
        || word.containsBytes(of: "iiif.io/api/image/3")
    }
  }

  /// A label, in the first of its languages.
  private static func label(of canvas: JSONValue) -> String {
    let label = canvas["label"]?.first
    return label?.string ?? label?["@value"]?.string ?? label?.firstValue?.first?.string ?? ""
  }
}
