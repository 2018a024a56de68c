import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The header of one picture in a Netpbm file.
struct PNMHeader: Sendable {
  /// The encoding of the samples.
  enum Coding: Sendable {
    /// Decimal numbers as text.
    case numbers
    /// Zeros and ones as text, with optional spaces; 1 is black.
    case digits
    /// Eight pixels per byte; 1 is black.
    case bits
    /// A byte per sample, or two in big-endian order if `most` needs them.
    case bytes
  }

  let size: PixelSize
  let coding: Coding
  /// Samples per pixel in the file.
  let depth: Int
  /// The largest sample value.
  let most: Int
  /// The channels of the rows; inks with alpha, which no row format has, are converted to colours.
  let channels: RowFormat.Channels
  let hasInksAndAlpha: Bool
  /// The offset of the first sample.
  let start: Int

  /// True if a Netpbm file starts with these bytes.
  static func begins(_ start: [UInt8]) -> Bool {
    start.count > 1 && start[0] == UInt8(ascii: "P") && (0x31...0x37).contains(start[1])
  }

  /// Reads the header at an offset; `nil` if no Netpbm picture starts there.
  init?(_ input: PictureInput, at offset: Int) throws(CodecError) {
    var text = try TextReader(input, at: offset, bufferBytes: 1024)
    guard try text.take() == UInt8(ascii: "P"), let kind = try text.take(),
      (0x31...0x37).contains(kind), let next = text.peek,
      TextReader.isSpace(next) || next == UInt8(ascii: "#")
    else { return nil }
    if kind == UInt8(ascii: "7") {
      try self.init(anymap: &text)
    } else {
      try self.init(kind: Int(kind - 0x30), &text)
    }
  }

  private init(kind: Int, _ text: inout TextReader) throws(CodecError) {
    let (width, height) = (try text.number(), try text.number())
    let isBits = kind % 3 == 1
    let most = isBits ? 1 : try text.number()
    guard let width, let height, let most else { throw Self.damage("its header ends too early") }
    size = try .said(width, height, by: "PNM")
    coding = isBits ? (kind == 1 ? .digits : .bits) : kind < 4 ? .numbers : .bytes
    depth = kind % 3 == 0 ? 3 : 1
    channels = depth == 3 ? .rgb : .gray
    hasInksAndAlpha = false
    self.most = try Self.checked(most)
    // A single white space character, possibly a comment's end, precedes binary samples.
    if text.peek == UInt8(ascii: "#") { try text.skipLine() } else { _ = try text.take() }
    start = text.offset
  }

  /// Reads a PAM header: lines of a keyword and a value, up to `ENDHDR`.
  private init(anymap text: inout TextReader) throws(CodecError) {
    var said: [String: Int] = [:]
    var kinds: [String] = []
    try text.skipLine()
    for _ in 0..<Self.mostLines {
      guard let line = try text.line() else { throw Self.damage("its header ends too early") }
      let words = line.split(whereSeparator: { TextReader.isSpace($0) }).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard let name = words.first, !name.hasPrefix("#") else { continue }
      if name == "ENDHDR" { break }
      if name == "TUPLTYPE" {
        kinds += words.dropFirst()
      } else if words.count > 1 {
        said[name] = Int(words[1])
      }
    }
    guard let width = said["WIDTH"], let height = said["HEIGHT"], let depth = said["DEPTH"],
      let most = said["MAXVAL"]
    else { throw Self.damage("its header is incomplete") }
    size = try .said(width, height, by: "PNM")
    guard (1...Self.mostChannels).contains(depth) else {
      throw Self.damage("a pixel has \(depth) samples")
    }
    self.depth = depth
    self.most = try Self.checked(most)
    coding = .bytes
    let kind = kinds.first ?? ""
    hasInksAndAlpha = kind == "CMYK_ALPHA" && depth >= 5
    channels = hasInksAndAlpha ? .rgba : Self.channels(depth, of: kind)
    start = text.offset
  }

  private static let mostLines = 1000
  private static let mostChannels = 64

  /// The channels of a pixel's first samples; extra samples of unknown kinds are ignored.
  private static func channels(_ depth: Int, of kind: String) -> RowFormat.Channels {
    if kind == "CMYK", depth >= 4 { return .cmyk }
    let hasAlpha = kind.hasSuffix("_ALPHA")
    let isNamed = ["BLACKANDWHITE", "GRAYSCALE", "RGB"].contains(kind)
    switch depth {
    case 1: return .gray
    case 2: return isNamed ? .gray : .grayAlpha
    case 3: return kind == "GRAYSCALE_ALPHA" ? .grayAlpha : .rgb
    case 4: return isNamed ? .rgb : .rgba
    default: return hasAlpha ? .rgba : .rgb
    }
  }

  private static func checked(_ most: Int) throws(CodecError) -> Int {
    guard (1...65535).contains(most) else {
      throw damage("its largest sample is \(most)")
    }
    return most
  }

  private static func damage(_ reason: String) -> CodecError {
    CodecError(.corrupt, "the PNM file is damaged (\(reason))")
  }

  /// Bytes per sample in the file.
  var sampleBytes: Int { most > 255 ? 2 : 1 }

  /// Bytes per row in the file; `nil` for text.
  var rowBytes: Int? {
    switch coding {
    case .bits: (size.width + 7) / 8
    case .bytes: checkedProduct(size.width, depth, sampleBytes)
    case .numbers, .digits: nil
    }
  }

  /// The offset after the picture; `nil` for text, which must be parsed to find it.
  var end: Int? {
    guard let rowBytes, let bytes = checkedProduct(rowBytes, size.height) else { return nil }
    let (end, overflows) = start.addingReportingOverflow(bytes)
    return overflows ? nil : end
  }

  var format: RowFormat { RowFormat(channels: channels, depth: most > 255 ? 16 : 8) }
}
