/// Texts in UTF-16.
struct WideText {
  private let isLittle: Bool
  private let markBytes: Int

  /// `nil` where a text begins neither with a mark of its byte order nor with a wide `<`.
  init?(_ start: ArraySlice<UInt8>) {
    switch Array(start.prefix(2)) {
    case [0xFF, 0xFE]: (isLittle, markBytes) = (true, 2)
    case [0xFE, 0xFF]: (isLittle, markBytes) = (false, 2)
    case [0x3C, 0]: (isLittle, markBytes) = (true, 0)
    case [0, 0x3C]: (isLittle, markBytes) = (false, 0)
    default: return nil
    }
  }

  /// The same text in UTF-8, without a declaration that would name its old encoding.
  ///
  /// One that is not in UTF-16 stays as it is.
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
