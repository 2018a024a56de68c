/// Blocks of textures with alpha, whose colours FreeImage takes for those of textures without.
///
/// There the smaller end first means that one of the colours is nothing. With alpha it means no
/// more than its order; what FreeImage reads then has the larger end first, and the same colours.
struct TextureBlocks {
  private static let start = 128
  private static let blockBytes = 16

  /// Looks at a file's header; `nil` where it has no such blocks.
  init?(header: [UInt8]) {
    guard header.count >= Self.start, header[80] & 4 != 0,
      ["DXT3", "DXT5"].contains(where: { header[84..<88].elementsEqual($0.utf8) })
    else { return nil }
  }

  /// Turns the blocks round that are read as a whole from a place in the file.
  func turn(_ bytes: UnsafeMutableRawBufferPointer, at place: Int) {
    var block = (Self.blockBytes - (place - Self.start) % Self.blockBytes) % Self.blockBytes
    guard place >= Self.start else { return }
    while block + Self.blockBytes <= bytes.count {
      // Behind eight bytes of alpha.
      let (first, second) = (block + 8, block + 10)
      let ends = (number(bytes, first), number(bytes, second))
      if ends.0 <= ends.1 {
        for index in 0..<2 { bytes.swapAt(first + index, second + index) }
        for index in block + 12..<block + 16 {
          bytes[index] = ends.0 == ends.1 ? 0 : bytes[index] ^ 0x55
        }
      }
      block += Self.blockBytes
    }
  }

  private func number(_ bytes: UnsafeMutableRawBufferPointer, _ place: Int) -> Int {
    Int(bytes[place]) | Int(bytes[place + 1]) << 8
  }
}
