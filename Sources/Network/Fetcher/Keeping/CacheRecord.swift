import DecoderProtocol

/// The metadata of a cached response, at the start of its file.
struct CacheRecord: Hashable {
  /// The entry's name: a digest of the address, which itself may contain a secret.
  var key: String
  /// The final address after redirects; `nil` without redirects.
  var effectiveAddress: String?
  /// True if it came from the public network.
  var isPublic: Bool
  /// When freshness ends, in seconds since 1970.
  var freshUntil: UInt64
  /// True if it may be used when the server is unreachable.
  var servesStale: Bool
  /// The server's entity tag; empty if there is none.
  var etag: String
  /// The Last-Modified field; empty if there is none.
  var lastModified: String
  /// Bytes of the body.
  var bodyCount: Int
  /// The body's checksum.
  var bodySum: UInt64

  /// The signature of each file; files of former versions are deleted by the first `CacheSweep`.
  static let mark = Array("FRESNEL3".utf8)
  /// The maximum number of bytes in a record.
  static let longest = 4 * FetchWire.longestAddress

  /// The encoded start of the file.
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

  /// The record at the start of a file, and the body's offset; `nil` if it is invalid.
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

/// A checksum (FNV-1a): it detects damage, not tampering.
struct ByteSum: Hashable {
  private(set) var value: UInt64

  /// The checksum of no bytes.
  init() { value = 0xCBF2_9CE4_8422_2325 }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
