/// A format of pictures that a decoder reads.
package struct PictureFormat: Hashable, Sendable {
  /// What people call it; decoders name it so when they pass a file on.
  package let name: String
  /// The executable that decodes it.
  package let decoderName: String
  /// Debian's packages of the libraries that the decoder needs.
  package let packages: [String]
  /// The types that a desktop knows its files by.
  package let mimeTypes: [String]

  private init(_ name: String, decoder: String, packages: [String], mimeTypes: [String]) {
    self.name = name
    decoderName = "fresnel-decode-" + decoder
    self.packages = packages
    self.mimeTypes = mimeTypes
  }

  /// Portable Network Graphics, animated ones too.
  package static let png = PictureFormat(
    "PNG", decoder: "png", packages: ["libpng16-16", "libisal2"],
    mimeTypes: ["image/png", "image/apng"])
  /// JPEG, in whatever wrapping.
  package static let jpeg = PictureFormat(
    "JPEG", decoder: "jpeg", packages: ["libjpeg62-turbo"], mimeTypes: ["image/jpeg"])
  /// Tagged Image File Format and BigTIFF, in either order of bytes.
  package static let tiff = PictureFormat(
    "TIFF", decoder: "tiff", packages: ["libtiff6"], mimeTypes: ["image/tiff"])
  /// WebP, still and animated.
  package static let webp = PictureFormat(
    "WebP", decoder: "webp", packages: ["libwebp7"], mimeTypes: ["image/webp"])
  /// Graphics Interchange Format.
  package static let gif = PictureFormat(
    "GIF", decoder: "gif", packages: ["libgif7"], mimeTypes: ["image/gif"])
  /// AV1 in HEIF's container.
  package static let avif = PictureFormat(
    "AVIF", decoder: "avif", packages: ["libavif15"], mimeTypes: ["image/avif"])
  /// HEIF with whatever else is inside: HEVC, as phones write it.
  package static let heic = PictureFormat(
    "HEIC", decoder: "heic", packages: ["libheif1"], mimeTypes: ["image/heic", "image/heif"])
  /// JPEG XL, naked or in its container.
  package static let jxl = PictureFormat(
    "JPEG XL", decoder: "jxl", packages: ["libjxl0.7"], mimeTypes: ["image/jxl"])
  /// Scalable Vector Graphics, compressed or not.
  package static let svg = PictureFormat(
    "SVG", decoder: "svg", packages: ["librsvg2-2"],
    mimeTypes: ["image/svg+xml", "image/svg+xml-compressed"])

  /// Every format that is read; a new one is a line above, its name here, and a rule in `Sniffer`.
  package static let all: [PictureFormat] = [
    .png, .jpeg, .tiff, .webp, .gif, .avif, .heic, .jxl, .svg,
  ]

  /// Whether tiles come in it: pixels, rather than documents that are drawn.
  package var isTileFormat: Bool { self != .svg }

  /// The format of a name, as a decoder says it.
  package static func named(_ name: String) -> PictureFormat? { all.first { $0.name == name } }

  /// The format of a file that begins with these bytes, or `nil` where no decoder reads it.
  package static func sniff(_ firstBytes: [UInt8]) -> PictureFormat? {
    guard case .picture(let format)? = Sniffer.content(of: firstBytes) else { return nil }
    return format
  }
}

/// What a file is, by its first bytes.
package enum FileContent: Hashable, Sendable {
  /// A picture that a decoder reads.
  case picture(PictureFormat)
  /// Something that is known, and that no decoder of this version reads: `JPEG 2000`.
  case unread(String)
  /// A film, by the name of its container.
  case video(String)
}
