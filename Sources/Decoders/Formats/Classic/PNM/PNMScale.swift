/// Scales samples from 0…`most` to the full range of 8 or 16 bits.
struct PNMScale: Sendable {
  /// The largest scaled sample: 255 or 65535.
  let full: Int
  private let most: Int
  /// The scaled value of each sample; values above `most` are clipped.
  private let table: [UInt16]

  init(most: Int) {
    self.most = most
    let full = most > 255 ? 65535 : 255
    self.full = full
    table = (0...full).map { UInt16((min($0, most) * full + most / 2) / most) }
  }

  /// A sample scaled to the full range.
  func scaled(_ sample: Int) -> UInt16 { table[min(max(0, sample), full)] }

  /// The scaled sample at an index of the stored ones.
  func sample(_ stored: UnsafeRawBufferPointer, _ index: Int) -> Int {
    if full == 255 { return Int(table[Int(stored[index])]) }
    return Int(table[Int(stored[index * 2]) << 8 | Int(stored[index * 2 + 1])])
  }

  /// Writes a full-range sample at an index of a row.
  func put(_ sample: Int, _ index: Int, into target: UnsafeMutableRawPointer) {
    if full == 255 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: sample), toByteOffset: index, as: UInt8.self)
    } else {
      target.storeBytes(
        of: UInt16(truncatingIfNeeded: sample), toByteOffset: index * 2, as: UInt16.self)
    }
  }

  /// Converts adjacent samples.
  func convert(
    _ stored: UnsafeRawBufferPointer, count: Int, into target: UnsafeMutableRawPointer
  ) {
    if most == 255 {
      UnsafeMutableRawBufferPointer(start: target, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: stored[..<count]))
      return
    }
    table.withUnsafeBufferPointer { table in
      if full == 255 {
        for index in 0..<count {
          target.storeBytes(
            of: UInt8(truncatingIfNeeded: table[Int(stored[index])]), toByteOffset: index,
            as: UInt8.self)
        }
      } else {
        for index in 0..<count {
          let sample = Int(stored[index &* 2]) &<< 8 | Int(stored[index &* 2 &+ 1])
          target.storeBytes(of: table[sample], toByteOffset: index &* 2, as: UInt16.self)
        }
      }
    }
  }
}
