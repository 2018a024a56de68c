import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The header of an X bitmap in C: definitions of the size, and an array's declaration.
struct XBMHeader: Sendable {
  let size: PixelSize
  /// True for arrays of 16-bit numbers, as X version 10 wrote them.
  let isShort: Bool
  /// The file offset after the brace that the numbers follow.
  let start: Int

  /// True if a file may be an X bitmap by its first bytes.
  static func begins(_ start: [UInt8]) -> Bool {
    start.contains(UInt8(ascii: "#")) && start[0] != 0
  }

  init(_ input: PictureInput) throws(CodecError) {
    var text = try TextReader(input)
    var (width, height): (Int?, Int?)
    var isShort = false
    while true {
      try text.skipSpaceAndCComments()
      guard let next = text.peek, next != UInt8(ascii: "{") else { break }
      if next == UInt8(ascii: "#") {
        try text.take()
        guard try text.name() == "define" else {
          try text.skipLine()
          continue
        }
        try text.skipSpaceAndCComments()
        let name = try text.name()
        try text.skipSpaceAndCComments()
        let value = Int(try text.name())
        if name.hasSuffix("width") { width = value }
        if name.hasSuffix("height") { height = value }
      } else if next == UInt8(ascii: "[") {
        while let byte = try text.take(), byte != UInt8(ascii: "]") {}
      } else {
        let name = try text.name()
        isShort = isShort || name == "short"
        if name.isEmpty { try text.take() }
      }
    }
    guard let width, let height, try text.take() != nil else {
      throw CodecError(.corrupt, "the XBM file is damaged (its size or its bits are missing)")
    }
    self.isShort = isShort
    size = try .said(width, height, by: "XBM")
    start = text.offset
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let header = try PictureHeader.decodedWhole(size, RowFormat(channels: .gray))
    return WholePictureCodec(header, of: input) { (progress) throws(CodecError) in
      try decode(input, header.format, progress)
    }
  }

  /// Decodes all rows; missing or invalid numbers leave them empty.
  private func decode(
    _ input: PictureInput, _ format: RowFormat, _ progress: DecodingProgress
  ) throws(CodecError) -> DecodedPicture {
    let picture = try DecodedPicture(size: size, format: format)
    let greys = BitGreys(isOneBlack: true, isLowestFirst: true)
    var text = try TextReader(input, at: start)
    let rowBytes = isShort ? (size.width + 15) / 16 * 2 : (size.width + 7) / 8
    var row = [UInt8](repeating: 0, count: rowBytes)
    for y in 0..<size.height {
      for place in stride(from: 0, to: rowBytes, by: isShort ? 2 : 1) {
        guard let number = try Self.number(&text) else {
          picture.missing = .endsTooEarly
          return picture
        }
        row[place] = UInt8(truncatingIfNeeded: number)
        if isShort { row[place + 1] = UInt8(truncatingIfNeeded: number >> 8) }
      }
      if let target = picture.row(y).baseAddress {
        row.withUnsafeBytes { greys.spread($0, count: size.width, into: target) }
      }
      progress.fraction = Double(y) / Double(size.height)
    }
    return picture
  }

  /// The next number, decimal or hexadecimal with `0x`; `nil` if there is none.
  private static func number(_ text: inout TextReader) throws(CodecError) -> UInt32? {
    while let byte = text.peek, !TextReader.isDigit(byte) {
      if byte == UInt8(ascii: "}") { return nil }
      if byte == UInt8(ascii: "/") { try text.skipSpaceAndCComments() } else { try text.take() }
    }
    guard text.peek != nil else { return nil }
    var (value, base): (UInt32, UInt32) = (0, 10)
    while let byte = text.peek {
      let digit: UInt32
      switch byte {
      case 0x30...0x39: digit = UInt32(byte) - 0x30
      case UInt8(ascii: "x"), UInt8(ascii: "X"):
        base = 16
        try text.take()
        continue
      case 0x41...0x46 where base == 16: digit = UInt32(byte) - 0x41 + 10
      case 0x61...0x66 where base == 16: digit = UInt32(byte) - 0x61 + 10
      default: return value
      }
      value = value &* base &+ digit
      try text.take()
    }
    return value
  }
}
