import Platform

/// A format of pictures that a decoder reads.
package struct PictureFormat: Hashable, Sendable {
  /// What people call it; decoders name it so when they pass a file on.
  package let name: String
  /// The executable that decodes it.
  package let decoderName: String
  /// Debian 12's packages of the libraries that the decoder needs.
  package let packages: [String]
  /// The types that a desktop knows its files by.
  package let mimeTypes: [String]
  /// The folder whose files the decoder may read besides.
  package let companions: Companions

  /// Where the other files of a picture lie.
  package enum Companions: Hashable, Sendable {
    /// It has none.
    case none
    /// Beside it.
    case beside
    /// In a folder beside it that has its name, but for the ending.
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

  /// Portable Network Graphics, animated ones too.
  package static let png = PictureFormat(
    "PNG", decoder: "png", packages: ["libpng16-16", "libisal2"],
    mimeTypes: ["image/png", "image/apng"])
  /// JPEG, in whatever wrapping.
  package static let jpeg = PictureFormat(
    "JPEG", decoder: "jpeg", packages: ["libjpeg62-turbo", "libexpat1"],
    mimeTypes: ["image/jpeg"])
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

  /// The Portable Document Format; Illustrator's files are of it, too.
  package static let pdf = PictureFormat(
    "PDF", decoder: "pdf", packages: ["libpoppler-glib8"], mimeTypes: ["application/pdf"])

  /// DjVu, of one page or more.
  package static let djvu = PictureFormat(
    "DjVu", decoder: "djvu", packages: ["libdjvulibre21"],
    mimeTypes: ["image/vnd.djvu", "image/vnd.djvu+multipage"])

  /// JPEG 2000, naked or in its containers.
  package static let jp2 = PictureFormat(
    "JPEG 2000", decoder: "jp2", packages: ["libopenjp2-7"],
    mimeTypes: ["image/jp2", "image/jpx", "image/x-jp2-codestream"])
  /// OpenEXR, in parts and layers.
  package static let exr = PictureFormat(
    "OpenEXR", decoder: "exr", packages: ["libopenexr-3-1-30"], mimeTypes: ["image/x-exr"])
  /// Radiance's pictures of light.
  package static let hdr = classic("Radiance HDR", "image/vnd.radiance")
  /// The Quite OK Image format.
  package static let qoi = classic("QOI", "image/qoi")
  /// What cameras' sensors saw: DNG and the makers' own formats.
  ///
  /// The name is what decoders pass such files on by.
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

  // Old formats: one decoder reads them without a library.
  private static func classic(_ name: String, _ mimeTypes: String...) -> PictureFormat {
    PictureFormat(name, decoder: "classic", packages: [], mimeTypes: mimeTypes)
  }

  /// Windows' icons: one picture in several sizes.
  package static let ico = classic("ICO", "image/vnd.microsoft.icon")
  /// Windows' cursors.
  package static let cur = classic("CUR", "image/x-win-bitmap")
  /// Photoshop's, of which the flat picture is shown.
  package static let psd = classic("Photoshop", "image/vnd.adobe.photoshop")
  /// DirectX's textures.
  package static let dds = classic("DDS", "image/x-dds")
  /// Netpbm's floats.
  package static let pfm = classic("PFM", "image/x-pfm")

  private static func slide(_ name: String, _ companions: Companions = .none) -> PictureFormat {
    // A desktop knows none of them by a type of its own, but takes them for what they are built on.
    PictureFormat(
      name, decoder: "slide", packages: ["libopenslide0"], mimeTypes: [], companions: companions)
  }

  /// Scanned slides in a TIFF, or in what is much like one; TIFF's decoder tells them.
  package static let slide = slide("slide")
  /// 3DHISTECH's slides: a JPEG, and a folder of files.
  package static let mirax = slide("MIRAX slide", .inOwnFolder)
  /// Hamamatsu's slides of several files.
  package static let hamamatsu = slide("Hamamatsu slide", .beside)
  /// Sakura's slides, which are databases.
  package static let sakura = slide("Sakura slide")

  // Pictures whose tiles lie beside their description, in formats of their own.
  private static func described(_ name: String) -> PictureFormat {
    PictureFormat(
      name, decoder: "tiles", packages: ["libexpat1", "libjansson4"], mimeTypes: [],
      companions: .beside)
  }

  /// Deep Zoom's, described in XML or JSON.
  package static let deepZoom = described("Deep Zoom")
  /// Zoomify's.
  package static let zoomify = described("Zoomify")
  /// Pictures that are cut into tiles, with their description in one archive.
  package static let archive = PictureFormat(
    "archive of tiles", decoder: "archive", packages: ["libzip4"], mimeTypes: [])
  /// Tiles that an address or a path names by a template, without any description.
  package static let template = described("tiles")
  /// IIIF's manifests, which name pictures that lie elsewhere.
  package static let manifest = described("IIIF manifest")
  /// What a server of the Internet Imaging Protocol says of a picture.
  package static let internetImaging = described("Internet Imaging Protocol")
  /// Those of IIIF's Image API.
  package static let iiif = described("IIIF")

  /// ICC profiles of media: no pictures, but read by a decoder's process too.
  static let profile = PictureFormat(
    "ICC profile", decoder: "profile", packages: ["liblcms2-2"], mimeTypes: [])

  /// Windows' and OS/2's bitmaps.
  package static let bmp = classic("BMP", "image/bmp")
  /// Truevision's TGA.
  package static let tga = classic("TGA", "image/x-tga")
  /// Netpbm's formats: PBM, PGM, PPM and PAM.
  package static let pnm = classic(
    "PNM", "image/x-portable-anymap", "image/x-portable-bitmap", "image/x-portable-graymap",
    "image/x-portable-pixmap")
  /// PC Paintbrush's format.
  package static let pcx = classic("PCX", "image/vnd.zbrush.pcx")
  /// X's pixmaps in C.
  package static let xpm = classic("XPM", "image/x-xpixmap")
  /// X's bitmaps in C.
  package static let xbm = classic("XBM", "image/x-xbitmap")
  /// Bitmaps of the wireless application protocol.
  package static let wbmp = classic("WBMP", "image/vnd.wap.wbmp")
  /// Silicon Graphics' format.
  package static let sgi = classic("SGI", "image/x-sgi")
  /// Sun's rasterfiles.
  package static let sun = classic("Sun raster", "image/x-sun-raster")
  /// The Flexible Image Transport System of astronomy.
  package static let fits = PictureFormat(
    "FITS", decoder: "fits", packages: ["libcfitsio10"], mimeTypes: ["image/fits"])

  /// Every format that is read; a new one is a line above, its name here, and a rule in `Sniffer`.
  package static let all: [PictureFormat] = [
    .png, .jpeg, .tiff, .webp, .gif, .avif, .heic, .jxl, .svg, .pdf, .djvu,
    .bmp, .tga, .pnm, .pcx, .xpm, .xbm, .wbmp, .sgi, .sun, .fits,
    .ico, .cur, .psd, .dds, .pfm, .hdr, .qoi, .jp2, .exr, .raw,
    .slide, .mirax, .hamamatsu, .sakura, .deepZoom, .zoomify, .iiif, .internetImaging,
    .archive,
  ]

  /// Whether tiles come in it: finished pixels, rather than documents that are drawn or samples
  /// that are developed.
  package var isTileFormat: Bool {
    self != .svg && self != .pdf && self != .raw && decoderName != Self.slide.decoderName
      && !isDescription
  }

  /// Whether its files only describe a picture, whose tiles lie elsewhere.
  package var isDescription: Bool {
    decoderName == Self.deepZoom.decoderName || self == .archive
  }

  /// A release's packages of the libraries that the decoder needs.
  package func packages(of suite: DebianSuite) -> [String] { packages.map(suite.name(of:)) }

  /// The format of a name, as a decoder says it.
  package static func named(_ name: String) -> PictureFormat? {
    all.first { $0.name == name }
  }

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
