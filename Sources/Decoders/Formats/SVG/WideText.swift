/// UTF-16 text.
struct WideText {
  private let isLittle: Bool
  private let markBytes: Int

  /// `nil` if the text starts neither with a byte order mark nor with a 16-bit `<`.
  init?(_ start: ArraySlice<UInt8>) {
    switch Array(start.prefix(2)) {
    case [0xFF, 0xFE]: (isLittle, markBytes) = (true, 2)
    case [0xFE, 0xFF]: (isLittle, markBytes) = (false, 2)
    case [0x3C, 0]: (isLittle, markBytes) = (true, 0)
    case [0, 0x3C]: (isLittle, markBytes) = (false, 0)
    default: return nil
    }
  }

  /// Converts UTF-16 text to UTF-8, without the declaration of its old encoding.
  ///
  /// Other text is returned unchanged.
  static func narrowed(_ bytes: [UInt8]) -> [UInt8] {
    guard let wide = WideText(bytes[...]) else { return bytes }
    let places = stride(from: wide.markBytes, to: bytes.count - 1, by: 2)
    let units = places.lazy.map { place in
      let (low, high) =
        wide.isLittle ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
      return UInt16(high) << 8 | UInt16(low)
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    _ = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false
    ) { text.append($0) }
    guard text.starts(with: Array("<?xml".utf8)),
      let end = text.firstIndex(of: UInt8(ascii: ">"))
    else { return text }
    return Array(text[(end + 1)...])
  }
}
