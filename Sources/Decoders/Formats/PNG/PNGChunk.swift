import DecoderKit
import DecoderProtocol

/// A chunk of a file: its location and name.
struct PNGChunk {
  let name: String
  /// The offset of its length field.
  let start: Int
  /// The range of its content, as far as present in the file.
  let content: Range<Int>
  /// The chunk's declared length.
  let length: Int

  var next: Int { start + 12 + length }
  /// True if it is complete, including its checksum.
  let isWhole: Bool

  /// The chunk at an offset; `nil` if there is none.
  init?(at start: Int, of input: PictureInput) throws(CodecError) {
    let head = try input.bytes(at: start, count: 8)
    guard head.count == 8 else { return nil }
    length = Self.number(head, 0)
    guard length <= Int(Int32.max), head[4...].allSatisfy({ $0 | 32 >= 97 && $0 | 32 <= 122 })
    else { return nil }
    name = String(decoding: head[4...], as: UTF8.self)
    self.start = start
    let end = input.byteCount
    content = start + 8..<min(start + 8 + length, max(start + 8, end))
    isWhole = start + 12 + length <= end
  }

  /// A big-endian number at a valid offset.
  static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The content of a short chunk; `nil` if its length differs, or it is truncated or damaged.
  func bytes(count: Int, of input: PictureInput) throws(CodecError) -> [UInt8]? {
    guard length == count, isWhole else { return nil }
    let bytes = try input.bytes(at: start + 4, count: count + 8)
    guard bytes.count == count + 8,
      PNGChecksum(bytes.prefix(count + 4)).value == UInt32(Self.number(bytes, count + 4))
    else { return nil }
    return Array(bytes[4..<count + 4])
  }
}

/// The CRC-32 of PNG's chunks.
struct PNGChecksum {
  private var state: UInt32 = 0xFFFF_FFFF

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  /// The checksum of no bytes.
  init() {}

  init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
    }
    self.state = state
  }

  /// The checksum as stored in a file.
  var value: UInt32 { ~state }
}
