/// Formats with a signature.
extension FileStart {
  var signature: FileContent? {
    if let format = readPicture ?? raw ?? lightAndScience ?? longTail { return .picture(format) }
    if isPDF { return .picture(.pdf) }
    if let name = scientific ?? otherPicture ?? document { return .unread(name) }
    if isDjVu { return .picture(.djvu) }
    return video.map { .video($0) }
  }

  private var readPicture: PictureFormat? {
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    // Including camera and slide scanner formats, which the TIFF decoder tells apart.
    if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A])
      || has([0x49, 0x49, 0x2B, 0]) || has([0x4D, 0x4D, 0, 0x2B])
    {
      return .tiff
    }
    if has("RIFF"), has("WEBP", at: 8) { return .webp }
    if has("GIF87a") || has("GIF89a") { return .gif }
    if has([0xFF, 0x0A]) || has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) {
      return .jxl
    }
    // A gzip file is a picture only if it contains an SVG, which its decoder checks.
    if has([0x1F, 0x8B, 8]) { return .svg }
    // SOI in any wrapping: libjpeg finds the next marker after stray bytes.
    if has([0xFF, 0xD8]), bytes.count > 2 { return .jpeg }
    return nil
  }

  /// Old formats; TGA and WBMP have no signature.
  private var longTail: PictureFormat? {
    if has("BM"), isBitmap(at: 0) { return .bmp }
    if has("BA"), has("BM", at: 14), isBitmap(at: 14) { return .bmp }
    if has([0, 0, 1, 0]) || has([0, 0, 2, 0]), isIcon { return bytes[2] == 1 ? .ico : .cur }
    if has([0x59, 0xA6, 0x6A, 0x95]) { return .sun }
    if has([0x01, 0xDA]), bytes.count > 4, bytes[2] <= 1, (1...2).contains(bytes[3]) {
      return .sgi
    }
    if has([0x0A]), bytes.count > 3, [0, 2, 3, 4, 5].contains(bytes[1]), bytes[2] <= 1,
      [1, 2, 4, 8].contains(bytes[3])
    {
      return .pcx
    }
    if has("SIMPLE  =") { return .fits }
    if has("P"), bytes.count > 2, (0x31...0x37).contains(bytes[1]),
      isSpace(bytes[2]) || bytes[2] == UInt8(ascii: "#")
    {
      return .pnm
    }
    return nil
  }

  /// Less common formats with a decoder of their own.
  private var lightAndScience: PictureFormat? {
    if has([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
      || has([0xFF, 0x4F, 0xFF, 0x51])
    {
      return .jp2
    }
    if has([0x76, 0x2F, 0x31, 0x01]) { return .exr }
    if has("#?RADIANCE") || has("#?RGBE") { return .hdr }
    if has("8BPS") { return .psd }
    if has("qoif") { return .qoi }
    if has("DDS ") { return .dds }
    if has([0x50, 0x4B, 3, 4]), holdsTiles { return .archive }
    if has("[Virtual Microscope Specimen]") || has("[Uncompressed Virtual Microscope Specimen]") {
      return .hamamatsu
    }
    // A database is a picture only if it is a slide, which its decoder checks.
    if has("SQLite format 3\0") { return .sakura }
    if has("PF") || has("Pf"), bytes.count > 2, isSpace(bytes[2]) { return .pfm }
    return nil
  }

  /// Camera raw formats that are not like TIFF: Canon's CRW, Fujifilm's RAF, Panasonic's RW2,
  /// Olympus' ORF, Sigma's X3F and Minolta's MRW.
  private var raw: PictureFormat? {
    let isRaw =
      has("HEAPCCDR", at: 6) || has("FUJIFILMCCD-RAW") || has([0x49, 0x49, 0x55, 0])
      || has("IIRO") || has("IIRS") || has("MMOR") || has("FOVb") || has([0, 0x4D, 0x52, 0x4D])
    return isRaw ? .raw : nil
  }

  /// Film scanners.
  private var scientific: String? {
    if has("SDPX") || has("XPDS") { return "DPX" }
    return nil
  }

  private var otherPicture: String? {
    if has("gimp xcf ") { return "GIMP's XCF" }
    if has("FLIF") { return "FLIF" }
    if has([0x42, 0x50, 0x47, 0xFB]) { return "BPG" }
    if has("farbfeld") { return "farbfeld" }
    if has([0x49, 0x49, 0xBC]) { return "JPEG XR" }
    if has([0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "MNG" }
    if has([0x8B, 0x4A, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "JNG" }
    return nil
  }

  /// The size of a bitmap's header, after 14 bytes: OS/2's first one, any part of the later ones,
  /// or somewhat longer than today's.
  private func isBitmap(at start: Int) -> Bool {
    let count = little32(start + 14)
    return count == 12 || (16...1024).contains(count)
  }

  /// An icon has at least one picture, whose entry has a byte of 0, or 255 from some programs, and
  /// the offset of its data after the entries.
  private var isIcon: Bool {
    let count = little16(4)
    return (1...256).contains(count) && bytes.count >= 22 && [0, 255].contains(bytes[9])
      && little32(18) >= 6 + 16 * count && little32(14) > 0
  }

  /// Drawings and documents; `text` recognises SVG.
  private var document: String? {
    if has("%!PS") { return "PostScript" }
    if has([1, 0, 0, 0]), has(" EMF", at: 40) { return "EMF" }
    if has([0xD7, 0xCD, 0xC6, 0x9A]) { return "WMF" }
    if has("PK"), has("mimetypeimage/openraster", at: 30) { return "OpenRaster" }
    if has([0x50, 0x4B, 3, 4]) { return "ZIP without tiles of a picture" }
    return nil
  }

  /// True if the first members of an archive are named like those of a tiled picture: their names
  /// are not compressed.
  private var holdsTiles: Bool {
    ["_files/", ".dzi", "TileGroup0", "ImageProperties.xml", "info.json", "scan-properties.xml"]
      .contains { contains(Array($0.utf8)) }
  }

  private func contains(_ wanted: [UInt8]) -> Bool {
    bytes.indices.dropLast(wanted.count - 1).contains { place in
      bytes[place] == wanted[0] && has(wanted, at: place)
    }
  }

  /// True for DjVu with one page or more.
  private var isDjVu: Bool { has("AT&TFORM") && (has("DJVU", at: 12) || has("DJVM", at: 12)) }

  private var video: String? {
    if has([0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska" }
    if has("RIFF"), has("AVI ", at: 8) { return "AVI" }
    if has("OggS") { return "Ogg" }
    if has([0, 0, 1, 0xBA]) || has([0, 0, 1, 0xB3]) { return "MPEG" }
    return nil
  }

  /// White space as in C.
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
