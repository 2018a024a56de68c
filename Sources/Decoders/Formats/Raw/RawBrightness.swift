import DecoderProtocol
import Geometry

/// The brightness of a developed picture: its median is matched to that of the embedded one, so
/// that the brightness does not jump when it replaces that.
///
/// Light `x` becomes `g·x / (1 + (g - 1)·x)`. Black and white do not change, shadows become `g`
/// times as bright, and highlights approach white without clipping (decision 0030).
enum RawBrightness {
  /// The range of `g`; no camera needs more.
  private static let gains: ClosedRange<Float> = 1 / 16...16
  /// A gain that differs less from 1 is invisible.
  private static let smallest: Float = 0.005
  /// The number of pixels of the developed picture to sample.
  private static let mostSamples = 40_000
  /// The smallest width of the embedded picture to sample.
  private static let leastWidth = 160

  /// The gain that gives the developed picture the embedded one's median brightness; `nil` if none
  /// is needed, or the embedded one can't be read.
  static func gain(of pixels: RawPixels, like embedded: EmbeddedPicture) -> Float? {
    guard let wanted = median(of: embedded) else { return nil }
    let samples = samples(of: pixels)
    var (low, high) = (gains.lowerBound, gains.upperBound)
    // Geometric bisection: 20 steps give a precision of 0.001 %.
    for _ in 0..<20 {
      let gain = (low * high).squareRoot()
      let darker = samples.count { luminance(curve($0, gain)) < wanted }
      if 2 * darker > samples.count { low = gain } else { high = gain }
    }
    let gain = (low * high).squareRoot()
    return abs(gain - 1) < smallest ? nil : gain
  }

  /// The table for all 65 536 sample values.
  static func table(gain: Float) -> [UInt16] {
    (0...65535).map { code in
      let light = Float(code) / 65535
      return UInt16((min(max(curve(SIMD3(repeating: light), gain).x, 0), 1) * 65535).rounded())
    }
  }

  private static func curve(_ light: SIMD3<Float>, _ gain: Float) -> SIMD3<Float> {
    gain * light / (1 + (gain - 1) * light)
  }

  private static func luminance(_ light: SIMD3<Float>) -> Float {
    0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
  }

  /// The light of evenly spaced pixels of a developed picture.
  private static func samples(of pixels: RawPixels) -> [SIMD3<Float>] {
    let size = pixels.size
    var step = 1
    while (size.width / step) * (size.height / step) > mostSamples { step += 1 }
    var samples: [SIMD3<Float>] = []
    for y in Swift.stride(from: step / 2, to: size.height, by: step) {
      for x in Swift.stride(from: step / 2, to: size.width, by: step) {
        let pixel = pixels.samples + (y * size.width + x) * 4
        let (red, green, blue) =
          pixels.isGray ? (pixel[0], pixel[0], pixel[0]) : (pixel[0], pixel[1], pixel[2])
        samples.append(SIMD3(Float(red), Float(green), Float(blue)) / 65535)
      }
    }
    return samples
  }

  /// The median light of the embedded picture; `nil` if it can't be read.
  private static func median(of picture: EmbeddedPicture) -> Float? {
    let steps = picture.isJPEG ? [1, 2, 4, 8] : [8]
    let eighths = steps.first { picture.size(eighths: $0).width >= leastWidth } ?? 8
    guard let rows = try? picture.rows(eighths: eighths) else { return nil }
    let (width, height) = (rows.size.width, rows.size.height)
    let convert = EmbeddedLight(isAdobe: picture.isAdobe)
    var line = [UInt8](repeating: 0, count: 3 * width)
    var light = [UInt16](repeating: 0, count: 3 * width)
    // A histogram; a thousand shades are enough for a median.
    var counts = [Int](repeating: 0, count: shades)
    var row = 0
    while row < height {
      guard
        let got = try? line.withUnsafeMutableBytes({ bytes in
          try bytes.baseAddress.map { try rows.read(into: $0, stride: 3 * width, most: 1) } ?? 0
        })
      else { return nil }
      guard got > 0 else { continue }
      row += got
      line.withUnsafeBufferPointer { line in
        light.withUnsafeMutableBufferPointer { light in
          guard let line = line.baseAddress, let light = light.baseAddress else { return }
          convert.convert(line, count: width, to: light)
        }
      }
      for x in 0..<width {
        let pixel = SIMD3(Float(light[3 * x]), Float(light[3 * x + 1]), Float(light[3 * x + 2]))
        counts[min(shades - 1, Int(luminance(pixel / 65535) * Float(shades)))] += 1
      }
    }
    var below = 0
    let middle = counts.firstIndex {
      below += $0
      return 2 * below >= width * height
    }
    return middle.map { (Float($0) + 0.5) / Float(shades) }
  }

  private static let shades = 8192
}
