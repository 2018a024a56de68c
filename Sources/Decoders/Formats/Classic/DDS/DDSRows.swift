import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The rows of an uncompressed texture.
struct DDSRows: StoredRows {
  private let file: DDSHeader
  private let format: RowFormat
  private let isLight: Bool
  private var channels: [DDSMasks.Channel?] = []
  private var table: [SIMD4<UInt8>] = []

  /// A codec of the texture.
  static func codec(
    _ file: DDSHeader, of input: PictureInput
  ) throws(CodecError) -> any PictureCodec {
    var rows = DDSRows(file: file, format: file.format(input), isLight: input.acceptsLight)
    switch file.kind {
    case .masks(let masks): rows.channels = (0..<4).map { masks.channel($0) }
    case .palette: rows.table = try Self.table(input)
    default: break
    }
    return try StoredRowsCodec(file.header(input), of: input, rows: rows)
  }

  private init(file: DDSHeader, format: RowFormat, isLight: Bool) {
    self.file = file
    self.format = format
    self.isLight = isLight
  }

  private static func table(_ input: PictureInput) throws(CodecError) -> [SIMD4<UInt8>] {
    let bytes = try input.bytes(at: DDSHeader.table, count: 1024)
    var table = [SIMD4<UInt8>](repeating: SIMD4(), count: 256)
    for (index, byte) in bytes.enumerated() { table[index / 4][index % 4] = byte }
    // If all alphas are zero, the fourth byte is not alpha.
    if table.allSatisfy({ $0[3] == 0 }) { for index in 0..<256 { table[index][3] = 255 } }
    return table
  }

  var rowBytes: Int { file.kind.rowBytes(file.size.width) }

  func offset(ofRow row: Int) -> Int { file.start + row * file.pitch }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    switch file.kind {
    case .masks(let masks):
      if let places = masks.bytePlaces(format.channels.count) {
        reorder(
          places, masks.pixelBytes, stored, target.assumingMemoryBound(to: UInt8.self))
      } else if format.depth == 8 {
        convert(masks, stored, target.assumingMemoryBound(to: UInt8.self)) {
          UInt8(truncatingIfNeeded: $0)
        }
      } else {
        convert(masks, stored, target.assumingMemoryBound(to: UInt16.self)) { $0 }
      }
    case .palette(let hasAlpha):
      let pixels = target.assumingMemoryBound(to: UInt8.self)
      let step = hasAlpha ? 2 : 1
      for x in 0..<file.size.width {
        var color = table[Int(stored[x * step])]
        if hasAlpha { color[3] = stored[x * step + 1] }
        for channel in 0..<4 { pixels[x * 4 + channel] = color[channel] }
      }
    case .pairs(let pairs): convert(pairs, stored, target.assumingMemoryBound(to: UInt8.self))
    case .floats(let channels, let bits): convertFloats(channels, bits, stored, target)
    case .smallFloats, .sharedExponent: convertPacked(stored, target)
    case .blocks: break
    }
    if file.alpha == .premultiplied, format.channels == .rgba {
      format.divideByAlpha(target, file.size.width)
    }
  }

  private func convert<Sample: FixedWidthInteger>(
    _ masks: DDSMasks, _ stored: UnsafeRawBufferPointer, _ target: UnsafeMutablePointer<Sample>,
    _ sample: (UInt16) -> Sample
  ) {
    let order = format.channels.count < 3 ? [0, 3] : [0, 1, 2, 3]
    let (count, step) = (format.channels.count, masks.pixelBytes)
    for place in 0..<count {
      guard let channel = channels[order[place]] else {
        // A missing colour is 0, or the middle of a signed range.
        let none: Sample = place == 3 ? .max : masks.isSigned ? .max / 2 + 1 : 0
        for x in 0..<file.size.width { target[x &* count &+ place] = none }
        continue
      }
      channel.values.withUnsafeBufferPointer { values in
        func fill(_ bits: (Int) -> UInt64) {
          for x in 0..<file.size.width {
            let number = Int(bits(x) &>> channel.shift & channel.mask)
            target[x &* count &+ place] = sample(values[number])
          }
        }
        switch step {
        case 1: fill { UInt64(stored[$0]) }
        case 2:
          fill {
            UInt64(
              stored.loadUnaligned(fromByteOffset: $0 &* 2, as: UInt16.self).littleEndian)
          }
        case 4:
          fill {
            UInt64(
              stored.loadUnaligned(fromByteOffset: $0 &* 4, as: UInt32.self).littleEndian)
          }
        case 8:
          fill { stored.loadUnaligned(fromByteOffset: $0 &* 8, as: UInt64.self).littleEndian }
        default:
          fill { x in
            (0..<step).reduce(0) { $0 | UInt64(stored[x &* step &+ $1]) &<< UInt64(8 &* $1) }
          }
        }
      }
    }
  }

  /// Reorders bytes that are the samples themselves.
  private func reorder(
    _ places: [Int], _ step: Int, _ stored: UnsafeRawBufferPointer,
    _ target: UnsafeMutablePointer<UInt8>
  ) {
    let count = places.count
    for (channel, place) in places.enumerated() {
      for x in 0..<file.size.width {
        target[x &* count &+ channel] = stored[x &* step &+ place]
      }
    }
  }

  private func convert(
    _ pairs: DDSPairs, _ stored: UnsafeRawBufferPointer, _ target: UnsafeMutablePointer<UInt8>
  ) {
    func clamped(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
    for x in 0..<file.size.width {
      let start = x / 2 * 4
      let own = stored[start + (x % 2 == 0 ? pairs.own.0 : pairs.own.1)]
      let (first, second) = (stored[start + pairs.common.0], stored[start + pairs.common.1])
      guard pairs.isVideo else {
        (target[x * 3], target[x * 3 + 1], target[x * 3 + 2]) = (first, own, second)
        continue
      }
      let light = (Float(own) - 16) * 255 / 219
      let (blue, red) = ((Float(first) - 128) * 255 / 224, (Float(second) - 128) * 255 / 224)
      target[x * 3] = clamped(light + 1.402 * red)
      target[x * 3 + 1] = clamped(light - 0.344136 * blue - 0.714136 * red)
      target[x * 3 + 2] = clamped(light + 1.772 * blue)
    }
  }

  private func put(_ light: Float, _ target: UnsafeMutableRawPointer, _ index: Int, isAlpha: Bool) {
    if isLight {
      let value = isAlpha ? (light < 1 ? max(light, 0) : 1) : light
      target.storeBytes(of: value, toByteOffset: index &* 4, as: Float.self)
    } else {
      target.storeBytes(of: lightSample(light), toByteOffset: index &* 2, as: UInt16.self)
    }
  }

  private func convertFloats(
    _ channels: Int, _ bits: Int, _ stored: UnsafeRawBufferPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    let count = format.channels.count
    for x in 0..<file.size.width {
      for channel in 0..<count {
        let index = x &* channels &+ channel
        let light: Float =
          channel >= channels
          ? (channel == 3 ? 1 : 0)
          : bits == 16
            ? Float(
              halfBits: stored.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)
                .littleEndian)
            : Float(
              bitPattern: stored.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
                .littleEndian)
        put(light, target, x &* count &+ channel, isAlpha: channel == 3)
      }
    }
  }

  private func convertPacked(
    _ stored: UnsafeRawBufferPointer, _ target: UnsafeMutableRawPointer
  ) {
    for x in 0..<file.size.width {
      let bits = stored.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self).littleEndian
      var color: SIMD3<Float>
      if case .sharedExponent = file.kind {
        let step = Float(sign: .plus, exponent: Int(bits >> 27) - 24, significand: 1)
        color = SIMD3(Float(bits & 511), Float(bits >> 9 & 511), Float(bits >> 18 & 511)) * step
      } else {
        // They are half floats without a sign, and with fewer mantissa bits.
        color = SIMD3(
          Float(halfBits: UInt16(bits & 0x7FF) << 4),
          Float(halfBits: UInt16(bits >> 11 & 0x7FF) << 4),
          Float(halfBits: UInt16(bits >> 22) << 5))
      }
      for channel in 0..<3 { put(color[channel], target, x &* 3 &+ channel, isAlpha: false) }
    }
  }
}

extension RowFormat {
  /// Converts premultiplied colours to straight ones.
  func divideByAlpha(_ target: UnsafeMutableRawPointer, _ width: Int) {
    func divide<Sample: FixedWidthInteger>(_ samples: UnsafeMutablePointer<Sample>) {
      for x in 0..<width {
        let alpha = Int(samples[x * 4 + 3])
        guard alpha > 0, alpha < Int(Sample.max) else { continue }
        for channel in x * 4..<x * 4 + 3 {
          let value = (Int(samples[channel]) * Int(Sample.max) + alpha / 2) / alpha
          samples[channel] = Sample(min(value, Int(Sample.max)))
        }
      }
    }
    switch depth {
    case 8: divide(target.assumingMemoryBound(to: UInt8.self))
    case 16: divide(target.assumingMemoryBound(to: UInt16.self))
    default:
      let floats = target.assumingMemoryBound(to: Float.self)
      for x in 0..<width where floats[x * 4 + 3] > 0 {
        for channel in x * 4..<x * 4 + 3 { floats[channel] /= floats[x * 4 + 3] }
      }
    }
  }
}
