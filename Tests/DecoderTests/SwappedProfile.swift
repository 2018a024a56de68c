/// An ICC profile like sRGB's, but with red and blue exchanged, so that its use is obvious.
enum SwappedProfile {
  /// The profile's bytes, with a private tag of `padding` zeros.
  static func bytes(padding: Int) -> [UInt8] {
    let curve = tag("curv") + big(1) + [0x02, 0x33, 0, 0]  // a gamma of 2.2
    let red = xyz(0.43607, 0.22249, 0.01392)
    let green = xyz(0.38515, 0.71687, 0.09708)
    let blue = xyz(0.14307, 0.06061, 0.71410)
    let text = tag("text") + Array("swapped\0".utf8)
    let tags: [(String, [UInt8])] = [
      ("desc", description), ("cprt", text), ("wtpt", xyz(0.9642, 1, 0.8249)),
      ("rXYZ", blue), ("gXYZ", green), ("bXYZ", red), ("rTRC", curve), ("gTRC", curve),
      ("bTRC", curve), ("padd", tag("data") + [UInt8](repeating: 0, count: padding)),
    ]
    var table = big(tags.count)
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for (name, bytes) in tags {
      table += Array(name.utf8) + big(start + data.count) + big(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return header(size: start + data.count) + table + data
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func tag(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

  private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    tag("XYZ ") + [x, y, z].flatMap { big(Int(($0 * 65536).rounded())) }
  }

  private static var description: [UInt8] {
    let name = Array("swapped\0".utf8)
    return tag("desc") + big(name.count) + name + [UInt8](repeating: 0, count: 8 + 3 + 67)
  }

  private static func header(size: Int) -> [UInt8] {
    var bytes = big(size) + [0, 0, 0, 0] + [2, 0x10, 0, 0] + Array("mntrRGB XYZ ".utf8)
    bytes += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    bytes += [UInt8](repeating: 0, count: 68 - bytes.count)
    bytes += [0.9642, 1, 0.8249].flatMap { big(Int(($0 * 65536).rounded())) }
    return bytes + [UInt8](repeating: 0, count: 128 - bytes.count)
  }
}
