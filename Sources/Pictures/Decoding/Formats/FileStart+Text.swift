/// Text formats, recognised by the start of the text.
extension FileStart {
  /// Recognises the file's content by its text, in bytes or UTF-16.
  var text: FileContent? {
    guard let narrow = narrowed else { return plainText }
    return narrow.withUnsafeBytes { FileStart(bytes: $0).plainText }
  }

  /// UTF-16 as ASCII, with question marks for other characters.
  ///
  /// `nil` unless the file starts like UTF-16 with a byte order mark or `<`.
  private var narrowed: [UInt8]? {
    let isLittle = has([0xFF, 0xFE]) || has([0x3C, 0])
    guard isLittle || has([0xFE, 0xFF]) || has([0, 0x3C]) else { return nil }
    let hasMark = has([0xFF, 0xFE]) || has([0xFE, 0xFF])
    return stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { place in
      let (low, high) =
        isLittle ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
      return high == 0 && low < 0x80 ? low : UInt8(ascii: "?")
    }
  }

  private var plainText: FileContent? {
    var reader = TextScanner(bytes: bytes)
    reader.skipByteOrderMark()
    if reader.isDrawing { return .picture(.svg) }
    if let format = reader.description { return .picture(format) }
    if reader.isPixmap { return .picture(.xpm) }
    if reader.isBitmap { return .picture(.xbm) }
    return nil
  }
}

/// Parses a text from its start, within its bounds.
private struct TextScanner {
  let bytes: UnsafeRawBufferPointer
  var place = 0

  mutating func skipByteOrderMark() {
    if starts(with: [0xEF, 0xBB, 0xBF]) { place += 3 }
  }

  private func starts(with wanted: [UInt8]) -> Bool {
    bytes.count - place >= wanted.count
      && bytes[place..<place + wanted.count].elementsEqual(wanted)
  }

  /// Skips a word; returns false, and skips nothing, if it does not come next.
  private mutating func take(_ word: String) -> Bool {
    let wanted = Array(word.utf8)
    guard starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// Skips white space; returns true if there was any.
  @discardableResult private mutating func skipSpace() -> Bool {
    let first = place
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    return place > first
  }

  /// Skips everything up to and including a word; returns false if it does not occur.
  private mutating func skip(past word: String) -> Bool {
    while place < bytes.count {
      if take(word) { return true }
      place += 1
    }
    return false
  }

  /// Skips and returns letters, digits and `_`.
  private mutating func name() -> [UInt8] {
    let first = place
    while place < bytes.count, isNamePart(bytes[place]) { place += 1 }
    return Array(bytes[first..<place])
  }

  /// True for XML whose first element is `svg`, after optional comments, instructions and a
  /// document type.
  ///
  /// An `svg` inside another document, a comment or text does not count.
  var isDrawing: Bool {
    var reader = self
    while true {
      reader.skipSpace()
      if reader.take("<!--") {
        guard reader.skip(past: "-->") else { return false }
      } else if reader.take("<?") {
        guard reader.skip(past: "?>") else { return false }
      } else if reader.take("<!DOCTYPE") {
        guard reader.skipSpace(), reader.name() == Array("svg".utf8) else { return false }
        // There may be entities in brackets.
        guard reader.skipDocumentType() else { return false }
      } else {
        guard reader.take("<") else { return false }
        let element = reader.name()
        let isPrefixed = reader.take(":")
        let local = isPrefixed ? reader.name() : element
        guard local == Array("svg".utf8), reader.place < reader.bytes.count else { return false }
        let next = reader.bytes[reader.place]
        return isSpace(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
      }
    }
  }

  /// The kind of tile description in XML or JSON; `nil` for anything else.
  var description: PictureFormat? {
    var reader = self
    if starts(with: Array("IIP:1.".utf8)), contains("Max-size:") { return .internetImaging }
    reader.skipSpace()
    if reader.take("{") {
      // Some escape slashes in JSON, so addresses are not compared as a whole.
      if contains("iiif.io") {
        // The decoder decides which of the two it really is.
        return contains("presentation") && contains("anifest") ? .manifest : .iiif
      }
      return contains("schemas.microsoft.com") && contains("deepzoom") ? .deepZoom : nil
    }
    switch reader.rootElement {
    case Array("Image".utf8): return contains("schemas.microsoft.com/deepzoom/") ? .deepZoom : nil
    case Array("IMAGE_PROPERTIES".utf8): return .zoomify
    default: return nil
    }
  }

  private func contains(_ word: String) -> Bool {
    var reader = self
    return reader.skip(past: word)
  }

  /// The name of the first element of XML without a document type, without its prefix; empty if
  /// there is none.
  private var rootElement: [UInt8] {
    var reader = self
    while true {
      reader.skipSpace()
      if reader.take("<!--") {
        guard reader.skip(past: "-->") else { return [] }
      } else if reader.take("<?") {
        guard reader.skip(past: "?>") else { return [] }
      } else {
        guard reader.take("<") else { return [] }
        let element = reader.name()
        return reader.take(":") ? reader.name() : element
      }
    }
  }

  /// Skips the rest of a document type with its internal subset.
  private mutating func skipDocumentType() -> Bool {
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "[") { return skip(past: "]") && skip(past: ">") }
      place += 1
      if bytes[place - 1] == UInt8(ascii: ">") { return true }
    }
    return false
  }

  /// True for X pixmaps: version 3's exact comment and a declaration, version 2's signature, or
  /// version 1's definitions of its format and a width.
  var isPixmap: Bool {
    var reader = self
    if reader.take("! XPM2") { return true }
    if reader.takeDefinition(ending: "_format") {
      return reader.takeDefinition(ending: "_width")
    }
    guard reader.take("/* XPM */") else { return false }
    reader.skipSpace()
    while reader.take("/*") {
      guard reader.skip(past: "*/") else { return false }
      reader.skipSpace()
    }
    guard reader.take("static"), reader.skipSpace() else { return false }
    return reader.take("char") || reader.take("const")
  }

  /// True for C code that defines a width and a height, in either order, then bits, with optional
  /// comments in between.
  var isBitmap: Bool {
    var reader = self
    var (hasWidth, hasHeight) = (false, false)
    while true {
      reader.skipSpace()
      if reader.take("/*") {
        guard reader.skip(past: "*/") else { return false }
      } else if reader.takeDefinition(ending: "width") {
        hasWidth = true
      } else if reader.takeDefinition(ending: "height") {
        hasHeight = true
      } else if !reader.takeDefinition(ending: "x_hot"), !reader.takeDefinition(ending: "y_hot") {
        break
      }
    }
    guard hasWidth, hasHeight else { return false }
    return ["static", "unsigned", "char"].contains { reader.take($0) } && reader.skipSpace()
  }

  /// Skips `#define NAME_width 16` and the space after it.
  private mutating func takeDefinition(ending: String) -> Bool {
    var reader = self
    guard reader.take("#define"), reader.skipSpace() else { return false }
    let name = reader.name()
    guard name.reversed().starts(with: ending.utf8.reversed()), reader.skipSpace() else {
      return false
    }
    let digits = reader.name()
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }), reader.skipSpace()
    else { return false }
    self = reader
    return true
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
    default: false
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
