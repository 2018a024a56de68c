import DecoderKit
import DecoderProtocol
import Geometry

/// The header of a TGA file, and the footer of version 2.
struct TargaHeader {
  /// The type of a stored pixel.
  enum Kind: Hashable {
    /// An index into the palette.
    case indexed
    case color
    case grey
  }

  let size: PixelSize
  let kind: Kind
  /// True if the pixels are run-length encoded.
  let isRuns: Bool
  /// Bits per pixel in the file: 8, 15, 16, 24 or 32.
  let bits: Int
  /// Bits per palette entry.
  let tableBits: Int
  /// The index of the palette's first entry.
  let tableFirst: Int
  /// The number of palette entries.
  let tableCount: Int
  /// The palette's offset.
  let tableStart: Int
  /// The offset of the pixels.
  let pixels: Int
  /// True if columns run from right to left.
  let isMirrored: Bool
  /// True if the first row in the file is the picture's top.
  let isTopDown: Bool
  /// The number of alpha bits per pixel in the header.
  let alphaBits: Int
  /// True if the footer declares premultiplied colours.
  let isPremultiplied: Bool

  var pixelBytes: Int { (bits + 7) / 8 }

  /// Reads the header, and the footer's alpha attributes.
  init(_ input: PictureInput) throws(CodecError) {
    let bytes = try input.bytes(at: 0, count: Self.byteCount)
    guard bytes.count == Self.byteCount else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    func word(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    let type = bytes[2]
    isRuns = type & 8 != 0
    bits = Int(bytes[16])
    switch (type & 7, bits) {
    case (1, 8), (1, 16): kind = .indexed
    case (2, 15), (2, 16), (2, 24), (2, 32): kind = .color
    case (3, 8), (3, 16): kind = .grey
    default:
      throw CodecError(
        .unsupported,
        "this kind of TGA file is not supported (type \(type), \(bits) bits per pixel)")
    }
    size = PixelSize(width: word(12), height: word(14))
    tableFirst = word(3)
    tableCount = bytes[1] == 1 ? word(5) : 0
    tableBits = Int(bytes[7])
    if kind == .indexed, ![15, 16, 24, 32].contains(tableBits) {
      throw CodecError(
        .unsupported, "this kind of TGA file is not supported (\(tableBits) bits per colour)")
    }
    tableStart = Self.byteCount + Int(bytes[0])
    pixels = tableStart + tableCount * ((tableBits + 7) / 8)
    isMirrored = bytes[17] & 0x10 != 0
    isTopDown = bytes[17] & 0x20 != 0
    let attributes = try Self.attributes(input)
    // 1 and 2 mean that the alpha bits are undefined.
    alphaBits = attributes == 1 || attributes == 2 ? 0 : Int(bytes[17] & 15)
    isPremultiplied = attributes == 4
  }

  /// True if the fields could be those of a TGA file, which has no signature.
  static func isPlausible(_ start: [UInt8]) -> Bool {
    guard start.count >= byteCount, start[1] <= 1, (1...3).contains(start[2] & 0xF7) else {
      return false
    }
    let hasTable = start[1] == 1
    return [8, 15, 16, 24, 32].contains(start[16]) && start[12] | start[13] > 0
      && start[14] | start[15] > 0 && (hasTable || start[3..<8].allSatisfy { $0 == 0 })
  }

  private static let byteCount = 18

  /// The alpha attributes in the extension area; `nil` if there is none.
  private static func attributes(_ input: PictureInput) throws(CodecError) -> UInt8? {
    let footer = try input.bytes(at: input.byteCount - 26, count: 26)
    guard footer.count == 26, footer[8...].starts(with: "TRUEVISION-XFILE".utf8) else {
      return nil
    }
    let place = (0..<4).reduce(0) { $0 | Int(footer[$1]) << (8 * $1) }
    guard place > byteCount else { return nil }
    let area = try input.bytes(at: place, count: 495)
    guard area.count == 495, Int(area[0]) | Int(area[1]) << 8 >= 495 else { return nil }
    return area[494]
  }
}
