import CQOI
import Geometry
import Glibc

/// Files of QOI, Radiance, PFM, DDS and Photoshop, by their library or byte by byte.
struct SmallFormatWriter {
  let size: PixelSize

  init(width: Int = 37, height: Int = 24) { size = PixelSize(width: width, height: height) }

  private var width: Int { size.width }
  private var height: Int { size.height }

  /// Samples of 8 bits that differ from place to place.
  func samples(channels: Int) -> [UInt8] { FormatSamples.samples(size, channels: channels) }

  /// Light of three colours a pixel, some of it brighter than white.
  func light(channels: Int = 3) -> [Float] {
    samples(channels: channels).map { Float($0) / 200 }
  }

  /// What light is on an sRGB display, straight samples, four a pixel.
  func shown(_ light: [Float], channels: Int) -> [UInt8] {
    func code(_ value: Float) -> UInt8 {
      let value = Double(min(max(value, 0), 1))
      let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
      return UInt8((encoded * 255).rounded())
    }
    return (0..<width * height).flatMap { pixel in
      (0..<3).map { code(light[pixel * channels + min($0, channels - 1)]) } + [255]
    }
  }

  /// QOI, by its library.
  func qoi(_ samples: [UInt8], channels: Int, isLinear: Bool = false) -> [UInt8] {
    var description = qoi_desc(
      width: UInt32(width), height: UInt32(height), channels: UInt8(channels),
      colorspace: UInt8(isLinear ? QOI_LINEAR : QOI_SRGB))
    var count: Int32 = 0
    guard let bytes = qoi_encode(samples, &description, &count) else { return [] }
    defer { free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  /// Radiance's, with plain pixels, and the light that they then stand for.
  func radiance(_ light: [Float]) -> (bytes: [UInt8], light: [Float]) {
    var bytes = Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y \(height) +X \(width)\n".utf8)
    var stored: [Float] = []
    for pixel in 0..<width * height {
      let colors = light[pixel * 3..<pixel * 3 + 3]
      let (_, exponent) = frexp(colors.max() ?? 0)
      let mantissas = colors.map { UInt8(min(255, scalbn($0, 8 - exponent))) }
      bytes += mantissas + [UInt8(exponent + 128)]
      stored += mantissas.map { scalbn(Float($0), exponent - 8) }
    }
    return (bytes, stored)
  }

  /// PFM, in three colours or in grey, the last row first.
  func pfm(_ light: [Float], channels: Int) -> [UInt8] {
    let header = Array("\(channels == 1 ? "Pf" : "PF")\n\(width) \(height)\n-1.0\n".utf8)
    return header
      + (0..<height).reversed().flatMap { y in
        light[y * width * channels..<(y + 1) * width * channels].flatMap {
          LongTailWriter.little(Int($0.bitPattern), 4)
        }
      }
  }

  /// Photoshop's, plane after plane, without layers: 1 to 4 channels of 8 or 16 bits.
  func photoshop(
    _ samples: [UInt8], channels: Int, isDeep: Bool = false, mode: Int = 3,
    resources: [UInt8] = []
  ) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] { LongTailWriter.big(value, bytes) }
    var file = Array("8BPS".utf8) + number(1, 2) + [UInt8](repeating: 0, count: 6)
    file += number(channels, 2) + number(height, 4) + number(width, 4)
    file += number(isDeep ? 16 : 8, 2) + number(mode, 2) + number(0, 4)
    file += number(resources.count, 4) + resources + number(0, 4) + number(0, 2)
    for channel in 0..<channels {
      for pixel in 0..<width * height {
        let sample = samples[pixel * channels + channel]
        file += isDeep ? [sample, sample] : [sample]
      }
    }
    return file
  }

  /// A resource of Photoshop's that holds an ICC profile.
  static func profileResource(_ profile: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + LongTailWriter.big(1039, 2) + [0, 0]
      + LongTailWriter.big(profile.count, 4) + profile
      + (profile.count % 2 == 0 ? [] : [0])
  }
}
