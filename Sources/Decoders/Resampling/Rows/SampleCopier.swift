/// Converts samples that are the display's codes already to RGBA8, exactly.
///
/// With one sample per pixel nothing is filtered, so no conversion to light is needed.
struct SampleCopier {
  private static let chunk = 256
  /// The size of `scratch` in bytes.
  static let scratchBytes = chunk * 16

  private let format: RowFormat
  private let plain: RowFormat
  private let transform: RowTransform?
  private let isStraight: Bool
  /// True if the samples are premultiplied RGBA8, the target format.
  private let isFinished: Bool
  private let scratch: UnsafeMutableRawPointer

  init(_ color: ColorPipeline, scratch: UnsafeMutableRawPointer) {
    format = color.format
    plain = color.linearFormat
    transform = color.rowTransform
    isStraight = color.isStraight
    if case .premultiplied = color.rowTransform {
      isFinished = !color.isStraight
    } else {
      isFinished = false
    }
    self.scratch = scratch
  }

  /// True if the samples are opaque codes already, three bytes per pixel.
  var copiesOpaqueCodes: Bool {
    transform == nil && plain.depth == 8 && plain.channels == .rgb && plain.bytesPerPixel == 3
  }

  /// Converts `count` pixels.
  func copy(
    _ source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    guard !isFinished else { return Self.limit(source, target, count) }
    guard let transform else {
      convert(source, target, count)
      return
    }
    var done = 0
    while done < count {
      let run = min(Self.chunk, count - done)
      transform.apply(source + done * format.bytesPerPixel, scratch, count: run, format: format)
      convert(UnsafeRawPointer(scratch), target + done, run)
      done += run
    }
  }

  /// Copies pixels; a colour above its alpha is clipped, as when dividing.
  private static func limit(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count {
      let pixel = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
      let alpha = pixel &>> 24
      target[index] =
        min(pixel & 0xFF, alpha) | min(pixel &>> 8 & 0xFF, alpha) &<< 8
        | min(pixel &>> 16 & 0xFF, alpha) &<< 16 | alpha &<< 24
    }
  }

  private func convert(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    if plain.depth == 8, plain.channels == .rgb, plain.bytesPerPixel == 4 {
      for index in 0..<count {
        let pixel = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
        target[index] = UInt32(littleEndian: pixel) | 0xFF00_0000
      }
    } else if plain.depth == 8 {
      copy(source.assumingMemoryBound(to: UInt8.self), plain.bytesPerPixel, target, count) {
        UInt32($0)
      } scale: { value, alpha in
        let product = UInt32(value) &* UInt32(alpha) &+ 128
        return (product &+ product &>> 8) &>> 8
      }
    } else {
      copy(source.assumingMemoryBound(to: UInt16.self), plain.bytesPerPixel / 2, target, count) {
        (UInt32($0) &+ 128) / 257
      } scale: { value, alpha in
        let full: UInt64 = 65535 * 65535
        return UInt32((UInt64(value) &* UInt64(alpha) &* 255 &+ full / 2) / full)
      }
    }
  }

  @inline(__always)
  private func copy<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafePointer<Sample>, _ step: Int, _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int, code: (Sample) -> UInt32, scale: (Sample, Sample) -> UInt32
  ) {
    let channels = plain.channels.count
    let isGray = channels < 3
    let hasAlpha = plain.channels.hasAlpha
    var source = source
    for index in 0..<count {
      let red = source[0]
      let green = isGray ? red : source[1]
      let blue = isGray ? red : source[2]
      var pixel: UInt32 = 0xFF00_0000
      if hasAlpha {
        let alpha = source[channels - 1]
        pixel = code(alpha) &<< 24
        if !isStraight {
          pixel |= scale(red, alpha) | scale(green, alpha) &<< 8 | scale(blue, alpha) &<< 16
          target[index] = pixel
          source += step
          continue
        }
      }
      target[index] = pixel | code(red) | code(green) &<< 8 | code(blue) &<< 16
      source += step
    }
  }
}
