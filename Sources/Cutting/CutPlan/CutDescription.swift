import Geometry

/// The file that describes a cut picture to whoever shows it.
extension CutNames {
  /// Where the description lies.
  package enum DescriptionPlace: Hashable, Sendable {
    /// Beside the folder of the tiles, under the picture's name and this ending.
    case beside(ending: String)
    /// In the folder of the tiles, under this name.
    case inside(name: String)
    /// There is none: whoever shows such tiles is told their template.
    case nowhere
  }

  /// Where the description lies.
  package var descriptionPlace: DescriptionPlace {
    switch layout {
    case .dzi: .beside(ending: ".dzi")
    case .zoomify: .inside(name: "ImageProperties.xml")
    case .iiif, .iiif3: .inside(name: "info.json")
    case .xyz, .rowcol: .nowhere
    }
  }

  /// What the description says; empty where there is none.
  package var description: String {
    let size = pyramid.size
    switch layout {
    case .dzi:
      return """
        <?xml version="1.0" encoding="UTF-8"?>
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(ending)" \
        Overlap="\(pyramid.overlap)" TileSize="\(pyramid.edge)">
          <Size Width="\(size.width)" Height="\(size.height)"/>
        </Image>

        """
    case .zoomify:
      return """
        <IMAGE_PROPERTIES WIDTH="\(size.width)" HEIGHT="\(size.height)" \
        NUMTILES="\(pyramid.tileCount)" NUMIMAGES="1" VERSION="1.8" TILESIZE="\(pyramid.edge)" />

        """
    case .iiif: return iiifDescription(version: 2)
    case .iiif3: return iiifDescription(version: 3)
    case .xyz, .rowcol: return ""
    }
  }

  /// The sizes in which the whole picture is there as one file: those that one tile holds.
  package var wholeSizes: [PixelSize] {
    pyramid.levels.filter { $0.columns == 1 && $0.rows == 1 }.map(\.size).reversed()
  }

  private func iiifDescription(version: Int) -> String {
    let factors = pyramid.levels.indices.map { "\(1 << $0)" }.joined(separator: ", ")
    let sizes = wholeSizes.map { #"{ "width": \#($0.width), "height": \#($0.height) }"# }
      .joined(separator: ", ")
    let edge = pyramid.edge
    let head =
      version == 3
      ? """
        "@context": "http://iiif.io/api/image/3/context.json",
        "id": "\(Self.escaped(identifier))",
        "type": "ImageService3",
        "protocol": "http://iiif.io/api/image",
        "profile": "level0",
      """
      : """
        "@context": "http://iiif.io/api/image/2/context.json",
        "@id": "\(Self.escaped(identifier))",
        "protocol": "http://iiif.io/api/image",
      """
    // A client of level 0 asks for jpg where nothing else is said.
    let formats: String
    if version == 3 {
      formats =
        ending == "jpg"
        ? ""
        : """

          "extraFormats": ["\(ending)"],
          "preferredFormats": ["\(ending)"],
        """
    } else {
      let profile = "http://iiif.io/api/image/2/level0.json"
      formats =
        ending == "jpg"
        ? "\n  \"profile\": [\"\(profile)\"],"
        // The last one is version 3's, which clients read here as well.
        : "\n  \"profile\": [\"\(profile)\", { \"formats\": [\"\(ending)\"] }],"
          + "\n  \"preferredFormats\": [\"\(ending)\"],"
    }
    return """
      {
      \(head)\(formats)
        "width": \(pyramid.size.width),
        "height": \(pyramid.size.height),
        "sizes": [\(sizes)],
        "tiles": [{ "width": \(edge), "height": \(edge), "scaleFactors": [\(factors)] }]
      }

      """
  }

  /// A text as JSON has it between quotes.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }.joined()
  }
}
