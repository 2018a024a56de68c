/// Halves rows in linear light: each pixel is the mean of the light of four.
///
/// Pixels are straight 8-bit codes; between levels they are 16-bit light, premultiplied, so that
/// rounding errors do not add up from level to level.
package final class LightHalver {
  /// Values per pixel: three, or four with alpha.
  package let channels: Int
  private let light: ScratchBuffer<UInt16>  // 256 per channel
  private let codes: ScratchBuffer<UInt8>  // 65536 per channel

  private static let codeCount = 256
  private static let lightCount = 65536

  /// A halver for codes of three curves, with or without alpha.
  package init(curves: [TransferCurve], hasAlpha: Bool) {
    channels = hasAlpha ? 4 : 3
    light = ScratchBuffer(count: 3 * Self.codeCount, zero: 0)
    codes = ScratchBuffer(count: 3 * Self.lightCount, zero: 0)
    for channel in 0..<3 {
      let curve = curves[min(channel, curves.count - 1)]
      let table = light.base + channel * Self.codeCount
      for code in 0..<Self.codeCount {
        let amount = min(max(curve.light(Double(code) / 255), 0), 1)
        table[code] = UInt16((amount * 65535).rounded())
      }
      // The boundary between two codes is at their midpoint.
      let thresholds = (0..<255).map { curve.light((Double($0) + 0.5) / 255) * 65535 }
      let back = codes.base + channel * Self.lightCount
      var code = 0
      for amount in 0..<Self.lightCount {
        while code < 255, thresholds[code] <= Double(amount) { code += 1 }
        back[amount] = UInt8(code)
      }
    }
  }

  /// The light of each code, for red, green and blue.
  var lightTables: (UnsafePointer<UInt16>, UnsafePointer<UInt16>, UnsafePointer<UInt16>) {
    let base = UnsafePointer(light.base)
    return (base, base + Self.codeCount, base + 2 * Self.codeCount)
  }

  /// The codes of each light, for red, green and blue.
  var codeTables: (UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>) {
    let base = UnsafePointer(codes.base)
    return (base, base + Self.lightCount, base + 2 * Self.lightCount)
  }

  /// The light of a row of codes with alpha; opaque codes are linearised when they are halved.
  package func linearise(
    _ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let red = light.base
    let green = red + Self.codeCount
    let blue = green + Self.codeCount
    for pixel in 0..<count {
      let start = 4 &* pixel
      let alpha = UInt32(row[start &+ 3])
      target[start] = Self.times(red[Int(row[start])], alpha)
      target[start &+ 1] = Self.times(green[Int(row[start &+ 1])], alpha)
      target[start &+ 2] = Self.times(blue[Int(row[start &+ 2])], alpha)
      target[start &+ 3] = UInt16(truncatingIfNeeded: alpha &* 257)
    }
  }

  @inline(__always)
  private static func times(_ light: UInt16, _ alpha: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(light) &* alpha &+ 127) / 255)
  }

  /// Makes a half-width row from two; an odd last column counts twice.
  package func halve(
    _ first: UnsafePointer<UInt16>, _ second: UnsafePointer<UInt16>,
    into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let whole = count / 2
    // With a constant number of channels the compiler unrolls the loop over them.
    if channels == 3 {
      Self.halve(first, second, into: target, pixels: whole, channels: 3)
    } else {
      Self.halve(first, second, into: target, pixels: whole, channels: 4)
    }
    guard count % 2 == 1 else { return }
    let (last, channels) = ((count - 1) * channels, channels)
    for channel in 0..<channels {
      let sum = UInt32(first[last + channel]) + UInt32(second[last + channel])
      target[whole * channels + channel] = UInt16(truncatingIfNeeded: (sum + 1) >> 1)
    }
  }

  @inline(__always)
  private static func halve(
    _ first: UnsafePointer<UInt16>, _ second: UnsafePointer<UInt16>,
    into target: UnsafeMutablePointer<UInt16>, pixels: Int, channels: Int
  ) {
    for pixel in 0..<pixels {
      let left = 2 &* pixel &* channels
      let right = left &+ channels
      for channel in 0..<channels {
        let upper = UInt32(first[left &+ channel]) &+ UInt32(first[right &+ channel])
        let lower = UInt32(second[left &+ channel]) &+ UInt32(second[right &+ channel])
        target[pixel &* channels &+ channel] = UInt16(
          truncatingIfNeeded: (upper &+ lower &+ 2) &>> 2)
      }
    }
  }

  /// Halves two rows of opaque codes, three per pixel.
  package func halve(
    codes first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let (red, green, blue) = lightTables
    @inline(__always)
    func mean(_ table: UnsafePointer<UInt16>, _ left: Int, _ right: Int) -> UInt16 {
      let upper = UInt32(table[Int(first[left])]) &+ UInt32(table[Int(first[right])])
      let lower = UInt32(table[Int(second[left])]) &+ UInt32(table[Int(second[right])])
      return UInt16(truncatingIfNeeded: (upper &+ lower &+ 2) &>> 2)
    }
    for pixel in 0..<(count + 1) / 2 {
      let left = 6 &* pixel
      let right = 2 &* pixel &+ 1 < count ? left &+ 3 : left
      let start = 3 &* pixel
      target[start] = mean(red, left, right)
      target[start &+ 1] = mean(green, left &+ 1, right &+ 1)
      target[start &+ 2] = mean(blue, left &+ 2, right &+ 2)
    }
  }

  /// The codes of a row of light.
  package func encode(
    _ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let red = codes.base
    let green = red + Self.lightCount
    let blue = green + Self.lightCount
    if channels == 3 {
      for pixel in 0..<count {
        let start = 3 &* pixel
        target[start] = red[Int(row[start])]
        target[start &+ 1] = green[Int(row[start &+ 1])]
        target[start &+ 2] = blue[Int(row[start &+ 2])]
      }
      return
    }
    for pixel in 0..<count {
      let start = 4 &* pixel
      let alpha = UInt32(row[start &+ 3])
      target[start] = red[Self.over(row[start], alpha)]
      target[start &+ 1] = green[Self.over(row[start &+ 1], alpha)]
      target[start &+ 2] = blue[Self.over(row[start &+ 2], alpha)]
      target[start &+ 3] = UInt8(truncatingIfNeeded: (alpha &+ 128) / 257)
    }
  }

  @inline(__always)
  private static func over(_ light: UInt16, _ alpha: UInt32) -> Int {
    guard alpha > 0 else { return 0 }
    return Int(min((UInt32(light) &* 65535 &+ alpha / 2) / alpha, 65535))
  }
}
