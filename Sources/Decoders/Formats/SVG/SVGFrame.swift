import DecoderProtocol

/// Wraps a document in another one, with a group that transforms it as a whole.
///
/// The group is a `switch`, for which style sheets rarely have rules.
///
/// librsvg makes surfaces for groups, masks and filters as large as the whole document at its
/// scale. Inside the outer document, which is as large as the strip, they are as large as the
/// strip.
struct SVGFrame {
  /// The start of the root element.
  private let root: Int
  /// The end of its start tag, after the `>`.
  private let rootEnd: Int
  private let bytes: [UInt8]

  /// A rule that transforms every `svg` must not apply to the outer one: its own style is stronger.
  private static let opening = Array(
    #"<svg xmlns="http://www.w3.org/2000/svg" style="transform: none"><switch>"#.utf8)
  private static let closing = Array("</switch></svg>".utf8)

  /// Finds a document's root element.
  init(_ text: SVGText) throws(CodecError) {
    var reader = TagReader(bytes: text.bytes)
    guard let root = reader.skipProlog(), let end = reader.skipTag() else {
      throw CodecError(.corrupt, "the SVG file has no element")
    }
    guard TagReader.localName(of: text.bytes[root..<end]) == Array("svg".utf8) else {
      throw CodecError(.corrupt, "the file is not an SVG drawing")
    }
    bytes = text.bytes
    self.root = root
    rootEnd = end
  }

  /// The wrapped document.
  var framed: [UInt8] {
    var framed: [UInt8] = []
    framed.reserveCapacity(bytes.count + Self.opening.count + Self.closing.count)
    framed += bytes[..<root]
    framed += Self.opening
    framed += bytes[root...]
    framed += Self.closing
    return framed
  }

  /// The root element's start tag.
  var rootTag: [UInt8] { Array(bytes[root..<rootEnd]) }
}

/// Parses the beginning of a document, within its bounds.
private struct TagReader {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The start of the first element; `nil` if there is none.
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

  /// An element's name in a start tag, without prefix.
  static func localName(of tag: ArraySlice<UInt8>) -> [UInt8] {
    let name = tag.dropFirst().prefix { byte in
      !isSpace(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
    }
    return Array(name.split(separator: UInt8(ascii: ":")).last ?? [])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The end of a tag: a `>` outside of attribute values.
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

  /// Skips a document type declaration with its internal subset.
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
