import DecoderKit
import DecoderProtocol
import Geometry

/// The text header of a PFM file.
struct PFMHeader {
  let size: PixelSize
  /// True for red, green and blue; false for grey.
  let isColor: Bool
  let isBigEndian: Bool
  /// The offset of the floats.
  let start: Int

  private static let mostBytes = 4096
  /// The viewer accepts no longer side, and products do not overflow.
  private static let longestSide = 1 << 24

  init(_ input: PictureInput) throws(CodecError) {
    var text = WordReader(try input.bytes(at: 0, count: Self.mostBytes))
    let kind = text.word()
    guard kind == "PF" || kind == "Pf", let width = Int(text.word()), let height = Int(text.word()),
      let scale = Double(text.word()), scale != 0, !scale.isNaN,
      (0...Self.longestSide).contains(width), (0...Self.longestSide).contains(height)
    else { throw CodecError(.corrupt, "the PFM file is damaged (its header is invalid)") }
    size = PixelSize(width: width, height: height)
    isColor = kind == "PF"
    // Only the sign matters: programs do not agree on the scale.
    isBigEndian = scale > 0
    // One white space character ends the header; a CR LF line end has two.
    let bytes = width * height * (isColor ? 12 : 4)
    let isLonger = text.isAtLineBreakOfTwo && input.byteCount > text.place + 1 + bytes
    start = text.place + (isLonger ? 2 : 1)
  }

  /// Reads words separated by white space.
  private struct WordReader {
    private let bytes: [UInt8]
    /// The first unread byte.
    private(set) var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtLineBreakOfTwo: Bool {
      place + 1 < bytes.count && bytes[place] == 13 && bytes[place + 1] == 10
    }

    mutating func word() -> String {
      while place < bytes.count, isSpace(bytes[place]) { place += 1 }
      let first = place
      while place < bytes.count, !isSpace(bytes[place]) { place += 1 }
      return String(decoding: bytes[first..<place], as: UTF8.self)
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
  }
}
