import DecoderKit
import DecoderProtocol
import Geometry

/// What the header of a texture says, and where its pictures lie.
///
/// The pages are the layers of an array, the six faces of a cube and the slices of a volume;
/// smaller levels are passed over.
struct DDSHeader {
  let size: PixelSize
  let kind: DDSKind
  /// What alpha is for.
  let alpha: Alpha
  let pageCount: Int
  /// The faces of a cube, as pages are named; empty for other textures.
  let faces: [String]
  /// Where the pixels of the chosen page begin.
  let start: Int
  /// Bytes from one row to the next, where there are no blocks.
  let pitch: Int
  /// Where a table of colours lies.
  static let table = 128

  enum Alpha { case straight, premultiplied, none }

  private static let longestSide = 1 << 24
  // Bits of the pixel format's flags.
  private static let (hasAlpha, isAlpha, hasLetters, isPalette) = (0x1, 0x2, 0x4, 0x20)
  private static let (isColor, isGray, isBump) = (0x40, 0x2_0000, 0x8_0000)

  init(_ input: PictureInput, page: Int) throws(CodecError) {
    let bytes = try input.bytes(at: 0, count: 148)
    func number(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count >= 128 else {
      throw CodecError(.corrupt, "the file ends too early: nothing of the picture is left")
    }
    size = PixelSize(width: number(16), height: number(12))
    let sides = 1...Self.longestSide
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw CodecError(
        .corrupt, "the DDS file is damaged (\(size.width) × \(size.height) pixels)")
    }
    let flags = number(80)
    let letters = String(decoding: bytes[84..<88], as: UTF8.self)
    let isExtended = flags & Self.hasLetters != 0 && letters == "DX10"
    guard !isExtended || bytes.count == 148 else {
      throw CodecError(.corrupt, "the file ends too early: nothing of the picture is left")
    }
    let caps = number(112)
    var pages = 1
    var isVolume = caps & 0x20_0000 != 0
    var faces: [String] = []
    if caps & 0x200 != 0 {
      faces = Self.faceNames.enumerated().filter { caps >> (10 + $0.offset) & 1 != 0 }
        .map(\.element)
    }
    if isExtended {
      isVolume = number(132) == 4
      pages = max(1, number(140))
      if number(136) & 4 != 0 { faces = Self.faceNames }
    }
    guard
      let kind = isExtended
        ? DDSKind(dxgi: number(128)) : Self.kind(flags, letters, number(84), number)
    else {
      let name = isExtended ? "DXGI format \(number(128))" : Self.name(letters, number(84))
      throw CodecError(.unsupported, "this kind of DDS file is not supported (\(name))")
    }
    self.kind = kind
    switch (isExtended ? number(144) & 7 : 0, letters) {
    case (2, _), (_, "DXT2"), (_, "DXT4"): alpha = .premultiplied
    // Opaque, and what is no transparency at all.
    case (3, _), (4, _): alpha = .none
    default: alpha = .straight
    }
    var first = isExtended ? 148 : 128
    if case .palette = kind { first = Self.table + 1024 }
    let (own, level) = (kind.rowBytes(size.width), kind.bytes(size.width, size.height))
    // Smaller levels lie behind each layer and face; a volume's slices follow each other.
    var chain = level
    if isVolume {
      pages = max(1, number(24))
    } else {
      pages *= max(1, faces.count)
      var (width, height) = (size.width, size.height)
      for _ in 1..<max(1, min(number(8) & 0x2_0000 != 0 ? number(28) : 1, 25)) {
        (width, height) = (max(1, width / 2), max(1, height / 2))
        chain += kind.bytes(width, height)
      }
    }
    let there = max(0, input.byteCount - first)
    pageCount = max(1, min(pages, (there + chain - 1) / chain))
    self.faces = pageCount == faces.count ? faces : []
    guard (0..<pageCount).contains(page) else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    start = first + page * chain
    pitch = Self.pitch(flags: number(8), number(20), own: own, size.height, there, level, pages)
  }

  private static let faceNames = ["+X", "−X", "+Y", "−Y", "+Z", "−Z"]

  /// The header's pitch, where the file is one that has such rows.
  private static func pitch(
    flags: Int, _ said: Int, own: Int, _ height: Int, _ there: Int, _ level: Int, _ pages: Int
  ) -> Int {
    guard flags & 8 != 0, pages == 1, said > own, said - own < 4096, there > level,
      said * (height - 1) + own <= there
    else { return own }
    return said
  }

  private static func name(_ letters: String, _ number: Int) -> String {
    letters.utf8.allSatisfy { (33...126).contains($0) } ? letters : "format \(number)"
  }

  /// The kind that the header's older part tells; `number` gives its numbers by their places.
  private static func kind(
    _ flags: Int, _ letters: String, _ code: Int, _ number: (Int) -> Int
  ) -> DDSKind? {
    if flags & hasLetters != 0 { return DDSKind(letters: letters) ?? DDSKind(direct3D: code) }
    let bits = number(88)
    if flags & isPalette != 0 {
      return bits == 8 ? .palette(hasAlpha: false) : bits == 16 ? .palette(hasAlpha: true) : nil
    }
    guard (1...32).contains(bits) else { return nil }
    let most = UInt64.max >> UInt64(64 - (bits + 7) / 8 * 8)
    func mask(_ place: Int) -> UInt64 { UInt64(number(place)) & most }
    var masks = DDSMasks(
      (bits + 7) / 8, mask(92), mask(96), mask(100),
      flags & (hasAlpha | isAlpha) != 0 ? mask(104) : 0)
    let colors = masks.masks[0] | masks.masks[1] | masks.masks[2]
    if colors == 0, flags & isAlpha != 0 || flags & (isColor | isGray) == 0 {
      // Alpha alone is shown as grey: there is nothing else to be seen.
      guard mask(104) != 0 else { return DDSKind(letters: letters) ?? DDSKind(direct3D: code) }
      masks = DDSMasks(gray: masks.pixelBytes, mask(104))
    }
    guard masks.masks != SIMD4() else { return nil }
    masks.isGray = masks.isGray || flags & isGray != 0
    masks.isSigned = flags & isBump != 0
    return .masks(masks)
  }
}
