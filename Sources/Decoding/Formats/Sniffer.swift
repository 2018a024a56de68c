/// Tells what a file is by its first bytes: its name proves nothing.
///
/// It compares bytes and parses nothing. Rules stand in the order of their certainty: long
/// signatures first, those that text can meet by chance behind them, and last the two formats that
/// have no signature at all.
package enum Sniffer {
  /// How many bytes of a file are looked at; fewer are enough for nearly all.
  package static let byteCount = 4096

  /// What a file with these first bytes is; `nil` where nothing is known of it.
  ///
  /// `fileSize` is in bytes, where it is known: one rule compares it.
  package static func content(of firstBytes: [UInt8], fileSize: Int? = nil) -> FileContent? {
    firstBytes.withUnsafeBytes { bytes in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(byteCount))
      let start = FileStart(bytes: bytes)
      return start.signature ?? start.isoFile ?? start.text ?? start.guess(fileSize: fileSize)
    }
  }
}

/// The first bytes of a file, and what can be asked of them.
struct FileStart {
  let bytes: UnsafeRawBufferPointer

  /// Whether some bytes stand at a place.
  func has(_ wanted: [UInt8], at offset: Int = 0) -> Bool {
    bytes.count >= offset + wanted.count
      && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
  }

  /// Whether a text of ASCII stands at a place.
  func has(_ wanted: StaticString, at offset: Int = 0) -> Bool {
    wanted.withUTF8Buffer { wanted in
      bytes.count >= offset + wanted.count
        && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
    }
  }

  /// A number of 16 bits, the lowest byte first; 0 beyond the end.
  func little16(_ offset: Int) -> Int {
    bytes.count >= offset + 2 ? Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 : 0
  }

  /// A number of 32 bits, the lowest byte first; 0 beyond the end.
  func little32(_ offset: Int) -> Int { little16(offset) | little16(offset + 2) << 16 }

  /// A number of 32 bits, the highest byte first; 0 beyond the end.
  func big32(_ offset: Int) -> Int {
    bytes.count >= offset + 4
      ? (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } : 0
  }
}
