/// Files of ISO's base media format: what is inside stands in the brands of the first box.
extension FileStart {
  /// What the file is by its `ftyp` box.
  ///
  /// The major brand decides where it names a coding; a general one (`mif1`) leaves it to the
  /// compatible brands, the first that names a coding.
  var isoFile: FileContent? {
    guard has("ftyp", at: 4) else { return nil }
    // 0 is a box to the end of the file, 1 one with a longer size field.
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
    // HEIF says no more of itself: libheif knows the rarest codings.
    return isGeneral ? .picture(.heic) : nil
  }

  /// A brand's four characters.
  private func brand(at offset: Int) -> String? {
    guard offset + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  /// Brands of HEIF that leave the coding open.
  private static let general: Set<String> = ["mif1", "mif2", "msf1", "miaf"]

  private static func content(brand: String) -> FileContent? {
    switch brand {
    case "avif", "avis": .picture(.avif)
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "heif", "avci", "avcs",
      "vvic", "vvis", "evbi", "evbs", "jpeg", "jpgs":
      .picture(.heic)
    case "j2ki", "j2is": .picture(.heic)
    case "jxl ": .picture(.jxl)
    case "jp2 ", "jpx ", "jpm ", "jph ": .unread("JPEG 2000")
    case "crx ": .unread("camera raw")
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VP",
      "3gp4", "3gp5", "3gp6", "dash":
      .video("MPEG-4")
    case "qt  ": .video("QuickTime")
    default: nil
    }
  }
}
