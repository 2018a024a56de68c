import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Tiles

/// Lanczos 3 in linear light, by its definition, for a part of a level.
struct LanczosReference {
  let size: PixelSize
  /// Light times alpha, and alpha.
  private let light: [Float]

  /// Converts sRGB samples with three channels, or four with straight alpha.
  init(_ samples: [UInt8], size: PixelSize, channels: Int) {
    self.size = size
    let table = (0..<256).map { Float(Lanczos.light(Double($0) / 255)) }
    var light = [Float](repeating: 1, count: size.width * size.height * 4)
    light.withUnsafeMutableBufferPointer { light in
      samples.withUnsafeBufferPointer { samples in
        for pixel in 0..<size.width * size.height {
          let alpha = channels == 4 ? Float(samples[pixel * 4 + 3]) / 255 : 1
          for channel in 0..<3 {
            light[pixel * 4 + channel] = table[Int(samples[pixel * channels + channel])] * alpha
          }
          light[pixel * 4 + 3] = alpha
        }
      }
    }
    self.light = light
  }

  /// The picture halved, each pixel the mean of four: the first step of large ratios (decision
  /// 0004).
  var halved: LanczosReference {
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    var means = [Float](repeating: 0, count: half.width * half.height * 4)
    for y in 0..<2 * half.height {
      for x in 0..<2 * half.width {
        for channel in 0..<4 {
          means[(y / 2 * half.width + x / 2) * 4 + channel] +=
            light[(y * size.width + x) * 4 + channel] / 4
        }
      }
    }
    return LanczosReference(size: half, light: means)
  }

  private init(size: PixelSize, light: [Float]) {
    self.size = size
    self.light = light
  }

  /// The pixels of an area of a level, premultiplied as a decoder delivers them.
  func pixels(of level: Level, in area: PixelRect) -> Pixels {
    let columns = Lanczos.weights(size.width, level.size.width, area.minX..<area.maxX)
    let rows = Lanczos.weights(size.height, level.size.height, area.minY..<area.maxY)
    var narrow: [Int: [Double]] = [:]
    light.withUnsafeBufferPointer { light in
      for y in Set(rows.flatMap { $0.map(\.0) }) {
        var row = [Double](repeating: 0, count: columns.count * 4)
        for (index, taps) in columns.enumerated() {
          for (x, weight) in taps {
            let start = (y * size.width + x) * 4
            for channel in 0..<4 {
              row[index * 4 + channel] += weight * Double(light[start + channel])
            }
          }
        }
        narrow[y] = row
      }
    }
    var pixels = Pixels(size: area.size)
    for (y, taps) in rows.enumerated() {
      var row = [Double](repeating: 0, count: columns.count * 4)
      for (source, weight) in taps {
        guard let line = narrow[source] else { continue }
        for index in row.indices { row[index] += weight * line[index] }
      }
      for x in columns.indices {
        let alpha = min(max(row[x * 4 + 3], 0), 1)
        for channel in 0..<3 where alpha > 0 {
          let straight = min(max(row[x * 4 + channel] / alpha, 0), 1)
          pixels[x, y, channel] = UInt8((Lanczos.value(straight) * alpha * 255).rounded())
        }
        pixels[x, y, 3] = UInt8((alpha * 255).rounded())
      }
    }
    return pixels
  }
}

extension Pixels {
  /// The peak signal-to-noise ratio of all four channels, in decibels.
  func psnr(_ other: Pixels) -> Double { bytes.psnr(other.bytes) }
}
