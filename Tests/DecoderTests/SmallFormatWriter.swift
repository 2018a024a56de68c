import Geometry
import Glibc

/// Files of QOI, Radiance, PFM, DDS and Photoshop, written by their library or byte by byte.
struct SmallFormatWriter {
  let size: PixelSize

  init(width: Int = 37, height: Int = 24) { size = PixelSize(width: width, height: height) }

  private var width: Int { size.width }
  private var height: Int { size.height }

  /// 8-bit samples that differ from pixel to pixel.
  func samples(channels: Int) -> [UInt8] { FormatSamples.samples(size, channels: channels) }

  /// Linear light in three colours per pixel, some of it brighter than white.
  func light(channels: Int = 3) -> [Float] {
    samples(channels: channels).map { Float($0) / 200 }
  }

  /// Converts light to an sRGB display: straight samples, four per pixel.
  func shown(_ light: [Float], channels: Int) -> [UInt8] {
    (0..<light.count / channels).flatMap { pixel in
      (0..<3).map { shownCode(light[pixel * channels + min($0, channels - 1)]) } + [255]
    }
  }

  /// Converts one number of light to an sRGB code.
  func shownCode(_ light: Float) -> UInt8 {
    let value = Double(min(max(light, 0), 1))
    let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    return UInt8((encoded * 255).rounded())
  }

  func qoi(_ samples: [UInt8], channels: Int, isLinear: Bool = false) -> [UInt8] {
    QOIWriter(size: size).file(samples, channels: channels, isLinear: isLinear)
  }

  /// Radiance, raw or in runs, and the light that its pixels represent.
  func radiance(_ light: [Float], isRuns: Bool = false) -> (bytes: [UInt8], light: [Float]) {
    var bytes = Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y \(height) +X \(width)\n".utf8)
    var stored: [Float] = []
    var pixels: [UInt8] = []
    for pixel in 0..<width * height {
      let colors = light[pixel * 3..<pixel * 3 + 3]
      let (_, exponent) = frexp(colors.max() ?? 0)
      let mantissas = colors.map { UInt8(min(255, scalbn($0, 8 - exponent))) }
      pixels += mantissas + [UInt8(exponent + 128)]
      stored += mantissas.map { scalbn(Float($0), exponent - 8) }
    }
    guard isRuns else { return (bytes + pixels, stored) }
    for y in 0..<height {
      bytes += [2, 2, UInt8(width >> 8), UInt8(width & 255)]
      for channel in 0..<4 {
        let row = (0..<width).map { pixels[(y * width + $0) * 4 + channel] }
        // A run of one, and the rest as literals.
        bytes += [129, row[0], UInt8(width - 1)] + row[1...]
      }
    }
    return (bytes, stored)
  }

  /// PFM, in three colours or grey, the last row first.
  func pfm(_ light: [Float], channels: Int, isBigEndian: Bool = false) -> [UInt8] {
    let scale = isBigEndian ? "1.0" : "-1.0"
    let header = Array("\(channels == 1 ? "Pf" : "PF")\n\(width) \(height)\n\(scale)\n".utf8)
    return header
      + (0..<height).reversed().flatMap { y in
        light[y * width * channels..<(y + 1) * width * channels].flatMap {
          let bytes = LongTailWriter.little(Int($0.bitPattern), 4)
          return isBigEndian ? bytes.reversed() : bytes
        }
      }
  }

  /// Photoshop without layers, plane by plane: channels of 8 or 16 bits, raw or in runs.
  ///
  /// `table` is the palette of an indexed picture: reds, greens, blues. A negative number of
  /// layers, none of which exist, declares that the channel after the colours is transparency.
  func photoshop(
    _ samples: [UInt8], channels: Int, isDeep: Bool = false, mode: Int = 3,
    resources: [UInt8] = [], table: [UInt8] = [], layers: Int = 0, isLarge: Bool = false,
    isRuns: Bool = false
  ) -> [UInt8] {
    let planes = (0..<channels).map { channel in
      (0..<width * height).flatMap { pixel -> [UInt8] in
        let sample = samples[pixel * channels + channel]
        return isDeep ? [sample, sample] : [sample]
      }
    }
    return photoshop(
      planes: planes, bits: isDeep ? 16 : 8, mode: mode, resources: resources, table: table,
      layers: layers, isLarge: isLarge, isRuns: isRuns)
  }

  /// Writes planes of any depth as Photoshop without layers.
  func photoshop(
    planes: [[UInt8]], bits: Int, mode: Int, resources: [UInt8] = [], table: [UInt8] = [],
    layers: Int = 0, isLarge: Bool = false, isRuns: Bool = false
  ) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] { LongTailWriter.big(value, bytes) }
    var file = Array("8BPS".utf8) + number(isLarge ? 2 : 1, 2) + [UInt8](repeating: 0, count: 6)
    file += number(planes.count, 2) + number(height, 4) + number(width, 4)
    file += number(bits, 2) + number(mode, 2) + number(table.count, 4) + table
    file += number(resources.count, 4) + resources
    let lengthBytes = isLarge ? 8 : 4
    let layerBytes = layers == 0 ? [] : number(2, lengthBytes) + number(layers & 0xFFFF, 2)
    file += number(layerBytes.count, lengthBytes) + layerBytes + number(isRuns ? 1 : 0, 2)
    guard isRuns else { return file + planes.flatMap { $0 } }
    // Each row's bytes as literals, after their count; the lengths of all rows come first.
    let rows = planes.flatMap { plane -> [[UInt8]] in
      let count = plane.count / height
      return (0..<height).map { y -> [UInt8] in
        stride(from: y * count, to: (y + 1) * count, by: 100).flatMap { start -> [UInt8] in
          let part = plane[start..<min(start + 100, (y + 1) * count)]
          return [UInt8(part.count - 1)] + part
        }
      }
    }
    for row in rows { file += number(row.count, isLarge ? 4 : 2) }
    return file + rows.joined()
  }

  /// A Photoshop resource that contains an ICC profile.
  static func profileResource(_ profile: [UInt8]) -> [UInt8] { resource(1039, profile) }

  /// A Photoshop resource with a number.
  static func resource(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + LongTailWriter.big(number, 2) + [0, 0]
      + LongTailWriter.big(bytes.count, 4) + bytes + (bytes.count % 2 == 0 ? [] : [0])
  }
}
