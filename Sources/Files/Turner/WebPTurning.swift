import TurnProtocol

/// Turning a WebP file by the orientation in its `EXIF` chunk.
struct WebPTurning {
  private struct Chunk {
    let offset: Int
    let data: PictureBytes
    /// Bytes with its name, its length and its padding.
    var byteCount: Int { 8 + data.count + data.count % 2 }
  }

  private let bytes: PictureBytes
  /// The end of the container.
  private let end: Int
  /// The first chunk: the picture's, or the extended header.
  private let first: Chunk
  private let hasHeader: Bool
  private var exif: Chunk?

  /// The bit for EXIF in the extended header.
  private static let exifFlag: UInt8 = 8
  private static let alphaFlag: UInt8 = 16
  private static let exifName = Array("Exif".utf8) + [0, 0]

  init(_ bytes: PictureBytes) throws(TurnRefusal) {
    guard let size = bytes.number(at: 4, bytes: 4, isLittle: true), size >= 12,
      size + 8 <= bytes.count, let first = Self.chunk(at: 12, in: bytes, end: size + 8)
    else { throw .damaged }
    self.bytes = bytes
    end = size + 8
    self.first = first
    hasHeader = bytes.part(12, count: 4)?.begins(with: "VP8X".utf8) == true
    guard !hasHeader || first.data.count >= 10 else { throw .damaged }
    var offset = 12 + first.byteCount
    while offset < end {
      guard let chunk = Self.chunk(at: offset, in: bytes, end: end) else { throw .damaged }
      if exif == nil, bytes.part(offset, count: 4)?.begins(with: "EXIF".utf8) == true {
        // Without the header that announces it, readers ignore it.
        guard hasHeader else { throw .noPlace }
        exif = chunk
      }
      offset += chunk.byteCount
    }
  }

  private static func chunk(at offset: Int, in bytes: PictureBytes, end: Int) -> Chunk? {
    guard let size = bytes.number(at: offset + 4, bytes: 4, isLittle: true),
      let data = bytes.part(offset + 8, count: size)
    else { return nil }
    let chunk = Chunk(offset: offset, data: data)
    return chunk.byteCount <= end - offset ? chunk : nil
  }

  func turned(_ order: TurnOrder) throws(TurnRefusal) -> (FileEdit, TurnResult) {
    guard let exif else { return try added(order) }
    let prefix = exif.data.begins(with: Self.exifName) ? Self.exifName : []
    let block = exif.data.part(prefix.count, count: exif.data.count - prefix.count)
    guard var tags = block.flatMap(TIFFTags.init) else { throw .noPlace }
    let (tag, result) = try order.tag(after: tags.orientation)
    guard tags.setOrientation(tag) else { throw .noPlace }
    let chunk = Self.exifChunk(prefix + tags.changed)
    var edit = FileEdit()
    try Self.setSize(of: &edit, to: end - 8 + chunk.count - exif.byteCount)
    // Some programs read only chunks that are announced.
    edit.replace(at: 20, count: 1, with: [(first.data[0] ?? 0) | Self.exifFlag])
    edit.replace(at: exif.offset, count: exif.byteCount, with: chunk)
    edit.finish(count: bytes.count)
    return (edit, result)
  }

  /// Adds an EXIF chunk, and the extended header that announces it.
  private func added(_ order: TurnOrder) throws(TurnRefusal) -> (FileEdit, TurnResult) {
    let (tag, result) = try order.tag(after: 1)
    var edit = FileEdit()
    guard tag != 1 else {
      edit.finish(count: bytes.count)
      return (edit, result)
    }
    guard end % 2 == 0 else { throw .noPlace }
    let chunk = Self.exifChunk(TIFFTags.block(orientation: tag))
    if hasHeader {
      try Self.setSize(of: &edit, to: end - 8 + chunk.count)
      edit.replace(at: 20, count: 1, with: [(first.data[0] ?? 0) | Self.exifFlag])
    } else {
      guard let header = header() else { throw .noPlace }
      try Self.setSize(of: &edit, to: end - 8 + chunk.count + header.count)
      edit.replace(at: 12, count: 0, with: header)
    }
    edit.replace(at: end, count: 0, with: chunk)
    edit.finish(count: bytes.count)
    return (edit, result)
  }

  private static func setSize(of edit: inout FileEdit, to size: Int) throws(TurnRefusal) {
    guard size < 0xFFFF_FFF0 else { throw .noPlace }
    edit.replace(at: 4, count: 4, with: Turner.bytes(of: size, count: 4, isLittle: true))
  }

  private static func exifChunk(_ data: [UInt8]) -> [UInt8] {
    Array("EXIF".utf8) + Turner.bytes(of: data.count, count: 4, isLittle: true) + data
      + [UInt8](repeating: 0, count: data.count % 2)
  }

  /// Returns an extended header for a plain picture, whose own header has its size.
  private func header() -> [UInt8]? {
    let data = first.data
    var flags = Self.exifFlag
    let (width, height): (Int, Int)
    if bytes.part(12, count: 4)?.begins(with: "VP8L".utf8) == true {
      guard data[0] == 0x2F, let bits = data.number(at: 1, bytes: 4, isLittle: true) else {
        return nil
      }
      (width, height) = (bits & 0x3FFF, bits >> 14 & 0x3FFF)
      if bits >> 28 & 1 == 1 { flags |= Self.alphaFlag }
    } else if bytes.part(12, count: 4)?.begins(with: "VP8 ".utf8) == true {
      guard data.part(3, count: 3)?.begins(with: [0x9D, 0x01, 0x2A]) == true,
        let across = data.number(at: 6, bytes: 2, isLittle: true),
        let down = data.number(at: 8, bytes: 2, isLittle: true),
        across & 0x3FFF > 0, down & 0x3FFF > 0
      else { return nil }
      (width, height) = ((across & 0x3FFF) - 1, (down & 0x3FFF) - 1)
    } else {
      return nil
    }
    return Array("VP8X".utf8) + [10, 0, 0, 0, flags, 0, 0, 0]
      + Turner.bytes(of: width, count: 3, isLittle: true)
      + Turner.bytes(of: height, count: 3, isLittle: true)
  }
}
