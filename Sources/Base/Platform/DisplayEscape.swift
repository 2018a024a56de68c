import Glibc

/// Escapes untrusted bytes for display in a window title, a sentence or a terminal.
///
/// File names and decoders' messages can contain anything. Control characters and invalid UTF-8
/// become `\x1B`; C1 controls, line separators, bidirectional controls and invisible characters
/// become `\u{202E}`. Everything else is unchanged. Text longer than `limit` characters is cut and
/// ends with an ellipsis. The result is for display only: it can't be converted back.
package func escapedForDisplay(_ bytes: some Sequence<UInt8>, limit: Int = .max) -> String {
  let bytes = Array(bytes)
  // A fast path for plain ASCII, which nearly every name is. Parsing scalar by scalar takes 0.17 ms
  // the first time, and the first window waits for its title.
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
  // Characters that reverse text, end a line, or are invisible: marks, fillers, tags. Joiners
  // (200C, 200D) are left alone, as many languages and emoji need them.
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
  /// Calls `body` with the bytes as a C path, which ends with a zero byte.
  package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with an element") }
      return body(base)
    }
  }

  /// Where the bytes lead as a path: absolute, without links; `nil` if nothing is there.
  package var resolvedPath: [UInt8]? {
    guard let path = withCPath({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}
