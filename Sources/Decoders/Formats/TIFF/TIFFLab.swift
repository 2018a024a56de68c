import CTIFF
import Resampling

/// Converts TIFF's CIE L*a*b* to 16 bits as in ICC version 4 profiles: 0 to 65 535 for a lightness
/// of 0 to 100, and 257 for each step of a and b, with -128 at 0.
///
/// 8-bit and 16-bit samples follow TIFF 6.0, section 23, or, for ICC Lab (photometric 9), Adobe's
/// PageMaker 6.0 technical notes, both under D50. Floats, and 16-bit integers that are all declared
/// as signed, are written by libvips, under D65.
struct TIFFLab {
  private let bits: Int
  private let isFloat: Bool
  private let isOfLibvips: Bool
  private let samples: Int
  /// True if a and b have their zero in the middle, as in version 2 profiles; otherwise they are
  /// signed.
  private let isICC: Bool
  /// The format of the finished rows.
  let format: RowFormat

  /// A converter for a directory's pixels; `nil` if they are not L*a*b* of a supported width.
  init?(_ directory: TIFFDirectory) {
    switch directory.photometric {
    case PHOTOMETRIC_CIELAB: isICC = false
    case PHOTOMETRIC_ICCLAB: isICC = true
    default: return nil
    }
    isFloat = directory.sampleFormat == SAMPLEFORMAT_IEEEFP
    guard (isFloat ? [16, 32, 64] : [8, 16]).contains(directory.bits),
      (3...64).contains(directory.samples)
    else { return nil }
    isOfLibvips =
      isFloat || !isICC && directory.bits == 16 && directory.sampleFormat == SAMPLEFORMAT_INT
    bits = directory.bits
    samples = directory.samples
    let extra = directory.extraSamples.first.map { Int32($0) }
    let hasAlpha = samples > 3 && extra == EXTRASAMPLE_UNASSALPHA
    format = RowFormat(channels: hasAlpha ? .rgba : .rgb, depth: 16)
  }

  /// Writes some pixels of a stored row.
  func copy(
    _ row: UnsafeRawPointer, first: Int, count: Int, to target: UnsafeMutableRawPointer
  ) {
    let out = target.assumingMemoryBound(to: UInt16.self)
    let channels = format.channels.count
    for pixel in 0..<count {
      let start = (first &+ pixel) &* samples
      if isOfLibvips {
        put(row, start, into: out + pixel &* channels, channels)
        continue
      }
      for channel in 0..<channels {
        let value =
          bits == 8
          ? UInt16(row.load(fromByteOffset: start &+ channel, as: UInt8.self)) &* 257
          : row.loadUnaligned(fromByteOffset: (start &+ channel) &* 2, as: UInt16.self)
        out[pixel &* channels &+ channel] =
          switch channel {
          case 0: lightness(value)
          case 1, 2: color(value)
          default: value
          }
      }
    }
  }

  /// Writes a pixel from libvips.
  private func put(
    _ row: UnsafeRawPointer, _ start: Int, into out: UnsafeMutablePointer<UInt16>, _ channels: Int
  ) {
    let color = LabAdaptation.underD50(
      SIMD3(number(row, start, 0), number(row, start, 1), number(row, start, 2)))
    out[0] = Self.code(color.x * 655.35)
    out[1] = Self.code((color.y + 128) * 257)
    out[2] = Self.code((color.z + 128) * 257)
    if channels > 3 { out[3] = Self.code(number(row, start, 3) * 65535) }
  }

  /// A sample as a number: lightness from 0 to 100, a and b around 0, alpha up to 1.
  private func number(_ row: UnsafeRawPointer, _ start: Int, _ channel: Int) -> Double {
    let index = start &+ channel
    switch bits {
    case 64: return row.loadUnaligned(fromByteOffset: index &* 8, as: Double.self)
    case 32: return Double(row.loadUnaligned(fromByteOffset: index &* 4, as: Float.self))
    default: break
    }
    let word = row.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)
    if isFloat { return Double(Float(halfBits: word)) }
    switch channel {
    case 0: return Double(word) / 655.35
    case 1, 2: return Double(Int16(bitPattern: word)) / 256
    default: return Double(word) / 65535
    }
  }

  private static func code(_ value: Double) -> UInt16 {
    value > 0 ? UInt16(min(value, 65535).rounded()) : 0
  }

  private func lightness(_ value: UInt16) -> UInt16 {
    // In 16 bits, version 2 ICC profiles have 100 at 0xff00.
    guard isICC, bits == 16 else { return value }
    return UInt16(min(65535, (UInt32(value) * 65535 + 0x7f80) / 0xff00))
  }

  private func color(_ value: UInt16) -> UInt16 {
    if bits == 8 {
      // The byte is repeated, and so is its sign bit.
      return isICC ? value : value ^ 0x8080
    }
    // In 256ths of a step, with 0 for -128.
    let parts = UInt32(isICC ? value : value ^ 0x8000)
    return UInt16(min(65535, (parts * 257 + 128) / 256))
  }
}
