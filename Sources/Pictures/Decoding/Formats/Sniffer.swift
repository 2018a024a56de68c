/// Recognises a file by its first bytes, since its name proves nothing.
///
/// It compares bytes and parses nothing. Rules are in order of certainty: long signatures first,
/// then those that text may match by chance, and last the two formats without a signature.
package enum Sniffer {
  /// The number of bytes to look at; fewer suffice for almost all files.
  package static let byteCount = 4096

  /// The content of a file with these first bytes; `nil` if unknown.
  ///
  /// `fileSize` is in bytes, if known: one rule compares it.
  package static func content(of firstBytes: [UInt8], fileSize: Int? = nil) -> FileContent? {
    firstBytes.withUnsafeBytes { bytes in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(byteCount))
      let start = FileStart(bytes: bytes)
      return start.signature ?? start.isoFile ?? start.text
        ?? (start.isLatePDF ? .picture(.pdf) : start.guess(fileSize: fileSize))
    }
  }
}
