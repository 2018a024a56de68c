import CTIFF
import Resampling

/// Converts 8-bit YCbCr in separate planes: TIFF 6.0, section 21.
struct TIFFDifferences {
  private let samples: Int
  /// The weights of red, green and blue in luma.
  private let luma: SIMD3<Float>
  /// For each channel, the codes for black and white, or for zero and the largest difference.
  private let references: [Float]
  /// The format of the finished rows.
  let format: RowFormat

  /// A converter for a directory's pixels; `nil` if they are not 8-bit YCbCr in planes, or libtiff
  /// must convert them.
  init?(_ directory: TIFFDirectory, of file: TIFFFile) {
    guard directory.photometric == PHOTOMETRIC_YCBCR, directory.isSeparate, directory.bits == 8,
      directory.sampleFormat == SAMPLEFORMAT_UINT, !directory.isWavelets,
      directory.compression != COMPRESSION_OJPEG,
      (3...64).contains(directory.samples)
    else { return nil }
    samples = directory.samples
    let shares = file.floats(TIFFTAG_YCBCRCOEFFICIENTS, count: 3)
    let usual: [Float] = [0.299, 0.587, 0.114]
    let isSane = shares.count == 3 && shares.allSatisfy { $0 > 0.001 && $0 < 1 }
    let used = isSane ? shares : usual
    luma = SIMD3(used[0], used[1], used[2])
    let stated = file.floats(TIFFTAG_REFERENCEBLACKWHITE, count: 6)
    let hasRange =
      stated.count == 6 && stated.allSatisfy { abs($0) <= 65535 }
      && (0..<3).allSatisfy { abs(stated[2 * $0 + 1] - stated[2 * $0]) > 0.5 }
    references = hasRange ? stated : [0, 255, 128, 255, 128, 255]
    format = RowFormat(channels: directory.hasAlpha(behind: 3) ? .rgba : .rgb)
  }

  /// Writes some pixels of a stored row.
  func copy(
    _ row: UnsafeRawPointer, first: Int, count: Int, to target: UnsafeMutableRawPointer
  ) {
    let bytes = row.assumingMemoryBound(to: UInt8.self) + first * samples
    let out = target.assumingMemoryBound(to: UInt8.self)
    let channels = format.channels.count
    for pixel in 0..<count {
      let stored = bytes + pixel &* samples
      let brightness = value(stored[0], 0, full: 255)
      let blueness = value(stored[1], 1, full: 127)
      let redness = value(stored[2], 2, full: 127)
      let red = brightness + redness * (2 - 2 * luma.x)
      let blue = brightness + blueness * (2 - 2 * luma.z)
      let green = (brightness - luma.x * red - luma.z * blue) / luma.y
      let color = out + pixel &* channels
      color[0] = Self.code(red)
      color[1] = Self.code(green)
      color[2] = Self.code(blue)
      if channels == 4 { color[3] = stored[3] }
    }
  }

  /// A sample scaled by its reference black and white.
  @inline(__always)
  private func value(_ code: UInt8, _ channel: Int, full: Float) -> Float {
    let (black, white) = (references[2 &* channel], references[2 &* channel &+ 1])
    return (Float(code) - black) * full / (white - black)
  }

  @inline(__always)
  private static func code(_ value: Float) -> UInt8 {
    value > 0 ? UInt8(min(value, 255).rounded()) : 0
  }
}
