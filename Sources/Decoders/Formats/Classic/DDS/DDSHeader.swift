import DecoderKit
import DecoderProtocol
import Geometry

/// A texture's header, and the location of its pictures.
///
/// The pages are the layers of an array, the six faces of a cube or the slices of a volume; smaller
/// mip levels are skipped.
struct DDSHeader {
  let size: PixelSize
  let kind: DDSKind
  /// The meaning of alpha.
  let alpha: Alpha
  let pageCount: Int
  /// The faces of a cube, as page names; empty for other textures.
  let faces: [String]
  /// The offset of the chosen page's pixels.
  let start: Int
  /// Bytes from one row to the next in uncompressed textures.
  let pitch: Int
  /// The offset of the palette.
  static let table = 128

  enum Alpha { case straight, premultiplied, none }

  private static let longestSide = 1 << 24
  // Flags of the pixel format.
  private static let (hasAlpha, isAlpha, hasLetters, isPalette) = (0x1, 0x2, 0x4, 0x20)
  private static let (isColor, isGray, isBump) = (0x40, 0x2_0000, 0x8_0000)

  init(_ input: PictureInput, page: Int) throws(CodecError) {
    let bytes = try input.bytes(at: 0, count: 148)
    func number(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count >= 128 else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
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
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
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
    // Opaque, or a custom channel that is not transparency.
    case (3, _), (4, _): alpha = .none
    default: alpha = .straight
    }
    var first = isExtended ? 148 : 128
    if case .palette = kind { first = Self.table + 1024 }
    let (own, level) = (kind.rowBytes(size.width), kind.bytes(size.width, size.height))
    // Smaller levels follow each layer and face; a volume's slices are contiguous.
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

  /// The header's pitch, if the file really has such rows.
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

  /// The pixel format in the header's older part; `number` reads a field at an offset.
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
      // Alpha alone is shown as grey, since there is nothing else.
      guard mask(104) != 0 else { return DDSKind(letters: letters) ?? DDSKind(direct3D: code) }
      masks = DDSMasks(gray: masks.pixelBytes, mask(104))
    }
    guard masks.masks != SIMD4() else { return nil }
    masks.isGray = masks.isGray || flags & isGray != 0
    masks.isSigned = flags & isBump != 0
    return .masks(masks)
  }
}
