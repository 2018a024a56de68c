import DecoderKit
import DecoderProtocol

/// Converts a TGA file's stored pixels to red, green, blue and alpha.
struct TargaColors {
  /// The conversion of a stored pixel to four bytes.
  private enum Source {
    /// Indices into a palette that has an entry for every possible index.
    case table([SIMD4<UInt8>])
    /// Five bits each.
    case words
    /// Three bytes, blue first.
    case bytes
    /// Four bytes, blue first.
    case longs
    /// Grey, and alpha.
    case greys
  }

  /// True if the file's alpha is used; otherwise every pixel is opaque.
  let usesAlpha: Bool
  private let source: Source
  private let isPremultiplied: Bool

  /// The colours of a file; `usesAlpha` applies its alpha.
  init(_ header: TargaHeader, table: TargaTable?, usesAlpha: Bool) {
    self.usesAlpha = usesAlpha
    isPremultiplied = header.isPremultiplied && usesAlpha
    switch (header.kind, header.bits) {
    case (.indexed, _): source = .table(table?.colors ?? [])
    case (.grey, 8): source = .table(TargaTable.greys)
    case (.grey, _): source = .greys
    case (.color, 24): source = .bytes
    case (.color, 32): source = .longs
    case (.color, _): source = .words
    }
  }

  /// Converts `count` stored pixels.
  func convert(
    _ stored: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    let opaque: UInt8 = usesAlpha ? 0 : 255
    switch source {
    case .table(let colors): look(stored, colors, count: count, into: target)
    case .words:
      for x in 0..<count {
        let word = Int(stored[x &* 2]) | Int(stored[x &* 2 &+ 1]) &<< 8
        let pixel = target + x &* 4
        for channel in 0..<3 {
          let sample = (word &>> (10 &- 5 &* channel)) & 31
          pixel[channel] = UInt8(truncatingIfNeeded: (sample &* 255 &+ 15) / 31)
        }
        pixel[3] = word & 0x8000 != 0 ? 255 : opaque
      }
    case .bytes:
      for x in 0..<count {
        let (from, to) = (stored + x &* 3, target + x &* 4)
        to[0] = from[2]
        to[1] = from[1]
        to[2] = from[0]
        to[3] = 255
      }
    case .longs:
      for x in 0..<count {
        let (from, to) = (stored + x &* 4, target + x &* 4)
        to[0] = from[2]
        to[1] = from[1]
        to[2] = from[0]
        to[3] = from[3] | opaque
      }
    case .greys:
      for x in 0..<count {
        let (grey, alpha) = (stored[x &* 2], stored[x &* 2 &+ 1])
        for channel in 0..<3 { target[x &* 4 &+ channel] = grey }
        target[x &* 4 &+ 3] = alpha | opaque
      }
    }
    if isPremultiplied { divide(target, count: count) }
  }

  private func look(
    _ stored: UnsafePointer<UInt8>, _ colors: [SIMD4<UInt8>], count: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let isShort = colors.count > 256
    colors.withUnsafeBufferPointer { colors in
      for x in 0..<count {
        let index =
          isShort ? Int(stored[x &* 2]) | Int(stored[x &* 2 &+ 1]) &<< 8 : Int(stored[x])
        let color = colors[index]
        for channel in 0..<4 { target[x &* 4 &+ channel] = color[channel] }
        if !usesAlpha { target[x &* 4 &+ 3] = 255 }
      }
    }
  }

  /// Converts premultiplied colours to straight ones.
  private func divide(_ target: UnsafeMutablePointer<UInt8>, count: Int) {
    for x in 0..<count {
      let alpha = Int(target[x &* 4 &+ 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in 0..<3 {
        let sample = (Int(target[x &* 4 &+ channel]) &* 255 &+ alpha / 2) / alpha
        target[x &* 4 &+ channel] = UInt8(min(255, sample))
      }
    }
  }
}
