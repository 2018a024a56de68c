import Platform

/// A picture format that a decoder reads.
package struct PictureFormat: Hashable, Sendable {
  /// The format's name, for users and for decoders that hand a file on.
  package let name: String
  /// The decoder's executable.
  package let decoderName: String
  /// Debian 12's packages of the decoder's libraries.
  package let packages: [String]
  /// The MIME types of its files.
  package let mimeTypes: [String]
  /// The folder whose files the decoder may also read.
  package let companions: Companions

  /// The location of a picture's other files.
  package enum Companions: Hashable, Sendable {
    /// No other files.
    case none
    /// Beside the file.
    case beside
    /// In a folder beside the file that has its name without the extension.
    case inOwnFolder
  }

  private init(
    _ name: String, decoder: String, packages: [String], mimeTypes: [String],
    companions: Companions = .none
  ) {
    self.name = name
    decoderName = "fresnel-decode-" + decoder
    self.packages = packages
    self.mimeTypes = mimeTypes
    self.companions = companions
  }

  /// Portable Network Graphics, also animated.
  package static let png = PictureFormat(
    "PNG", decoder: "png", packages: ["libpng16-16", "libisal2"],
    mimeTypes: ["image/png", "image/apng"])
  /// JPEG, in any wrapping.
  package static let jpeg = PictureFormat(
    "JPEG", decoder: "jpeg", packages: ["libjpeg62-turbo", "libexpat1"],
    mimeTypes: ["image/jpeg"])
  /// Tagged Image File Format and BigTIFF, in either byte order.
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
  /// HEIF with any other codec: HEVC, as in phones.
  package static let heic = PictureFormat(
    "HEIC", decoder: "heic", packages: ["libheif1"], mimeTypes: ["image/heic", "image/heif"])
  /// JPEG XL, as a codestream or in its container.
  package static let jxl = PictureFormat(
    "JPEG XL", decoder: "jxl", packages: ["libjxl0.7"], mimeTypes: ["image/jxl"])
  /// Scalable Vector Graphics, compressed or not.
  package static let svg = PictureFormat(
    "SVG", decoder: "svg", packages: ["librsvg2-2"],
    mimeTypes: ["image/svg+xml", "image/svg+xml-compressed"])

  /// The Portable Document Format, including Illustrator's files.
  package static let pdf = PictureFormat(
    "PDF", decoder: "pdf", packages: ["libpoppler-glib8"], mimeTypes: ["application/pdf"])

  /// DjVu with one page or more.
  package static let djvu = PictureFormat(
    "DjVu", decoder: "djvu", packages: ["libdjvulibre21"],
    mimeTypes: ["image/vnd.djvu", "image/vnd.djvu+multipage"])

  /// JPEG 2000, as a codestream or in its containers.
  package static let jp2 = PictureFormat(
    "JPEG 2000", decoder: "jp2", packages: ["libopenjp2-7"],
    mimeTypes: ["image/jp2", "image/jpx", "image/x-jp2-codestream"])
  /// OpenEXR, with parts and layers.
  package static let exr = PictureFormat(
    "OpenEXR", decoder: "exr", packages: ["libopenexr-3-1-30"], mimeTypes: ["image/x-exr"])
  /// Radiance HDR pictures.
  package static let hdr = classic("Radiance HDR", "image/vnd.radiance")
  /// The Quite OK Image format.
  package static let qoi = classic("QOI", "image/qoi")
  /// Camera raw files: DNG and the makers' own formats.
  ///
  /// Decoders hand such files on by this name.
  package static let raw = PictureFormat(
    "camera raw", decoder: "raw", packages: ["libraw20", "libjpeg62-turbo"],
    mimeTypes: [
      "image/x-adobe-dng", "image/x-canon-cr2", "image/x-canon-cr3", "image/x-canon-crw",
      "image/x-nikon-nef", "image/x-nikon-nrw", "image/x-sony-arw", "image/x-sony-srf",
      "image/x-sony-sr2", "image/x-fuji-raf", "image/x-olympus-orf", "image/x-panasonic-rw",
      "image/x-panasonic-rw2", "image/x-pentax-pef", "image/x-samsung-srw",
      "image/x-minolta-mrw", "image/x-sigma-x3f", "image/x-kodak-dcr", "image/x-kodak-kdc",
      "image/x-kodak-k25",
    ])

  // Old formats, which one decoder reads without a library.
  private static func classic(_ name: String, _ mimeTypes: String...) -> PictureFormat {
    PictureFormat(name, decoder: "classic", packages: [], mimeTypes: mimeTypes)
  }

  /// Windows icons: one picture in several sizes.
  package static let ico = classic("ICO", "image/vnd.microsoft.icon")
  /// Windows cursors.
  package static let cur = classic("CUR", "image/x-win-bitmap")
  /// Photoshop files, shown as their merged picture.
  package static let psd = classic("Photoshop", "image/vnd.adobe.photoshop")
  /// DirectX textures.
  package static let dds = classic("DDS", "image/x-dds")
  /// Netpbm's float format.
  package static let pfm = classic("PFM", "image/x-pfm")

  private static func slide(_ name: String, _ companions: Companions = .none) -> PictureFormat {
    // Desktops have no type for these, and see them as the format they are based on.
    PictureFormat(
      name, decoder: "slide", packages: ["libopenslide0"], mimeTypes: [], companions: companions)
  }

  /// Scanned slides in a TIFF or similar; the TIFF decoder recognises them.
  package static let slide = slide("slide")
  /// 3DHISTECH slides: a JPEG, and a folder of files.
  package static let mirax = slide("MIRAX slide", .inOwnFolder)
  /// Hamamatsu slides of several files.
  package static let hamamatsu = slide("Hamamatsu slide", .beside)
  /// Sakura slides, which are databases.
  package static let sakura = slide("Sakura slide")

  // Pictures whose tiles are beside their description, in formats of their own.
  private static func described(_ name: String) -> PictureFormat {
    PictureFormat(
      name, decoder: "tiles", packages: ["libexpat1", "libjansson4"], mimeTypes: [],
      companions: .beside)
  }

  /// Deep Zoom, described in XML or JSON.
  package static let deepZoom = described("Deep Zoom")
  /// Zoomify.
  package static let zoomify = described("Zoomify")
  /// Archives with a tiled picture and its description.
  package static let archive = PictureFormat(
    "archive of tiles", decoder: "archive", packages: ["libzip4"], mimeTypes: [])
  /// Tiles from a template in an address or path, without a description.
  package static let template = described("tiles")
  /// IIIF manifests, which list pictures stored elsewhere.
  package static let manifest = described("IIIF manifest")
  /// The reply of an Internet Imaging Protocol server about a picture.
  package static let internetImaging = described("Internet Imaging Protocol")
  /// IIIF's Image API.
  package static let iiif = described("IIIF")

  /// ICC profiles of media: no pictures, but also read in a decoder process.
  static let profile = PictureFormat(
    "ICC profile", decoder: "profile", packages: ["liblcms2-2"], mimeTypes: [])

  /// Windows and OS/2 bitmaps.
  package static let bmp = classic("BMP", "image/bmp")
  /// Truevision TGA.
  package static let tga = classic("TGA", "image/x-tga")
  /// Netpbm's formats: PBM, PGM, PPM and PAM.
  package static let pnm = classic(
    "PNM", "image/x-portable-anymap", "image/x-portable-bitmap", "image/x-portable-graymap",
    "image/x-portable-pixmap")
  /// PC Paintbrush's format.
  package static let pcx = classic("PCX", "image/vnd.zbrush.pcx")
  /// X pixmaps in C.
  package static let xpm = classic("XPM", "image/x-xpixmap")
  /// X bitmaps in C.
  package static let xbm = classic("XBM", "image/x-xbitmap")
  /// Wireless application protocol bitmaps.
  package static let wbmp = classic("WBMP", "image/vnd.wap.wbmp")
  /// Silicon Graphics' format.
  package static let sgi = classic("SGI", "image/x-sgi")
  /// Sun raster files.
  package static let sun = classic("Sun raster", "image/x-sun-raster")
  /// The Flexible Image Transport System of astronomy.
  package static let fits = PictureFormat(
    "FITS", decoder: "fits", packages: ["libcfitsio10"], mimeTypes: ["image/fits"])

  /// All formats; a new one needs a declaration above, its name here, and a rule in `Sniffer`.
  package static let all: [PictureFormat] = [
    .png, .jpeg, .tiff, .webp, .gif, .avif, .heic, .jxl, .svg, .pdf, .djvu,
    .bmp, .tga, .pnm, .pcx, .xpm, .xbm, .wbmp, .sgi, .sun, .fits,
    .ico, .cur, .psd, .dds, .pfm, .hdr, .qoi, .jp2, .exr, .raw,
    .slide, .mirax, .hamamatsu, .sakura, .deepZoom, .zoomify, .iiif, .internetImaging,
    .archive,
  ]

  /// True if tiles may have this format: encoded pixels, as opposed to documents to draw or samples
  /// to develop.
  package var isTileFormat: Bool {
    self != .svg && self != .pdf && self != .raw && decoderName != Self.slide.decoderName
      && !isDescription
  }

  /// True if its files only describe a picture, whose tiles are stored elsewhere.
  package var isDescription: Bool {
    decoderName == Self.deepZoom.decoderName || self == .archive
  }

  /// A Debian release's packages of the decoder's libraries.
  package func packages(of suite: DebianSuite) -> [String] { packages.map(suite.name(of:)) }

  /// The format with a name, as decoders state it.
  package static func named(_ name: String) -> PictureFormat? {
    all.first { $0.name == name }
  }

  /// The format of a file that starts with these bytes; `nil` if no decoder reads it.
  package static func sniff(_ firstBytes: [UInt8]) -> PictureFormat? {
    guard case .picture(let format)? = Sniffer.content(of: firstBytes) else { return nil }
    return format
  }
}

/// A file's content, by its first bytes.
package enum FileContent: Hashable, Sendable {
  /// A picture that a decoder reads.
  case picture(PictureFormat)
  /// A recognised format that no decoder of this version reads: `JPEG 2000`.
  case unread(String)
  /// A video, by the name of its container.
  case video(String)
}
