/// PDF, whose readers search for its signature instead of requiring it at the start.
extension FileStart {
  /// True if a PDF starts here, in any of the ways that programs write or damage it.
  var isPDF: Bool {
    // Some have other lines before it, such as headers of a server or a printer.
    hasMark("%PDF-", within: 1024) || has("%!PS-Adobe-") && firstLine(contains: " PDF-")
      || beginsLikePDF(at: contentStart)
  }

  /// True if the signature comes at the start of a line after the kilobyte that Adobe allows;
  /// checked after everything else.
  var isLatePDF: Bool {
    bytes.indices.dropFirst(1024).contains { place in
      bytes[place] == UInt8(ascii: "%") && isLineEnd(bytes[place - 1]) && has("%PDF-", at: place)
        && isDigit(place + 5)
    }
  }

  private func hasMark(_ mark: StaticString, within count: Int) -> Bool {
    bytes.indices.prefix(max(0, count - mark.utf8CodeUnitCount + 1)).contains {
      bytes[$0] == UInt8(ascii: "%") && has(mark, at: $0)
    }
  }

  private func firstLine(contains word: StaticString) -> Bool {
    bytes.indices.prefix(256).prefix { !isLineEnd(bytes[$0]) }.contains { has(word, at: $0) }
  }

  /// The offset after a UTF-8 byte order mark and white space.
  private var contentStart: Int {
    var place = has([0xEF, 0xBB, 0xBF]) ? 3 : 0
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    return place
  }

  /// True for a signature without its dash or sign, or in lower case, or for a first object without
  /// a signature: `%PDF 1.4`, `%pdf-1.4`, `PDF-1.4`, `1 0 obj`.
  private func beginsLikePDF(at start: Int) -> Bool {
    if has("%pdf-", at: start) { return isDigit(start + 5) }
    if has("PDF-", at: start) { return isDigit(start + 4) && has(".", at: start + 5) }
    if has("%PDF", at: start), start + 4 < bytes.count {
      return isSpace(bytes[start + 4]) || isDigit(start + 4)
    }
    var place = start
    return skipNumber(&place) && skipNumber(&place) && has("obj", at: place)
  }

  /// Skips a number of up to ten digits and the white space after it.
  private func skipNumber(_ place: inout Int) -> Bool {
    let first = place
    while isDigit(place), place - first < 10 { place += 1 }
    guard place > first, place < bytes.count, isSpace(bytes[place]) else { return false }
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    return true
  }

  private func isDigit(_ place: Int) -> Bool {
    place < bytes.count && (0x30...0x39).contains(bytes[place])
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
