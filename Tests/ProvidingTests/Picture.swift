import Geometry
import Glibc

/// A whole picture and its expected reductions, computed in Double without the resampling target.
struct Picture {
  let size: PixelSize
  private(set) var bytes: [UInt8]

  init(_ size: PixelSize, pixel: (Int, Int) -> [Int]) {
    self.size = size
    bytes = (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x in pixel(x, y).map { UInt8($0) } }
    }
  }

  func cut(_ area: PixelRect) -> [UInt8] {
    (area.minY..<area.maxY).flatMap { y in
      bytes[((y * size.width + area.minX) * 4)..<((y * size.width + area.maxX) * 4)]
    }
  }

  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  private static func lanczos(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= 3 { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  private static func axis(_ source: Int, _ level: Int) -> [[(index: Int, weight: Double)]] {
    let ratio = Double(source) / Double(level)
    return (0..<level).map { pixel in
      let center = (Double(pixel) + 0.5) * ratio - 0.5
      let range = Int((center - 3 * ratio).rounded(.down))...Int((center + 3 * ratio).rounded(.up))
      let taps = range.map { (index: $0, weight: lanczos((Double($0) - center) / ratio)) }
      let sum = taps.reduce(0) { $0 + $1.weight }
      return taps.map { (index: min(max($0.index, 0), source - 1), weight: $0.weight / sum) }
    }
  }

  /// The picture at another size by Lanczos 3, in linear light, premultiplied.
  func reduced(to level: PixelSize) -> [UInt8] {
    var planes: [SIMD4<Double>] = []
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Double(bytes[start + 3]) / 255
      var value = SIMD4<Double>(0, 0, 0, alpha)
      for channel in 0..<3 where alpha > 0 {
        value[channel] =
          Self.light(min(Double(bytes[start + channel]) / 255 / alpha, 1)) * alpha
      }
      planes.append(value)
    }
    let (columns, rows) = (Self.axis(size.width, level.width), Self.axis(size.height, level.height))
    var wide = [SIMD4<Double>](repeating: .zero, count: level.width * size.height)
    for y in 0..<size.height {
      for x in 0..<level.width {
        for tap in columns[x] {
          wide[y * level.width + x] += planes[y * size.width + tap.index] * tap.weight
        }
      }
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(level.width * level.height * 4)
    for y in 0..<level.height {
      for x in 0..<level.width {
        var sum = SIMD4<Double>.zero
        for tap in rows[y] { sum += wide[tap.index * level.width + x] * tap.weight }
        let alpha = min(max(sum.w, 0), 1)
        for channel in 0..<3 {
          let straight = alpha > 0 ? min(max(min(max(sum[channel], 0), 1) / alpha, 0), 1) : 0
          pixels.append(UInt8((255 * Self.encoded(straight) * alpha).rounded()))
        }
        pixels.append(UInt8((255 * alpha).rounded()))
      }
    }
    return pixels
  }
}
