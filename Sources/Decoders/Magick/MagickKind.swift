/// The formats that are read through GraphicsMagick, each by one of its coders and no other.
struct MagickKind: Hashable, Sendable {
  /// What people call it.
  let name: String
  /// GraphicsMagick's name of it.
  let coder: String
  /// Which pictures of a file are pages.
  let pages: Pages

  /// How a file's pictures become pages.
  enum Pages: Hashable, Sendable {
    /// The first is all.
    case single
    /// In the order of the file.
    case inOrder
  }

  /// The kind of a file that begins with these bytes.
  ///
  /// The viewer has told files of these kinds from all others; this only tells them apart.
  static func of(_ start: [UInt8]) -> MagickKind? {
    func begins(_ bytes: [UInt8]) -> Bool { start.starts(with: bytes) }
    if begins(Array("BM".utf8)) { return MagickKind("BMP", "BMP") }
    if begins([0x59, 0xA6, 0x6A, 0x95]) { return MagickKind("Sun raster", "SUN") }
    if begins([0x01, 0xDA]) { return MagickKind("SGI", "SGI") }
    if begins([0x0A]) { return MagickKind("PCX", "PCX") }
    if begins(Array("/* XPM */".utf8)) { return MagickKind("XPM", "XPM") }
    if start.count > 1, start[0] == UInt8(ascii: "P"), (0x31...0x37).contains(start[1]) {
      return MagickKind("PNM", "PNM", .inOrder)
    }
    if isTarga(start) { return MagickKind("TGA", "TGA") }
    if begins([0, 0]) { return MagickKind("WBMP", "WBMP") }
    return start.contains(UInt8(ascii: "#")) ? MagickKind("XBM", "XBM") : nil
  }

  /// Whether the file's own bytes are read by rows, or all at once: not one after the other.
  ///
  /// Then it need not stand in memory. Runs are read byte by byte, which a stream takes long for.
  func isReadByRows(_ start: [UInt8]) -> Bool {
    switch coder {
    // The method of compression: none, or masks of colours.
    case "BMP": start.count >= 54 && start[14] >= 40 && [0, 3, 6].contains(start[30])
    // Not those in letters, P1 to P3.
    case "PNM": start.count > 1 && (0x34...0x37).contains(start[1])
    case "SGI": true
    // Its type: not in runs.
    case "SUN": start.count >= 32 && start[23] != 2
    default: false
    }
  }

  /// Whether the file's bytes are read pixel by pixel: from a stream in twice the time.
  func isReadByPixels(_ start: [UInt8]) -> Bool {
    coder == "TGA" && start.count > 2 && (1...3).contains(start[2])
  }

  /// Whether the coder stops before the pixels where it is asked for one picture's header.
  var stopsAtHeader: Bool { ["BMP", "PCX", "PNM", "SGI", "TGA"].contains(coder) }

  /// Fewer bytes than any picture has that follows another one.
  static let leastPictureBytes = 7

  /// Whether the coder keeps a file's pixels as they are beside those that it makes of them.
  var keepsSamples: Bool { ["BMP", "SGI", "SUN"].contains(coder) }

  /// Whether FreeImage reads the format's opaque pictures of 8 bits too, in half the memory, and
  /// tells cut ones.
  ///
  /// SGI it reads byte by byte, and PCX beyond the file's end.
  var hasLeanReader: Bool { ["BMP", "SUN"].contains(coder) }

  /// Whether the pixels of a file that begins with these bytes have no alpha.
  ///
  /// GraphicsMagick gives an alpha to each BMP whose header could describe one, also where a
  /// pixel's 24 bits have no place for it; opaque pictures are reduced in half the time.
  func isOpaque(_ start: [UInt8]) -> Bool {
    coder == "BMP" && start.count >= 30 && start[14] >= 40 && start[28] == 24 && start[29] == 0
  }

  /// Whether a file that begins with these bytes has an alpha that the coder says too late: it
  /// stops at the header before.
  func hasLateAlpha(_ start: [UInt8]) -> Bool {
    // Four planes of eight bits.
    coder == "PCX" && start.count > 65 && start[3] == 8 && start[65] == 4
  }

  /// Whether columns of a file that begins with these bytes come from the right.
  ///
  /// TGA's coder puts rows in their order, and leaves columns in the file's.
  func isMirrored(_ start: [UInt8]) -> Bool {
    coder == "TGA" && start.count > 17 && start[17] & 0x10 != 0
  }

  private init(_ name: String, _ coder: String, _ pages: Pages = .single) {
    self.name = name
    self.coder = coder
    self.pages = pages
  }

  /// Whether the fields that TGA has in place of a signature hold what they may.
  private static func isTarga(_ start: [UInt8]) -> Bool {
    start.count >= 18 && start[1] <= 1 && (1...3).contains(start[2] & 0xF7)
      && [8, 15, 16, 24, 32].contains(start[16]) && (start[12] | start[13]) > 0
      && (start[14] | start[15]) > 0
  }
}
