/// The checksum of PNG's chunks: CRC-32.
struct PNGChecksum {
  private var state: UInt32 = 0xFFFF_FFFF

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  /// The checksum of nothing.
  init() {}

  /// The checksum of some bytes.
  init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  /// Takes further bytes in.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
    }
    self.state = state
  }

  /// The checksum as it stands in a file.
  var value: UInt32 { ~state }
}
