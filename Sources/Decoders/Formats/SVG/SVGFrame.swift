import DecoderProtocol

/// Puts a document into another one, whose only group can be moved and scaled as a whole.
///
/// The group is a `switch`, of which style sheets have no rules.
///
/// librsvg makes surfaces as large as the whole document at its scale for groups, masks and
/// filters. Inside of the outer document, which is as large as the strip that is drawn, they are as
/// large as the strip.
struct SVGFrame {
  /// Where the root element begins.
  private let root: Int
  /// Where its first tag ends, behind the `>`.
  private let rootEnd: Int
  private let bytes: [UInt8]

  /// Rules of the document that move an `svg` are not for the outer one: its own style is stronger.
  private static let opening = Array(
    #"<svg xmlns="http://www.w3.org/2000/svg" style="transform: none"><switch>"#.utf8)
  private static let closing = Array("</switch></svg>".utf8)

  /// Finds the root element of a document.
  init(_ text: SVGText) throws(CodecError) {
    var reader = TagReader(bytes: text.bytes)
    guard let root = reader.skipProlog(), let end = reader.skipTag() else {
      throw CodecError(.corrupt, "the SVG file has no element")
    }
    guard TagReader.localName(of: text.bytes[root..<end]) == Array("svg".utf8) else {
      throw CodecError(.corrupt, "the file is no SVG drawing")
    }
    bytes = text.bytes
    self.root = root
    rootEnd = end
  }

  /// The document inside of another.
  var framed: [UInt8] {
    var framed: [UInt8] = []
    framed.reserveCapacity(bytes.count + Self.opening.count + Self.closing.count)
    framed += bytes[..<root]
    framed += Self.opening
    framed += bytes[root...]
    framed += Self.closing
    return framed
  }

  /// The root element's first tag.
  var rootTag: [UInt8] { Array(bytes[root..<rootEnd]) }
}

/// Goes through the beginning of a document; each step is bounded by the bytes that there are.
private struct TagReader {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Where the first element begins; `nil` where there is none.
  mutating func skipProlog() -> Int? {
    while place < bytes.count {
      if starts(with: "<!--") {
        guard skip(past: "-->") else { return nil }
      } else if starts(with: "<?") {
        guard skip(past: "?>") else { return nil }
      } else if starts(with: "<!") {
        guard skipDocumentType() else { return nil }
      } else if bytes[place] == UInt8(ascii: "<") {
        return place
      } else if Self.isSpace(bytes[place]) {
        place += 1
      } else {
        return nil
      }
    }
    return nil
  }

  /// An element's name, by its first tag, without a prefix.
  static func localName(of tag: ArraySlice<UInt8>) -> [UInt8] {
    let name = tag.dropFirst().prefix { byte in
      !isSpace(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
    }
    return Array(name.split(separator: UInt8(ascii: ":")).last ?? [])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The place behind a tag: a `>` that stands in no value.
  mutating func skipTag() -> Int? {
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place
      }
    }
    return nil
  }

  /// Passes over a document type, with the declarations in its brackets.
  private mutating func skipDocumentType() -> Bool {
    var isInside = false
    while place < bytes.count {
      if starts(with: "<!--") {
        guard skip(past: "-->") else { return false }
        continue
      }
      if starts(with: "<?") {
        guard skip(past: "?>") else { return false }
        continue
      }
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while place < bytes.count, bytes[place] != byte { place += 1 }
        place += 1
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside: return true
      default: break
      }
    }
    return false
  }

  private func starts(with word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      bytes.count - place >= word.count
        && bytes[place..<place + word.count].elementsEqual(word)
    }
  }

  private mutating func skip(past word: StaticString) -> Bool {
    while place < bytes.count {
      if starts(with: word) {
        place += word.utf8CodeUnitCount
        return true
      }
      place += 1
    }
    return false
  }
}
