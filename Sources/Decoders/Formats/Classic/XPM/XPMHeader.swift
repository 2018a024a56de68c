import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// An X pixmap's header: the size, and the palette with its keys.
struct XPMHeader: Sendable {
  let size: PixelSize
  /// Characters per key.
  let keyLength: Int
  let colors: XPMColors
  /// The file offset of the pixels' strings.
  let start: Int
  private let writing: XPMStrings.Writing

  /// True if a file of one of the three versions starts with these bytes.
  static func begins(_ start: [UInt8]) -> Bool { XPMStrings.Writing(start) != nil }

  init(_ input: PictureInput) throws(CodecError) {
    guard let writing = XPMStrings.Writing(try input.bytes(at: 0, count: 4096)) else {
      throw Self.damage("its header ends too early")
    }
    self.writing = writing
    var texts = try XPMStrings(input, writing)
    let numbers = try texts.numbers()
    guard numbers.count >= 4 else { throw Self.damage("its size is missing") }
    size = try .said(numbers[0], numbers[1], by: "XPM")
    keyLength = numbers[3]
    guard (1...XPMColors.longestKey).contains(keyLength) else {
      throw CodecError(
        .unsupported,
        "XPM files with \(keyLength) characters for each pixel are not supported "
          + "(up to \(XPMColors.longestKey))")
    }
    guard numbers[2] > 0, numbers[2] <= Self.mostColors else {
      throw Self.damage("it has \(numbers[2]) colours")
    }
    var colors = XPMColors(keyLength: keyLength)
    for _ in 0..<numbers[2] {
      guard let text = try texts.colorText() else {
        throw Self.damage("its colours are missing")
      }
      colors.add(text)
    }
    self.colors = colors
    start = texts.offset
  }

  private static let mostColors = 1 << 20

  private static func damage(_ reason: String) -> CodecError {
    CodecError(.corrupt, "the XPM file is damaged (\(reason))")
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let header = try PictureHeader.decodedWhole(
      size, RowFormat(channels: colors.hasNone ? .rgba : .rgb))
    return WholePictureCodec(header, of: input) { (progress) throws(CodecError) in
      try decode(input, header.format, progress)
    }
  }

  /// Decodes all rows; rows missing in the file stay empty.
  private func decode(
    _ input: PictureInput, _ format: RowFormat, _ progress: DecodingProgress
  ) throws(CodecError) -> DecodedPicture {
    let picture = try DecodedPicture(size: size, format: format)
    var texts = try XPMStrings(input, writing, at: start)
    var last: (key: UInt64, color: UInt32)?
    let channels = format.channels.count
    for y in 0..<size.height {
      guard let text = try texts.next(most: size.width * keyLength) else {
        picture.missing = .endsTooEarly
        return picture
      }
      if text.count < size.width * keyLength { picture.missing = .endsTooEarly }
      let row = picture.row(y)
      for x in 0..<min(size.width, text.count / keyLength) {
        var key: UInt64 = 0
        for place in 0..<keyLength { key = key &<< 8 | UInt64(text[x &* keyLength &+ place]) }
        let color: UInt32
        if let last, last.key == key {
          color = last.color
        } else if let known = colors[key] {
          color = known
        } else {
          picture.missing = "the file is damaged: some of its pixels have no colour"
          continue
        }
        last = (key, color)
        for channel in 0..<channels {
          row[x &* channels &+ channel] = UInt8(truncatingIfNeeded: color &>> UInt32(channel * 8))
        }
      }
      progress.fraction = Double(y) / Double(size.height)
    }
    return picture
  }
}
