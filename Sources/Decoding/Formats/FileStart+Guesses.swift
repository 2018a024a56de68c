/// The two formats without a signature: their headers are weighed, after everything else.
extension FileStart {
  /// What the file may be, by a header in which every field makes sense.
  func guess(fileSize: Int?) -> FileContent? {
    if isTarga { return .unread("TGA") }
    if let fileSize, isWirelessBitmap(fileSize: fileSize) { return .unread("WBMP") }
    return nil
  }

  /// TGA: the kind of picture, its palette and its depth fit each other, and no reserved bit is set.
  private var isTarga: Bool {
    guard bytes.count >= 18, bytes[1] <= 1 else { return false }
    let kind = bytes[2] & 0xF7
    let hasPalette = bytes[1] == 1
    let (paletteLength, paletteDepth) = (little16(5), bytes[7])
    let (width, height, depth) = (little16(12), little16(14), bytes[16])
    // 8 more is run-length coding; 1 is with a palette, 2 in colours, 3 in greys.
    guard (1...3).contains(kind), bytes[2] == kind || bytes[2] == kind | 8 else { return false }
    guard width > 0, height > 0, bytes[17] & 0xC0 == 0 else { return false }
    if hasPalette {
      guard paletteLength > 0, [15, 16, 24, 32].contains(paletteDepth) else { return false }
    } else {
      guard little16(3) == 0, paletteLength == 0, paletteDepth == 0 else { return false }
    }
    switch kind {
    case 1: return hasPalette && (depth == 8 || depth == 16)
    case 2: return [15, 16, 24, 32].contains(depth)
    default: return depth == 8 || depth == 16
    }
  }

  /// WBMP: two zeros, two numbers of seven bits a byte, and as many bytes as they say.
  private func isWirelessBitmap(fileSize: Int) -> Bool {
    guard has([0, 0]) else { return false }
    var place = 2
    func number() -> Int? {
      var value = 0
      for _ in 0..<3 {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        place += 1
        value = value << 7 | Int(byte & 0x7F)
        if byte < 0x80 { return value > 0 ? value : nil }
      }
      return nil
    }
    guard let width = number(), let height = number() else { return false }
    return fileSize == place + (width + 7) / 8 * height
  }
}
