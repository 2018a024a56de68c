import CRsvg
import DecoderKit
import DecoderProtocol

/// The text of a document, inflated where the file is compressed.
struct SVGText {
  /// In an encoding that has ASCII's characters where ASCII has them.
  let bytes: [UInt8]

  /// The most bytes of a file, and of what comes of it: a document takes fifteen times as much.
  private static let mostBytes = 48 << 20

  /// Reads a file.
  init(_ input: PictureInput) throws(CodecError) {
    let count = input.byteCount
    guard count <= Self.mostBytes else { throw Self.tooLarge }
    let file = try input.bytes(at: 0, count: count)
    bytes = WideText.narrowed(
      file.starts(with: [0x1F, 0x8B]) ? try Self.inflated(file) : file)
    guard bytes.count <= Self.mostBytes else { throw Self.tooLarge }
  }

  private static var tooLarge: CodecError {
    CodecError(.tooLarge, "the SVG file is larger than \(mostBytes >> 20) MiB")
  }

  /// Whether a text begins with a tag.
  private static func looksLikeMarkup(_ start: ArraySlice<UInt8>) -> Bool {
    if WideText(start) != nil { return true }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
    return text.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  private static func inflated(_ file: [UInt8]) throws(CodecError) -> [UInt8] {
    guard let converter = g_zlib_decompressor_new(fresnel_gzip_format) else {
      throw CodecError(.other, "there is no memory for the SVG file")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var place = 0
    while true {
      var taken = 0
      var made = 0
      let outcome = file.withUnsafeBytes { file in
        g_converter_convert(
          converter, file.baseAddress.map { $0 + place }, file.count - place, &buffer, buffer.count,
          1, &taken, &made, nil)  // G_CONVERTER_INPUT_AT_END
      }
      guard outcome != fresnel_conversion_failed else {
        throw CodecError(.corrupt, "the compressed SVG file is damaged")
      }
      if place == 0, !Self.looksLikeMarkup(buffer[..<made]) {
        throw CodecError(.unsupported, "the file is compressed by gzip, and is no SVG drawing")
      }
      place += taken
      text += buffer[..<made]
      guard text.count <= mostBytes else { throw tooLarge }
      if outcome == fresnel_conversion_finished { return text }
    }
  }
}
