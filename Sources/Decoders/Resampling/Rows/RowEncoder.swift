import CWideVectors

/// Converts light to the display's pixels: RGBA8, premultiplied after encoding.
package struct RowEncoder {
  private let channels: Int
  private let isStraight: Bool
  private let knots: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>)
  private let steps: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>)
  private let starts: (UnsafePointer<UInt16>, UnsafePointer<UInt16>, UnsafePointer<UInt16>)
  private typealias CodeSteps = UnsafePointer<EncodeTable.CodeStep>
  /// The fast path, if all three curves have one.
  private let codes: (CodeSteps, CodeSteps, CodeSteps)?
  /// The fastest path, if all three curves are the same.
  private let pieces: CodePieces?
  private let hasMatrix: Bool
  private let red: SIMD4<Float>
  private let green: SIMD4<Float>
  private let blue: SIMD4<Float>

  /// The encoder of a pipeline, which must outlive it.
  package init(_ color: ColorPipeline) {
    let encoders = (0..<3).map { color.encoders[min($0, color.encoders.count - 1)] }
    knots = (encoders[0].knots, encoders[1].knots, encoders[2].knots)
    steps = (encoders[0].inverseSteps, encoders[1].inverseSteps, encoders[2].inverseSteps)
    starts = (encoders[0].starts, encoders[1].starts, encoders[2].starts)
    if let red = encoders[0].steps, let green = encoders[1].steps, let blue = encoders[2].steps {
      codes = (red, green, blue)
    } else {
      codes = nil
    }
    let isOne = encoders.allSatisfy { $0 === encoders[0] }
    pieces = isOne ? encoders[0].pieces : nil
    channels = color.linearFormat.channels.count
    isStraight = color.isStraight
    hasMatrix = color.matrix != nil
    (red, green, blue) = (color.matrix ?? .identity).floatColumns
  }

  /// Encodes `count` pixels of one, two or four floats each.
  func encode(
    _ light: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    switch channels {
    case 1: grays(light, target, count)
    case 2: grayAlphas(light, target, count)
    case 3: opaques(UnsafeRawPointer(light), target, count)
    default: translucents(UnsafeRawPointer(light), target, count)
    }
  }

  private func grays(
    _ light: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    let isOne = knots.0 == knots.1 && knots.0 == knots.2
    for index in 0..<count {
      let value = Self.clamped(SIMD4(repeating: light[index]))
      if isOne {
        let code = Self.rounded(value.x, EncodeTable.bins(value).x, knots.0, starts.0)
        target[index] = code &* 0x01_0101 | 0xFF00_0000
      } else {
        target[index] = opaque(value)
      }
    }
  }

  private func grayAlphas(
    _ light: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count {
      let alpha = Self.clamped(light[2 &* index &+ 1])
      let gray = Self.clamped(light[2 &* index])
      target[index] = translucent(SIMD4(repeating: gray), alpha)
    }
  }

  private func opaques(
    _ light: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    if let pieces {
      withMatrix { matrix in
        fresnel_wider_encode(
          light.assumingMemoryBound(to: Float.self), count, matrix, pieces.tables.base, target)
      }
      return
    }
    guard let codes else {
      for index in 0..<count {
        let value = light.loadUnaligned(fromByteOffset: index &* 16, as: SIMD4<Float>.self)
        let clamped = Self.clamped(value)
        target[index] = opaque(hasMatrix ? converted(clamped) : clamped)
      }
      return
    }
    withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: 2 * Self.run) { scratch in
      guard let bits = scratch.baseAddress else { return }
      let bins = bits + Self.run
      for first in stride(from: 0, to: count, by: Self.run) {
        let part = min(Self.run, count &- first)
        spread(light + first &* 16, part, bits, bins)
        Self.look(up: codes, UnsafeRawPointer(bits), UnsafeRawPointer(bins), part, target + first)
      }
    }
  }

  /// Pixels encoded at once: the intermediate values stay in the first-level cache.
  private static let run = 64

  /// Writes pixels' light as bits in 0…1, and their bins.
  ///
  /// Whole vectors are stored and then looked up one by one: in a single loop the compiler would
  /// split the vectors first, and compute one number at a time.
  private func spread(
    _ light: UnsafeRawPointer, _ count: Int, _ bits: UnsafeMutablePointer<SIMD4<UInt32>>,
    _ bins: UnsafeMutablePointer<SIMD4<UInt32>>
  ) {
    if hasWiderVectors {
      wideSpread(light, count, bits, bins)
      return
    }
    // Separate loops, so that the common case has no extra steps.
    if hasMatrix {
      for index in 0..<count {
        let value = light.loadUnaligned(fromByteOffset: index &* 16, as: SIMD4<Float>.self)
        bits[index] = unsafeBitCast(Self.clamped(value), to: SIMD4<UInt32>.self)
      }
      for index in 0..<count {
        let converted = converted(unsafeBitCast(bits[index], to: SIMD4<Float>.self))
        bits[index] = unsafeBitCast(converted, to: SIMD4<UInt32>.self)
        bins[index] = EncodeTable.bins(converted)
      }
    } else {
      for index in 0..<count {
        let value = light.loadUnaligned(fromByteOffset: index &* 16, as: SIMD4<Float>.self)
        let clamped = Self.clamped(value)
        bits[index] = unsafeBitCast(clamped, to: SIMD4<UInt32>.self)
        bins[index] = EncodeTable.bins(clamped)
      }
    }
  }

  private func wideSpread(
    _ light: UnsafeRawPointer, _ count: Int, _ bits: UnsafeMutablePointer<SIMD4<UInt32>>,
    _ bins: UnsafeMutablePointer<SIMD4<UInt32>>
  ) {
    withMatrix { matrix in
      fresnel_wider_spread(
        light.assumingMemoryBound(to: Float.self), count, matrix,
        UnsafeMutableRawPointer(bits).assumingMemoryBound(to: UInt32.self),
        UnsafeMutableRawPointer(bins).assumingMemoryBound(to: UInt32.self))
    }
  }

  /// Passes the matrix columns to `body`, four floats each; `nil` if there is no matrix.
  private func withMatrix(_ body: (UnsafePointer<Float>?) -> Void) {
    guard hasMatrix else { return body(nil) }
    withUnsafeBytes(of: (red, green, blue)) { columns in
      body(columns.baseAddress?.assumingMemoryBound(to: Float.self))
    }
  }

  private static func look(
    up codes: (CodeSteps, CodeSteps, CodeSteps), _ bits: UnsafeRawPointer, _ bins: UnsafeRawPointer,
    _ count: Int, _ target: UnsafeMutablePointer<UInt32>
  ) {
    func code(_ offset: Int, _ steps: CodeSteps) -> UInt32 {
      EncodeTable.code(
        bits.load(fromByteOffset: offset, as: UInt32.self),
        bin: bins.load(fromByteOffset: offset, as: UInt32.self), steps: steps)
    }
    for index in 0..<count {
      let offset = index &* 16
      let red = code(offset, codes.0)
      let green = code(offset &+ 4, codes.1)
      let blue = code(offset &+ 8, codes.2)
      target[index] = red | green &<< 8 | blue &<< 16 | 0xFF00_0000
    }
  }

  private func translucents(
    _ light: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count {
      let value = Self.clamped(
        light.loadUnaligned(fromByteOffset: index &* 16, as: SIMD4<Float>.self))
      target[index] = translucent(value, value.w)
    }
  }

  @inline(__always)
  private func opaque(_ value: SIMD4<Float>) -> UInt32 {
    let bins = EncodeTable.bins(value)
    let red = Self.rounded(value.x, bins.x, knots.0, starts.0)
    let green = Self.rounded(value.y, bins.y, knots.1, starts.1)
    let blue = Self.rounded(value.z, bins.z, knots.2, starts.2)
    return red | green &<< 8 | blue &<< 16 | 0xFF00_0000
  }

  /// Divides light by alpha, encodes it, and multiplies the codes by alpha.
  @inline(__always)
  private func translucent(_ premultiplied: SIMD4<Float>, _ alpha: Float) -> UInt32 {
    let opacity = Self.whole(alpha * 255)
    if opacity == 0 { return 0 }
    var value = Self.clamped(premultiplied / alpha)
    if hasMatrix { value = converted(value) }
    if isStraight { return opaque(value) & 0x00FF_FFFF | opacity &<< 24 }
    let bins = EncodeTable.bins(value)
    let red = Self.scaled(value.x, bins.x, alpha, knots.0, steps.0, starts.0)
    let green = Self.scaled(value.y, bins.y, alpha, knots.1, steps.1, starts.1)
    let blue = Self.scaled(value.z, bins.z, alpha, knots.2, steps.2, starts.2)
    return red | green &<< 8 | blue &<< 16 | opacity &<< 24
  }

  @inline(__always)
  private func converted(_ value: SIMD4<Float>) -> SIMD4<Float> {
    Self.clamped(red * value.x + green * value.y + blue * value.z)
  }

  @inline(__always)
  private static func clamped(_ value: Float) -> Float { value > 0 ? (value < 1 ? value : 1) : 0 }

  /// Rounds a value of 0 to 255; checked conversions take several times as long.
  @inline(__always)
  private static func whole(_ value: Float) -> UInt32 {
    (value + 8_388_608).bitPattern & 0xFF
  }

  @inline(__always)
  private static func clamped(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let positive = SIMD4<Float>.zero.replacing(with: value, where: value .> 0)
    return positive.replacing(with: 1, where: positive .> 1)
  }

  /// The code nearest to a light.
  @inline(__always)
  private static func rounded(
    _ light: Float, _ bin: UInt32, _ knots: UnsafePointer<Float>, _ starts: UnsafePointer<UInt16>
  ) -> UInt32 {
    let half = EncodeTable.halfCode(light, bin: bin, knots: knots, starts: starts)
    return UInt32(truncatingIfNeeded: (half &+ 1) &>> 1)
  }

  /// The code of a light times alpha, rounded once.
  @inline(__always)
  private static func scaled(
    _ light: Float, _ bin: UInt32, _ alpha: Float, _ knots: UnsafePointer<Float>,
    _ steps: UnsafePointer<Float>, _ starts: UnsafePointer<UInt16>
  ) -> UInt32 {
    let half = EncodeTable.halfCode(light, bin: bin, knots: knots, starts: starts)
    let code = (Float(half) + (light - knots[half]) * steps[half]) * 0.5
    return whole(code * alpha)
  }
}
