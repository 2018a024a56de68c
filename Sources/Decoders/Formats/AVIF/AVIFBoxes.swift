import DecoderKit
import DecoderProtocol

/// Parses the boxes of a file (ISO/IEC 14496-12), to find bytes that must be changed for libavif.
enum AVIFBoxes {
  /// The maximum number of boxes to read on each level, and of bytes in a top-level one.
  private static let (most, mostBytes) = (64, 16 << 20)

  /// The body of the first top-level box with a name, and its offset in the file; `nil` if there is
  /// none.
  static func top(_ name: String, of input: PictureInput) throws(CodecError) -> (
    body: [UInt8], start: Int
  )? {
    var place = 0
    for _ in 0..<most {
      guard let box = Box(try input.bytes(at: place, count: 16)[...]) else { return nil }
      let start = place + box.head
      if box.type == name {
        return (try input.bytes(at: start, count: min(box.size - box.head, mostBytes)), start)
      }
      let (next, overflows) = place.addingReportingOverflow(box.size)
      guard !overflows, next < input.byteCount else { return nil }
      place = next
    }
    return nil
  }

  /// The body of the box at a path of names, inside another box's body.
  static func descend(
    _ path: [String], from box: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    var box = box
    for name in path {
      guard let child = children(of: box).first(where: { $0.type == name }) else { return nil }
      box = child.body
    }
    return box
  }

  /// Adjacent boxes, with the offset of each name.
  static func children(
    of bytes: ArraySlice<UInt8>, most: Int = most
  ) -> [(type: String, name: Int, body: ArraySlice<UInt8>)] {
    var rest = bytes
    var found: [(type: String, name: Int, body: ArraySlice<UInt8>)] = []
    while found.count < most, let box = Box(rest) {
      let body = rest.prefix(box.size).dropFirst(box.head)
      found.append((box.type, rest.startIndex + 4, body))
      rest = rest.dropFirst(box.size)
    }
    return found
  }

  /// A box's header.
  struct Box {
    let type: String
    /// Bytes of the whole box, and of its header.
    let (size, head): (Int, Int)

    /// Parses a box header; `nil` if it is invalid.
    init?(_ bytes: ArraySlice<UInt8>) {
      func number(_ range: Range<Int>) -> UInt64 {
        bytes.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 << 8 | UInt64($1) }
      }
      guard bytes.count >= 8 else { return nil }
      type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
      let short = number(0..<4)
      guard short != 1 || bytes.count >= 16 else { return nil }
      head = short == 1 ? 16 : 8
      guard let size = Int(exactly: short == 1 ? number(8..<16) : short), size >= head else {
        return nil
      }
      self.size = size
    }
  }
}
