import Tiles

/// Writes light as half floats: R, G, B, A, premultiplied, in the display's primaries.
struct LightEncoder {
  private let channels: Int
  private let hasMatrix: Bool
  private let red: SIMD4<Float>
  private let green: SIMD4<Float>
  private let blue: SIMD4<Float>

  /// The bits of 1, and the sign bit.
  private static let one: UInt16 = 0x3C00
  private static let sign: UInt16 = 0x8000

  init(_ color: ColorPipeline) {
    channels = color.linearFormat.channels.count
    hasMatrix = color.matrix != nil
    (red, green, blue) = (color.matrix ?? .identity).floatColumns
  }

  /// Encodes `count` pixels of one, two or four floats each; may overwrite the light.
  func encode(
    _ light: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<UInt64>, count: Int
  ) {
    let halves = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self)
    switch channels {
    case 1:
      // At the end of the target: each pixel is read before it is overwritten.
      let grays = halves + 3 * count
      HalfRows.write(light, into: grays, count: count)
      for index in 0..<count { target[index] = Self.pixel(grays[index], Self.one) }
    case 2:
      let pairs = halves + 2 * count
      HalfRows.write(light, into: pairs, count: 2 * count)
      for index in 0..<count {
        let alpha = pairs[2 &* index &+ 1]
        target[index] = Self.pixel(
          pairs[2 &* index], alpha >= Self.sign ? 0 : min(alpha, Self.one))
      }
    default:
      finish(UnsafeMutableRawPointer(light), count)
      HalfRows.write(light, into: halves, count: 4 * count)
    }
  }

  /// Encodes `count` pixels in the cache's format, with as many values as their light has, 1 to 4.
  ///
  /// The bits equal those of `encode`. May overwrite the light.
  func store(
    _ light: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if hasMatrix {
      for index in 0..<count {
        let pixel = light + index &* channels
        let value = red * pixel[0] + green * pixel[1] + blue * pixel[2]
        for channel in 0..<3 { pixel[channel] = value[channel] }
      }
    }
    HalfRows.write(light, into: target, count: count * channels)
  }

  /// Converts pixels of four floats to the display's primaries, and clamps alpha to 0…1.
  private func finish(_ pixels: UnsafeMutableRawPointer, _ count: Int) {
    for index in 0..<count {
      var value = pixels.loadUnaligned(fromByteOffset: index &* 16, as: SIMD4<Float>.self)
      let alpha = channels == 3 ? 1 : min(max(value.w, 0), 1)
      if hasMatrix { value = red * value.x + green * value.y + blue * value.z }
      value.w = alpha
      pixels.storeBytes(of: value, toByteOffset: index &* 16, as: SIMD4<Float>.self)
    }
  }

  @inline(__always)
  private static func pixel(_ gray: UInt16, _ alpha: UInt16) -> UInt64 {
    let gray = UInt64(gray)
    return gray | gray &<< 16 | gray &<< 32 | UInt64(alpha) &<< 48
  }
}
