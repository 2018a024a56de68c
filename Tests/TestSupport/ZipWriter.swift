/// Writes ZIP archives, valid and invalid; entries are stored uncompressed.
public struct ZipWriter {
  /// One entry of an archive, as the central directory describes it.
  public struct Part {
    /// Its name.
    public var name: String
    /// The entry's bytes; not written again if the entry claims another one's position.
    public var bytes: [UInt8]
    /// The declared size; by default the real one.
    public var claimedSize: UInt32?
    /// The declared compression method: 0 is stored.
    public var method: UInt16 = 0
    /// Flags: 1 is encrypted.
    public var flags: UInt16 = 0
    /// The declared position of its local header.
    public var claimedPlace: UInt32?

    /// Creates an entry.
    public init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The entries, in order.
  public var parts: [Part] = []
  /// The declared number of entries.
  public var claimedCount: UInt16?

  /// Creates an empty archive.
  public init() {}

  /// Creates an archive of entries.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The archive's bytes.
  public var bytes: [UInt8] {
    var out: [UInt8] = []
    var table: [UInt8] = []
    for part in parts {
      let place = part.claimedPlace ?? UInt32(out.count)
      let head = Self.head(of: part)
      if part.claimedPlace == nil {
        out += Self.little(UInt32(0x0403_4B50)) + Self.little(UInt16(20)) + head
        out += Array(part.name.utf8) + part.bytes
      }
      table += Self.little(UInt32(0x0201_4B50)) + Self.little(UInt16(20))
      table += Self.little(UInt16(20)) + head + Self.little(UInt16(0)) + Self.little(UInt16(0))
      table += Self.little(UInt16(0)) + Self.little(UInt32(0)) + Self.little(place)
      table += Array(part.name.utf8)
    }
    let place = UInt32(out.count)
    let count = claimedCount ?? UInt16(truncatingIfNeeded: parts.count)
    out += table
    out += Self.little(UInt32(0x0605_4B50)) + Self.little(UInt32(0))
    out += Self.little(count) + Self.little(count) + Self.little(UInt32(table.count))
    return out + Self.little(place) + Self.little(UInt16(0))
  }

  /// The fields that the local header and the central directory share.
  private static func head(of part: Part) -> [UInt8] {
    let size = part.claimedSize ?? UInt32(part.bytes.count)
    return little(part.flags) + little(part.method) + little(UInt32(0x0021_0000))
      + little(sum(part.bytes)) + little(UInt32(part.bytes.count)) + little(size)
      + little(UInt16(part.name.utf8.count)) + little(UInt16(0))
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// CRC-32, as in ZIP.
  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes { sum = (sum >> 8) ^ table[Int((sum ^ UInt32(byte)) & 0xFF)] }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
