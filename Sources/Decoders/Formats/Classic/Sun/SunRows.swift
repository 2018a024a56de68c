/// The rows of a Sun raster file, each padded to 16 bits.
struct SunRows: StoredRows {
  let rowBytes: Int
  /// Bytes per row with padding.
  let stride: Int
  private let width: Int
  private let depth: Int
  private let start: Int
  private let isRedFirst: Bool
  private let numbers: PackedNumbers

  init(_ header: SunHeader) {
    width = header.size.width
    depth = header.depth
    start = header.start
    isRedFirst = header.isRedFirst
    rowBytes = (width * depth + 7) / 8
    stride = (rowBytes + 1) / 2 * 2
    let bits = min(depth, 8)
    // Without a palette, 1-bit ones are black, and other numbers are greys.
    let greys = (0..<1 << bits).map { UInt8($0 * 255 / (1 << bits - 1)) }
    numbers = PackedNumbers(
      bits: bits,
      colors: !header.palette.isEmpty ? header.palette : depth == 1 ? [255, 0] : greys,
      channels: header.palette.isEmpty ? 1 : 3)
  }

  func offset(ofRow row: Int) -> Int { start + row * stride }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    guard depth > 8 else {
      numbers.convert(stored, count: width, into: target)
      return
    }
    let bytes = depth / 8
    let first = bytes - 3
    let (red, blue) = isRedFirst ? (first, first + 2) : (first + 2, first)
    for x in 0..<width {
      let from = x &* bytes
      target.storeBytes(of: stored[from &+ red], toByteOffset: from, as: UInt8.self)
      target.storeBytes(of: stored[from &+ first &+ 1], toByteOffset: from &+ 1, as: UInt8.self)
      target.storeBytes(of: stored[from &+ blue], toByteOffset: from &+ 2, as: UInt8.self)
      if bytes == 4 {
        target.storeBytes(of: stored[from], toByteOffset: from &+ 3, as: UInt8.self)
      }
    }
  }
}
