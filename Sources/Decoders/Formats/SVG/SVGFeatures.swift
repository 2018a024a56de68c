import Glibc

/// Features that a document may use, by keywords in its text; keywords in comments count too.
struct SVGFeatures {
  /// True if there may be text.
  let hasTexts: Bool
  /// True if there may be CSS rules, possibly for the root element.
  let hasRules: Bool
  /// True if content outside a strip may affect it.
  let hasFilters: Bool
  /// True if a filter may repeat tiles.
  let hasTiles: Bool
  /// True if librsvg may need intermediate surfaces.
  let hasLayers: Bool
  /// True if CSS rules may transform the root element.
  let mayMoveRoot: Bool

  /// Searches a document's text for the keywords.
  init(_ bytes: [UInt8]) {
    hasTexts = bytes.has("text") { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ":") }
    hasRules =
      bytes.has("style") { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ":") }
      || bytes.has("xml-stylesheet")
    hasFilters = bytes.has("filter")
    hasTiles = hasFilters && bytes.has("feTile")
    hasLayers =
      hasFilters || bytes.has("mask") || bytes.has("mix-blend-mode") || bytes.has("isolation")
      || bytes.has("clipPathUnits") || bytes.has("opacity") { $0 != UInt8(ascii: "-") }
    mayMoveRoot = bytes.hasDeclaration("transform")
  }
}

extension [UInt8] {
  /// True if a word occurs after an allowed byte.
  func has(_ word: StaticString, after mayPrecede: (UInt8) -> Bool = { _ in true }) -> Bool {
    hasPlace(of: word) { $0 == 0 || mayPrecede(self[$0 - 1]) }
  }

  /// True if a word occurs before a colon, as a CSS property does.
  fileprivate func hasDeclaration(_ word: StaticString) -> Bool {
    hasPlace(of: word) { place in
      self[(place + word.utf8CodeUnitCount)...].first { $0 > 0x20 } == UInt8(ascii: ":")
    }
  }

  /// True if a word occurs at an accepted position.
  private func hasPlace(of word: StaticString, _ isRight: (Int) -> Bool) -> Bool {
    let length = word.utf8CodeUnitCount
    return withUnsafeBytes { bytes in
      var from = 0
      while let base = bytes.baseAddress, from + length <= bytes.count,
        let found = memchr(
          base + from, Int32(word.utf8Start.pointee), bytes.count - length + 1 - from)
      {
        let place = base.distance(to: UnsafeRawPointer(found))
        if memcmp(found, word.utf8Start, length) == 0, isRight(place) { return true }
        from = place + 1
      }
      return false
    }
  }
}
