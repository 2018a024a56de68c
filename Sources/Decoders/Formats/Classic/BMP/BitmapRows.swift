import DecoderKit
import Resampling

struct BitmapRows: StoredRows {
  let rowBytes: Int
  /// The format of converted rows.
  let format: RowFormat
  private let header: BitmapHeader
  private let palette: [SIMD4<UInt8>]
  private let start: Int
  private let width: Int
  /// True if the file's alpha is used.
  private let usesAlpha: Bool
  /// The 8-bit value of each sample of a channel: red, green, blue, alpha.
  private let tables: [[UInt8]]

  /// Rows from an offset; `usesAlpha` applies the file's alpha, and `hasAlpha` gives the format an
  /// alpha channel.
  init(
    _ header: BitmapHeader, palette: BitmapPalette?, at start: Int, usesAlpha: Bool, hasAlpha: Bool
  ) {
    self.usesAlpha = usesAlpha
    let hasAlpha = hasAlpha || usesAlpha
    self.header = header
    self.palette = palette?.colors ?? []
    self.start = start
    width = header.size.width
    rowBytes = (width * header.bits + 7) / 8
    let masks = header.masks
    tables = [masks.red, masks.green, masks.blue, masks.alpha].map { channel in
      channel.bits == 0 ? [] : SampleScale.toEight(bits: channel.bits)
    }
    let isDeep = header.bits == 64 || header.bits > 8 && header.masks.isDeep
    if isDeep {
      format = RowFormat(channels: hasAlpha ? .rgba : .rgb, depth: 16, bytesPerPixel: 8)
    } else if header.bits == 24, !hasAlpha {
      format = RowFormat(channels: .rgb)
    } else {
      format = RowFormat(channels: hasAlpha ? .rgba : .rgb, bytesPerPixel: 4)
    }
  }

  func offset(ofRow row: Int) -> Int {
    start + header.stride * (header.isTopDown ? row : header.size.height - 1 - row)
  }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    switch header.bits {
    case 64: convertLight(stored, into: target)
    case 16, 32:
      if format.depth == 16 {
        convertDeep(stored, into: target)
      } else if header.bits == 32, header.masks.isBGR {
        convertBGR(stored, into: target)
      } else {
        convertMasked(stored, into: target)
      }
    case 24: convertBytes(stored, into: target)
    default: convertIndices(stored, into: target)
    }
  }

  /// Makes the pixels transparent that are missing in the file, which has `count` bytes of the row.
  func clear(_ row: UnsafeMutableRawPointer, from count: Int) {
    guard format.channels.hasAlpha else { return }
    let whole = count * 8 / header.bits
    let each = format.bytesPerPixel
    UnsafeMutableRawBufferPointer(start: row + whole * each, count: (width - whole) * each)
      .initializeMemory(as: UInt8.self, repeating: 0)
  }

  private func convertIndices(
    _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    let pixels = target.assumingMemoryBound(to: SIMD4<UInt8>.self)
    let (bits, each) = (header.bits, 8 / header.bits)
    palette.withUnsafeBufferPointer { palette in
      if bits == 8 {
        for x in 0..<width { pixels[x] = palette[Int(stored[x])] }
        return
      }
      let most = UInt8(1 << bits - 1)
      for x in 0..<width {
        let shift = UInt8(8 - bits * (x % each + 1))
        pixels[x] = palette[Int(stored[x / each] >> shift & most)]
      }
    }
  }

  private func convertBytes(
    _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    guard let source = stored.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    let samples = target.assumingMemoryBound(to: UInt8.self)
    let each = format.bytesPerPixel
    for x in 0..<width {
      let (from, to) = (source + x &* 3, samples + x &* each)
      to[0] = from[2]
      to[1] = from[1]
      to[2] = from[0]
      if each == 4 { to[3] = 255 }
    }
  }

  private func convertBGR(
    _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    guard let source = stored.baseAddress else { return }
    let opaque: UInt32 = usesAlpha ? 0 : 0xFF00_0000
    for x in 0..<width {
      let pixel = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
      let turned =
        pixel & 0xFF00_FF00 | (pixel &>> 16) & 0xFF | (pixel & 0xFF) &<< 16 | opaque
      target.storeBytes(of: turned.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
    }
  }

  @inline(__always)
  private func pixel(_ x: Int, _ stored: UnsafeRawBufferPointer) -> UInt32 {
    header.bits == 16
      ? UInt32(
        UInt16(littleEndian: stored.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)))
      : UInt32(littleEndian: stored.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
  }

  private func convertMasked(
    _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    let samples = target.assumingMemoryBound(to: UInt8.self)
    let masks = header.masks
    let channels = [masks.red, masks.green, masks.blue, masks.alpha]
    for (index, channel) in channels.enumerated() {
      guard channel.bits > 0, index < 3 || usesAlpha else {
        for x in 0..<width { samples[x &* 4 &+ index] = index == 3 ? 255 : 0 }
        continue
      }
      tables[index].withUnsafeBufferPointer { table in
        for x in 0..<width {
          samples[x &* 4 &+ index] = table[Int(channel.sample(pixel(x, stored)))]
        }
      }
    }
  }

  private func convertDeep(
    _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    let samples = target.assumingMemoryBound(to: UInt16.self)
    let masks = header.masks
    for (index, channel) in [masks.red, masks.green, masks.blue, masks.alpha].enumerated() {
      guard channel.bits > 0, index < 3 || usesAlpha else {
        for x in 0..<width { samples[x &* 4 &+ index] = index == 3 ? .max : 0 }
        continue
      }
      let most = UInt64(channel.most)
      for x in 0..<width {
        let sample = UInt64(channel.sample(pixel(x, stored)))
        samples[x &* 4 &+ index] = UInt16(truncatingIfNeeded: (sample &* 65535 &+ most / 2) / most)
      }
    }
  }

  /// GDI+ 64-bit pixels: blue, green, red, alpha in light, where white is 8192.
  private func convertLight(
    _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    let samples = target.assumingMemoryBound(to: UInt16.self)
    for x in 0..<width {
      for (index, place) in [2, 1, 0, 3].enumerated() {
        let number = Int16(
          littleEndian: stored.loadUnaligned(fromByteOffset: x &* 8 &+ place &* 2, as: Int16.self))
        let light = (min(max(Int(number), 0), 8192) &* 65535 &+ 4096) / 8192
        samples[x &* 4 &+ index] = UInt16(light)
      }
      if !usesAlpha { samples[x &* 4 &+ 3] = .max }
    }
  }
}
