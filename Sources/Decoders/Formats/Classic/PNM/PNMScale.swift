/// Brings samples from 0 to any number to all of 8 bits, or of 16 where they need them.
struct PNMScale: Sendable {
  /// The largest sample that is made: 255 or 65535.
  let full: Int
  private let most: Int
  /// What each sample of the file becomes; more than the most counts as that.
  private let table: [UInt16]

  init(most: Int) {
    self.most = most
    let full = most > 255 ? 65535 : 255
    self.full = full
    table = (0...full).map { UInt16((min($0, most) * full + most / 2) / most) }
  }

  /// A sample of the file, brought to its full range.
  func scaled(_ sample: Int) -> UInt16 { table[min(max(0, sample), full)] }

  /// The sample at a place among stored ones.
  func sample(_ stored: UnsafeRawBufferPointer, _ index: Int) -> Int {
    if full == 255 { return Int(table[Int(stored[index])]) }
    return Int(table[Int(stored[index * 2]) << 8 | Int(stored[index * 2 + 1])])
  }

  /// Puts a sample of full range at a place in a row.
  func put(_ sample: Int, _ index: Int, into target: UnsafeMutableRawPointer) {
    if full == 255 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: sample), toByteOffset: index, as: UInt8.self)
    } else {
      target.storeBytes(
        of: UInt16(truncatingIfNeeded: sample), toByteOffset: index * 2, as: UInt16.self)
    }
  }

  /// Converts samples that follow one another.
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
