import DecoderKit
import DecoderProtocol

/// Numbers of headers that FreeImage believes whatever they are, and then writes beyond its memory.
enum HeaderChecks {
  /// Whether the channels, the bits of a sample and the mode of a Photoshop file, which begins with
  /// these bytes, are ones that there are.
  static func isPlausible(photoshop start: [UInt8]) -> Bool {
    guard start.count == 26, start[12] == 0, start[22] == 0, start[24] == 0 else { return false }
    return (1...56).contains(start[13]) && [1, 8, 16, 32].contains(start[23])
      && [0, 1, 2, 3, 4, 7, 8, 9].contains(start[25])
  }

  /// Whether each picture of an icon is a PNG, or has a size and as many bits a pixel as there may
  /// be.
  static func isPlausible(icon input: PictureInput) throws(CodecError) -> Bool {
    let directory = try input.bytes(at: 0, count: 6 + 16 * mostSizes)
    guard directory.count >= 6, directory[5] == 0 else { return false }
    for entry in 0..<Int(directory[4]) {
      let place = 6 + 16 * entry + 12
      guard directory.count >= place + 4 else { return false }
      let offset = (0..<4).reduce(0) { $0 | Int(directory[place + $1]) << (8 * $1) }
      let start = try input.bytes(at: offset, count: 16)
      if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { continue }
      // The upper halves of width and height, and bits.
      let isSmall = start.count == 16 && [6, 7, 10, 11].allSatisfy { start[$0] == 0 }
      guard isSmall, start[15] == 0, [1, 4, 8, 16, 24, 32].contains(start[14]) else {
        return false
      }
    }
    return true
  }

  /// Icons have fewer than 256 sizes.
  private static let mostSizes = 255
}
