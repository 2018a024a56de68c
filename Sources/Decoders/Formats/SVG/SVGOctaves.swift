import Glibc

/// Limits the number of noise octaves in `feTurbulence`, which librsvg takes from the document.
///
/// Each octave has half the weight of the one before: all octaves beyond the sixteenth together are
/// less than 1/200 of an 8-bit step.
enum SVGOctaves {
  /// More octaves change no pixel.
  private static let most = 16
  private static let name: StaticString = "numOctaves"

  /// A document of the same length with the attributes limited.
  static func limited(_ text: [UInt8]) -> [UInt8] {
    guard text.has(name) else { return text }
    var text = text
    var place = 0
    while let found = next(in: text, from: place) {
      place = found
      limitValue(in: &text, at: &place)
    }
    return text
  }

  /// The offset after the next occurrence of the attribute's name.
  private static func next(in text: [UInt8], from start: Int) -> Int? {
    let length = name.utf8CodeUnitCount
    return text.withUnsafeBytes { bytes in
      var from = start
      while let base = bytes.baseAddress, from + length <= bytes.count,
        let found = memchr(
          base + from, Int32(name.utf8Start.pointee), bytes.count - length + 1 - from)
      {
        if memcmp(found, name.utf8Start, length) == 0 {
          return base.distance(to: UnsafeRawPointer(found)) + length
        }
        from = base.distance(to: UnsafeRawPointer(found)) + 1
      }
      return nil
    }
  }

  /// Limits the value after a name, and moves past it.
  private static func limitValue(in text: inout [UInt8], at place: inout Int) {
    func skip(while isSkipped: (UInt8) -> Bool) {
      while place < text.count, isSkipped(text[place]) { place += 1 }
    }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    skip(while: isSpace)
    guard place < text.count, text[place] == UInt8(ascii: "=") else { return }
    place += 1
    skip(while: isSpace)
    guard place < text.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[place]) else {
      return
    }
    place += 1
    skip { isSpace($0) || $0 == UInt8(ascii: "+") }
    let first = place
    skip { (0x30...0x39).contains($0) }
    let digits = first..<place
    guard digits.count >= 2 else { return }
    // A number too long to parse counts as too large.
    if let value = Int(String(decoding: text[digits], as: UTF8.self)), value <= most { return }
    for digit in digits { text[digit] = UInt8(ascii: "0") }
    text[digits.upperBound - 2] = UInt8(ascii: "1")
    text[digits.upperBound - 1] = UInt8(ascii: "6")
  }
}
