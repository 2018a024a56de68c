/// The first bytes of a file, with helpers to examine them.
struct FileStart {
  let bytes: UnsafeRawBufferPointer

  /// True if the bytes at an offset equal `wanted`.
  func has(_ wanted: [UInt8], at offset: Int = 0) -> Bool {
    bytes.count >= offset + wanted.count
      && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
  }

  /// True if the bytes at an offset equal an ASCII text.
  func has(_ wanted: StaticString, at offset: Int = 0) -> Bool {
    wanted.withUTF8Buffer { wanted in
      bytes.count >= offset + wanted.count
        && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
    }
  }

  /// A 16-bit little-endian number; 0 beyond the end.
  func little16(_ offset: Int) -> Int {
    bytes.count >= offset + 2 ? Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 : 0
  }

  /// A 32-bit little-endian number; 0 beyond the end.
  func little32(_ offset: Int) -> Int { little16(offset) | little16(offset + 2) << 16 }

  /// A 32-bit big-endian number; 0 beyond the end.
  func big32(_ offset: Int) -> Int {
    bytes.count >= offset + 4
      ? (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } : 0
  }
}

/// The two formats without a signature: their headers are checked after everything else.
extension FileStart {
  /// A likely format, by a header whose fields are all plausible.
  func guess(fileSize: Int?) -> FileContent? {
    if isTarga { return .picture(.tga) }
    if let fileSize, isWirelessBitmap(fileSize: fileSize) { return .picture(.wbmp) }
    return nil
  }

  /// True for TGA: picture type, palette and depth are consistent, and no reserved bit is set.
  private var isTarga: Bool {
    guard bytes.count >= 18, bytes[1] <= 1 else { return false }
    let kind = bytes[2] & 0xF7
    let hasPalette = bytes[1] == 1
    let (paletteLength, paletteDepth) = (little16(5), bytes[7])
    let (width, height, depth) = (little16(12), little16(14), bytes[16])
    // 8 means run-length coding; 1 is indexed, 2 colour, 3 grey.
    guard (1...3).contains(kind), bytes[2] == kind || bytes[2] == kind | 8 else { return false }
    guard width > 0, height > 0, bytes[17] & 0xC0 == 0 else { return false }
    if hasPalette {
      guard paletteLength > 0, [15, 16, 24, 32].contains(paletteDepth) else { return false }
    } else {
      guard little16(3) == 0, paletteLength == 0, paletteDepth == 0 else { return false }
    }
    switch kind {
    case 1: return hasPalette && (depth == 8 || depth == 16)
    case 2: return [15, 16, 24, 32].contains(depth)
    default: return depth == 8 || depth == 16
    }
  }

  /// True for WBMP: two zeros, two numbers of seven bits per byte, and the matching file size.
  private func isWirelessBitmap(fileSize: Int) -> Bool {
    guard has([0, 0]) else { return false }
    var place = 2
    func number() -> Int? {
      var value = 0
      for _ in 0..<3 {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        place += 1
        value = value << 7 | Int(byte & 0x7F)
        if byte < 0x80 { return value > 0 ? value : nil }
      }
      return nil
    }
    guard let width = number(), let height = number() else { return false }
    return fileSize == place + (width + 7) / 8 * height
  }
}

/// ISO base media files: the brands in the first box tell the content.
extension FileStart {
  /// The content by the `ftyp` box.
  ///
  /// The major brand decides if it names a codec; a general one (`mif1`) leaves it to the
  /// compatible brands, the first that names one.
  var isoFile: FileContent? {
    guard has("ftyp", at: 4) else { return nil }
    // 0 means up to the end of the file, 1 a longer size field.
    let claimed = big32(0)
    guard claimed == 0 || claimed == 1 || claimed >= 16 else { return nil }
    let header = claimed == 1 ? 16 : 8
    let end = claimed <= 1 ? bytes.count : min(claimed, bytes.count)
    guard let major = brand(at: header) else { return nil }
    if let content = Self.content(brand: major) { return content }
    var isGeneral = Self.general.contains(major)
    for offset in stride(from: header + 8, to: end - 3, by: 4) {
      guard let brand = brand(at: offset) else { break }
      if let content = Self.content(brand: brand) { return content }
      if Self.general.contains(brand) { isGeneral = true }
    }
    // HEIF says no more; libheif supports the rarest codecs.
    return isGeneral ? .picture(.heic) : nil
  }

  /// The four characters of a brand.
  private func brand(at offset: Int) -> String? {
    guard offset + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  /// HEIF brands that do not name a codec.
  private static let general: Set<String> = ["mif1", "mif2", "msf1", "miaf"]

  private static func content(brand: String) -> FileContent? {
    switch brand {
    case "avif", "avis": .picture(.avif)
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "heif", "avci", "avcs",
      "vvic", "vvis", "evbi", "evbs", "jpeg", "jpgs":
      .picture(.heic)
    case "j2ki", "j2is": .picture(.heic)
    case "jxl ": .picture(.jxl)
    case "jp2 ", "jpx ", "jpm ", "jph ": .picture(.jp2)
    case "crx ": .picture(.raw)
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VP",
      "3gp4", "3gp5", "3gp6", "dash":
      .video("MPEG-4")
    case "qt  ": .video("QuickTime")
    default: nil
    }
  }
}
