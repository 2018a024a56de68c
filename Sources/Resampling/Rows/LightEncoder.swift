import Tiles

/// Writes light as half floats: R, G, B, A, premultiplied, in the display's primaries.
struct LightEncoder {
  private let channels: Int
  private let hasMatrix: Bool
  private let red: SIMD4<Float>
  private let green: SIMD4<Float>
  private let blue: SIMD4<Float>

  /// The encoder of a pipeline.
  init(_ color: ColorPipeline) {
    channels = color.linearFormat.channels.count
    hasMatrix = color.matrix != nil
    let matrix = color.matrix ?? .identity
    func column(_ values: SIMD3<Double>) -> SIMD4<Float> {
      SIMD4(Float(values.x), Float(values.y), Float(values.z), 0)
    }
    red = column(matrix.columns.0)
    green = column(matrix.columns.1)
    blue = column(matrix.columns.2)
  }

  /// Encodes `count` pixels of one, two or four floats each.
  func encode(
    _ light: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt64>, count: Int
  ) {
    let pixels = UnsafeRawPointer(light)
    for index in 0..<count {
      var value: SIMD4<Float>
      switch channels {
      case 1:
        value = SIMD4(repeating: light[index])
        value.w = 1
      case 2:
        value = SIMD4(repeating: light[2 &* index])
        value.w = light[2 &* index &+ 1]
      default:
        value = pixels.loadUnaligned(fromByteOffset: index &* 16, as: SIMD4<Float>.self)
        if channels == 3 { value.w = 1 }
      }
      let alpha = min(max(value.w, 0), 1)
      if hasMatrix { value = red * value.x + green * value.y + blue * value.z }
      value.w = alpha
      let bits = HalfFloats.bits(value)
      target[index] =
        UInt64(bits.x) | UInt64(bits.y) &<< 16 | UInt64(bits.z) &<< 32 | UInt64(bits.w) &<< 48
    }
  }
}
