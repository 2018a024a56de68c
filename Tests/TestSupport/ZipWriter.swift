/// Writes archives (ZIP), honest ones and others: parts are stored as they are.
public struct ZipWriter {
  /// One part of an archive, as its table of contents has it.
  public struct Part {
    /// Its name.
    public var name: String
    /// Its bytes; none are written again where it lies at another part's place.
    public var bytes: [UInt8]
    /// The size that is claimed; that of the bytes where nothing is said.
    public var claimedSize: UInt32?
    /// The method that is claimed: 0 is stored.
    public var method: UInt16 = 0
    /// Flags: 1 is encrypted.
    public var flags: UInt16 = 0
    /// Where its local header is claimed to be.
    public var claimedPlace: UInt32?

    /// A part with its bytes.
    public init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The parts, in their order.
  public var parts: [Part] = []
  /// The number of parts that is claimed.
  public var claimedCount: UInt16?

  /// An archive without parts.
  public init() {}

  /// An archive of parts.
  public init(_ parts: [Part]) { self.parts = parts }

  /// All bytes of it.
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

  /// What the local header and the table say alike.
  private static func head(of part: Part) -> [UInt8] {
    let size = part.claimedSize ?? UInt32(part.bytes.count)
    return little(part.flags) + little(part.method) + little(UInt32(0x0021_0000))
      + little(sum(part.bytes)) + little(UInt32(part.bytes.count)) + little(size)
      + little(UInt16(part.name.utf8.count)) + little(UInt16(0))
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// CRC-32, as ZIP has it.
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
