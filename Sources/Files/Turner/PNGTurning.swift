import TurnProtocol

/// Turning a PNG file by the orientation in its `eXIf` chunk.
struct PNGTurning {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let bytes: PictureBytes
  /// The EXIF chunk: its offset, and the block.
  private var exif: (offset: Int, block: PictureBytes)?
  /// The first pixels' chunk.
  private var pixels: Int?

  /// Bytes of a chunk besides its data: length, name and checksum.
  private static let frame = 12

  init(_ bytes: PictureBytes) throws(TurnRefusal) {
    self.bytes = bytes
    var offset = Self.signature.count
    while true {
      guard let length = bytes.number(at: offset, bytes: 4),
        let chunk = bytes.part(offset, count: length + Self.frame),
        let data = chunk.part(8, count: length), let name = chunk.part(4, count: 4)
      else { throw .damaged }
      if name.begins(with: "IDAT".utf8) { pixels = pixels ?? offset }
      if name.begins(with: "eXIf".utf8) {
        // Readers ignore a chunk whose checksum is wrong, and a second one.
        guard exif == nil, let named = chunk.part(4, count: length + 4)?.base,
          chunk.number(at: length + 8, bytes: 4) == CRC32.of(named)
        else { throw .damaged }
        exif = (offset, data)
      }
      if name.begins(with: "IEND".utf8) { break }
      offset += length + Self.frame
    }
    guard pixels != nil else { throw .damaged }
  }

  func turned(_ order: TurnOrder) throws(TurnRefusal) -> (FileEdit, TurnResult) {
    var tags = exif.flatMap { TIFFTags($0.block) }
    if exif != nil, tags == nil { throw .noPlace }
    let (tag, result) = try order.tag(after: tags?.orientation ?? 1)
    var edit = FileEdit()
    if let exif {
      guard tags?.setOrientation(tag) == true, let block = tags?.changed else { throw .noPlace }
      edit.replace(
        at: exif.offset, count: exif.block.count + Self.frame, with: Self.chunk(block))
    } else if tag != 1, let pixels {
      edit.replace(
        at: pixels, count: 0, with: Self.chunk(TIFFTags.block(orientation: tag)))
    }
    edit.finish(count: bytes.count)
    return (edit, result)
  }

  private static func chunk(_ data: [UInt8]) -> [UInt8] {
    let named = Array("eXIf".utf8) + data
    let sum = named.withUnsafeBytes { CRC32.of($0) }
    return Turner.bytes(of: data.count, count: 4) + named + Turner.bytes(of: sum, count: 4)
  }
}

/// The checksum of PNG's chunks.
enum CRC32 {
  static func of(_ bytes: UnsafeRawBufferPointer) -> Int {
    var sum: UInt32 = ~0
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~sum)
  }
}
