import Geometry

extension Orientation {
  /// The orientation in an EXIF block, which starts with its TIFF header; identity if there is
  /// none.
  ///
  /// It reads only tag 274 of the first directory, with bounds checks: a library for all of EXIF
  /// would add much attack surface for nothing that is shown.
  package init(exifBlock block: UnsafeRawBufferPointer) {
    self.init(exif: Self.exifNumber(in: block) ?? 1)
  }

  private static func exifNumber(in block: UnsafeRawBufferPointer) -> Int? {
    guard block.count >= 8 else { return nil }
    let isLittle: Bool
    switch (block[0], block[1]) {
    case (0x49, 0x49): isLittle = true
    case (0x4D, 0x4D): isLittle = false
    default: return nil
    }
    func number(at offset: Int, bytes: Int) -> Int? {
      guard offset >= 0, offset <= block.count - bytes else { return nil }
      return (0..<bytes).reduce(0) { value, index in
        value << 8 | Int(block[offset + (isLittle ? bytes - 1 - index : index)])
      }
    }
    guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4),
      let count = number(at: directory, bytes: 2)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = number(at: entry, bytes: 2) else { return nil }
      // One number at the start of the value field: a SHORT by the standard, a LONG or a BYTE in
      // files from some programs.
      guard tag == 274, number(at: entry + 4, bytes: 4) == 1 else { continue }
      switch number(at: entry + 2, bytes: 2) {
      case 1: return number(at: entry + 8, bytes: 1)
      case 3: return number(at: entry + 8, bytes: 2)
      case 4: return number(at: entry + 8, bytes: 4)
      default: continue
      }
    }
    return nil
  }
}
