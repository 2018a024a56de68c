import Geometry

/// The description file of a cut picture.
extension CutNames {
  /// The location of the description.
  package enum DescriptionLocation: Hashable, Sendable {
    /// Beside the tiles' folder, with the picture's name and this extension.
    case beside(ending: String)
    /// In the tiles' folder, with this name.
    case inside(name: String)
    /// No description: viewers are given the tiles' URL template.
    case nowhere
  }

  /// The location of the description.
  package var descriptionLocation: DescriptionLocation {
    switch layout {
    case .dzi: .beside(ending: ".dzi")
    case .zoomify: .inside(name: "ImageProperties.xml")
    case .iiif, .iiif3: .inside(name: "info.json")
    case .xyz, .rowcol: .nowhere
    }
  }

  /// The content of the description; empty if there is none.
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

  /// The sizes at which the whole picture is one tile.
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
    // A level 0 client requests jpg unless told otherwise.
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
        // `preferredFormats` is from version 3, but clients read it here as well.
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

  /// Escapes text for a JSON string.
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
