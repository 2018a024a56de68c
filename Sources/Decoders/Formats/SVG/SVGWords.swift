import Glibc

/// What a document may have, by the words in its text: a word in a comment counts as well.
struct SVGWords {
  /// Whether there may be texts.
  let hasTexts: Bool
  /// Whether there may be rules, of which some may be for the root element.
  let hasRules: Bool
  /// Whether something may be seen in a strip that comes from beyond it.
  let hasFilters: Bool
  /// Whether a filter may repeat tiles.
  let hasTiles: Bool
  /// Whether librsvg may need surfaces beside the one that is drawn on.
  let hasLayers: Bool
  /// Whether rules of the document may move its root element.
  let mayMoveRoot: Bool

  /// Looks through a text.
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
  /// Whether a word stands anywhere, behind a byte that may stand before it.
  func has(_ word: StaticString, after mayPrecede: (UInt8) -> Bool = { _ in true }) -> Bool {
    hasPlace(of: word) { $0 == 0 || mayPrecede(self[$0 - 1]) }
  }

  /// Whether a word stands before a colon, as what a rule sets does.
  fileprivate func hasDeclaration(_ word: StaticString) -> Bool {
    hasPlace(of: word) { place in
      self[(place + word.utf8CodeUnitCount)...].first { $0 > 0x20 } == UInt8(ascii: ":")
    }
  }

  /// Whether a word stands at a place that is right.
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
