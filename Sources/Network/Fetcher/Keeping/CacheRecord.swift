import DecoderProtocol

/// What the cache knows of one answer beside its bytes: the beginning of its file.
struct CacheRecord: Hashable {
  /// The name of the entry: a digest of the address, which itself may hold a secret.
  var key: String
  /// The address that answered, where a redirect led to another one; `nil` where none did.
  var effectiveAddress: String?
  /// Whether it came from the public network.
  var isPublic: Bool
  /// Until when it is fresh, in seconds since 1970.
  var freshUntil: UInt64
  /// Whether it may be shown where the server can't be asked.
  var servesStale: Bool
  /// The server's name of this version; empty where it gave none.
  var etag: String
  /// When it was changed, as the server wrote it; empty where it did not.
  var lastModified: String
  /// Bytes of the body.
  var bodyCount: Int
  /// The body's sum.
  var bodySum: UInt64

  /// What each file begins with; another version's is thrown away.
  static let mark = Array("FRESNEL2".utf8)
  /// The most bytes of a record.
  static let longest = 4 * FetchWire.longestAddress

  /// The beginning of the file.
  var encoded: [UInt8] {
    var writer = WireWriter()
    for text in [key, effectiveAddress ?? "", etag, lastModified] { writer.put(Array(text.utf8)) }
    writer.put(isPublic)
    writer.put(servesStale)
    writer.put(freshUntil)
    writer.put64(bodyCount)
    writer.put(bodySum)
    return Self.mark + writer.finished()
  }

  /// The record at the beginning of a file, and where the body begins; `nil` for anything else.
  static func read(_ bytes: [UInt8]) -> (record: CacheRecord, bodyStart: Int)? {
    let start = mark.count + 4
    guard bytes.count > start, bytes.starts(with: mark) else { return nil }
    var lengthReader = WireReader(bytes[mark.count..<start])
    guard let length = try? lengthReader.take32(), length <= longest,
      bytes.count >= start + length
    else { return nil }
    var reader = WireReader(bytes[start..<start + length])
    guard let record = try? CacheRecord(&reader) else { return nil }
    return (record, start + length)
  }

  private init(_ reader: inout WireReader) throws(WireError) {
    var texts: [String] = []
    for _ in 0..<4 {
      let bytes = try reader.takeBlob(atMost: FetchWire.longestAddress)
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .badValue("text") }
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    self.init(
      key: texts[0], effectiveAddress: texts[1].isEmpty ? nil : texts[1],
      isPublic: try reader.takeFlag(),
      freshUntil: 0, servesStale: try reader.takeFlag(), etag: texts[2], lastModified: texts[3],
      bodyCount: 0, bodySum: 0)
    freshUntil = try reader.take(UInt64.self)
    bodyCount = try reader.take64(in: 0...FetchWire.largestBody, "bytes")
    bodySum = try reader.take(UInt64.self)
    try reader.finish()
  }

  init(
    key: String, effectiveAddress: String?, isPublic: Bool, freshUntil: UInt64,
    servesStale: Bool, etag: String, lastModified: String, bodyCount: Int, bodySum: UInt64
  ) {
    self.key = key
    self.effectiveAddress = effectiveAddress
    self.isPublic = isPublic
    self.freshUntil = freshUntil
    self.servesStale = servesStale
    self.etag = etag
    self.lastModified = lastModified
    self.bodyCount = bodyCount
    self.bodySum = bodySum
  }
}

/// A sum of bytes (FNV-1a): what tells a file from one that was damaged, not from one that
/// somebody made.
struct ByteSum: Hashable {
  private(set) var value: UInt64

  /// A sum of nothing.
  init() { value = 0xCBF2_9CE4_8422_2325 }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
