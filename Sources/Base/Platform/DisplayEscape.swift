/// Text of unknown bytes made harmless to show: in a window title, a sentence or a terminal.
///
/// File names, and what decoders say, are bytes of anybody's choosing. Control characters and
/// bytes that are no UTF-8 become `\x1B`; C1 controls, line separators, the characters that turn
/// the direction of writing, and those that can't be seen become `\u{202E}`. Everything else stays
/// as it is. Text with more than `limit` characters is cut and ends with an ellipsis. It is for
/// showing only: the original can't be had back.
package func escapedForDisplay(_ bytes: some Sequence<UInt8>, limit: Int = .max) -> String {
  let bytes = Array(bytes)
  // Nearly every name is this. Looking at it scalar by scalar takes a sixth of a millisecond the
  // first time, and the first window waits for its title.
  if bytes.count <= limit, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
    return String(decoding: bytes, as: UTF8.self)
  }
  var text = String.UnicodeScalarView()
  var parser = Unicode.UTF8.ForwardParser()
  var source = bytes.makeIterator()
  var position = 0
  var characters = 0
  while true {
    let piece: String.UnicodeScalarView
    switch parser.parseScalar(from: &source) {
    case .emptyInput:
      return String(text)
    case .valid(let encoded):
      position += encoded.count
      piece = escaped(Unicode.UTF8.decode(encoded))
    case .error(let length):
      var escapes = String.UnicodeScalarView()
      for byte in bytes[position..<min(position + length, bytes.count)] {
        escapes.append(contentsOf: hexEscape(byte))
      }
      position += length
      piece = escapes
    }
    characters += piece.count
    if characters > limit {
      text.append("…")
      return String(text)
    }
    text.append(contentsOf: piece)
  }
}

private func escaped(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
  switch scalar.value {
  case 0x0A: "\\n".unicodeScalars
  case 0x09: "\\t".unicodeScalars
  case 0..<0x20, 0x7F: hexEscape(UInt8(scalar.value))
  // What turns text around, ends a line, or can't be seen: marks, fillers, tags. Those that join
  // letters and pictures (200C, 200D) are part of how many languages and emoji are written.
  case 0x80..<0xA0, 0xAD, 0x061C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
    0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
  default: String.UnicodeScalarView([scalar])
  }
}

private func hexEscape(_ byte: UInt8) -> String.UnicodeScalarView {
  let digits = String(byte, radix: 16, uppercase: true)
  return ("\\x" + (byte < 16 ? "0" : "") + digits).unicodeScalars
}

extension [UInt8] {
  /// Lends the bytes as C wants a path: with a zero byte at the end.
  package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with an element") }
      return body(base)
    }
  }
}
