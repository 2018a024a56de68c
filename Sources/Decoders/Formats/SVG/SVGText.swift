import CRsvg
import DecoderKit
import DecoderProtocol

/// The text of a document, decompressed if necessary.
struct SVGText {
  /// In an encoding that is a superset of ASCII.
  let bytes: [UInt8]

  /// The maximum size of a file, and of its decompressed text, in bytes: a document takes fifteen
  /// times as much memory.
  private static let mostBytes = 48 << 20

  /// Reads a file.
  init(_ input: PictureInput) throws(CodecError) {
    let count = input.byteCount
    guard count <= Self.mostBytes else { throw Self.tooLarge }
    let file = try input.bytes(at: 0, count: count)
    let text = WideText.narrowed(
      file.starts(with: Self.mark) ? try Self.inflated(file) : file)
    bytes = SVGOctaves.limited(text)
    guard bytes.count <= Self.mostBytes else { throw Self.tooLarge }
  }

  /// The start of a gzip member.
  private static let mark: [UInt8] = [0x1F, 0x8B]

  private static var tooLarge: CodecError {
    CodecError(.tooLarge, "the SVG file is larger than \(mostBytes >> 20) MiB")
  }

  /// True if a text starts with a tag.
  private static func looksLikeMarkup(_ start: ArraySlice<UInt8>) -> Bool {
    if WideText(start) != nil { return true }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
    return text.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Inflates all members of a gzip file; trailing data is ignored.
  private static func inflated(_ file: [UInt8]) throws(CodecError) -> [UInt8] {
    var text: [UInt8] = []
    var place = 0
    repeat {
      guard let next = try inflateMember(of: file, at: place, into: &text) else { break }
      place = next
    } while file[place...].starts(with: mark)
    guard Self.looksLikeMarkup(text[...]) else {
      throw CodecError(.unsupported, "the file is compressed by gzip, and is not an SVG drawing")
    }
    return text
  }

  /// Appends an inflated member to a text; returns its end, or `nil` if it is invalid and follows a
  /// valid one.
  private static func inflateMember(
    of file: [UInt8], at start: Int, into text: inout [UInt8]
  ) throws(CodecError) -> Int? {
    guard let converter = g_zlib_decompressor_new(fresnel_gzip_format) else {
      throw CodecError(.other, "there is not enough memory for the SVG file")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
    let others = text.count
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var place = start
    while true {
      var taken = 0
      var made = 0
      let outcome = file.withUnsafeBytes { file in
        g_converter_convert(
          converter, file.baseAddress.map { $0 + place }, file.count - place, &buffer, buffer.count,
          1, &taken, &made, nil)  // G_CONVERTER_INPUT_AT_END
      }
      guard outcome != fresnel_conversion_failed else {
        if start > 0, text.count == others { return nil }
        throw CodecError(.corrupt, "the compressed SVG file is damaged")
      }
      let isFirst = text.isEmpty
      text += buffer[..<made]
      if isFirst, made > 0, !looksLikeMarkup(text[...]) {
        throw CodecError(.unsupported, "the file is compressed by gzip, and is not an SVG drawing")
      }
      place += taken
      guard text.count <= mostBytes else { throw tooLarge }
      if outcome == fresnel_conversion_finished { return place }
    }
  }
}
