import CWideVectors
import Tiles

/// Converts samples to light, premultiplied: one, two, three or four floats per pixel.
///
/// Alpha and light range from 0 to 1.
struct RowLineariser {
  /// Floats per pixel.
  let channels: Int

  private enum Kind {
    case gray8, grayAlpha8, rgb8, rgba8, gray16, grayAlpha16, rgb16, rgba16, light,
      halves
  }

  /// Pixels that lcms2 converts at once: it then allocates nothing, and they stay in cache.
  private static let chunk = 256

  private let kind: Kind
  private let format: RowFormat
  private let linearStep: Int
  private let red: UnsafePointer<Float>
  private let green: UnsafePointer<Float>
  private let blue: UnsafePointer<Float>
  private let transform: RowTransform?
  private let scene: SceneLight?
  private let scratch: UnsafeMutableRawPointer
  /// True if vectors can look samples up: one table fits into registers, three do not.
  private let isLookedUpWide: Bool

  /// The size of `scratch` in bytes.
  static let scratchBytes = chunk * 16

  /// The lineariser of a pipeline; pipeline and scratch memory must outlive it.
  init(_ color: ColorPipeline, scratch: UnsafeMutableRawPointer) {
    let linear = color.linear
    red = linear[0].values
    green = linear[min(1, linear.count - 1)].values
    blue = linear[min(2, linear.count - 1)].values
    format = color.format
    linearStep = color.linearFormat.bytesPerPixel
    transform = color.rowTransform
    scene = color.scene
    self.scratch = scratch
    channels = color.linearFormat.channels.count
    isLookedUpWide =
      hasWiderVectors && red == green && green == blue
      && (linearStep == channels || linearStep == 4 && channels == 3)
    let isDeep = color.linearFormat.depth == 16
    kind =
      switch color.linearFormat.channels {
      case _ where color.linearFormat.isHalf: .halves
      case _ where color.linearFormat.depth == 32: .light
      case .gray: isDeep ? .gray16 : .gray8
      case .grayAlpha: isDeep ? .grayAlpha16 : .grayAlpha8
      case .rgb: isDeep ? .rgb16 : .rgb8
      case .rgba, .cmyk, .cmyka: isDeep ? .rgba16 : .rgba8
      }
  }

  /// Writes the light of `count` pixels.
  func linearise(
    _ source: UnsafeRawPointer, into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard let transform else {
      convert(source, into: target, count: count)
      return
    }
    var done = 0
    while done < count {
      let run = min(Self.chunk, count - done)
      transform.apply(source + done * format.bytesPerPixel, scratch, count: run, format: format)
      convert(UnsafeRawPointer(scratch), into: target + done * channels, count: run)
      done += run
    }
  }

  private func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    switch kind {
    case .gray8 where isLookedUpWide: lookUp(source, target, count)
    case .rgb8 where isLookedUpWide: lookUp(source, target, 3 * count)
    case .gray8: gray(source, UInt8.self, target, count)
    case .gray16: gray(source, UInt16.self, target, count)
    case .grayAlpha8: grayAlpha(source, UInt8.self, target, count, full: 255)
    case .grayAlpha16: grayAlpha(source, UInt16.self, target, count, full: 65535)
    case .rgb8: rgb(source, UInt8.self, target, count)
    case .rgb16: rgb(source, UInt16.self, target, count)
    case .rgba8: rgba(source, UInt8.self, target, count, full: 255)
    case .rgba16: rgba(source, UInt16.self, target, count, full: 65535)
    case .light: light(source, target, count)
    case .halves:
      HalfRows.read(
        source.assumingMemoryBound(to: UInt16.self), into: target, count: count * channels)
    }
    scene?.show(target, count: count, channels: channels)
  }

  /// Converts packed 8-bit samples that share one curve.
  private func lookUp(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    fresnel_wider_look_up(
      source.assumingMemoryBound(to: UInt8.self), count, linearStep > channels, green, target)
  }

  /// Converts samples that are light already.
  ///
  /// NaN becomes white: it is visible, as a clipped highlight is, and does not spread over its
  /// neighbours as a larger number would.
  private func light(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let hasAlpha = format.channels.hasAlpha
    let largest = HalfFloats.largest
    if !hasAlpha, hasWideVectors, linearStep == channels * 4 {
      let samples = source.assumingMemoryBound(to: Float.self)
      fresnel_wide_clamp(samples, count * channels, largest, target)
      return
    }
    var source = source
    var target = target
    let colors = hasAlpha ? channels - 1 : channels
    for _ in 0..<count {
      let sample = source.assumingMemoryBound(to: Float.self)
      let alpha = hasAlpha ? min(max(sample[colors], 0), 1) : 1
      for channel in 0..<colors {
        let value = sample[channel]
        target[channel] =
          value.isNaN ? alpha : min(max(value, -largest), largest) * alpha
      }
      if hasAlpha { target[colors] = alpha.isNaN ? 1 : alpha }
      source += linearStep
      target += channels
    }
  }

  @inline(__always)
  private func gray<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafeRawPointer, _: Sample.Type, _ target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var source = source
    let light = green
    for index in 0..<count {
      let sample = source.assumingMemoryBound(to: Sample.self)
      target[index] = light[Int(truncatingIfNeeded: sample[0])]
      source += linearStep
    }
  }

  @inline(__always)
  private func grayAlpha<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafeRawPointer, _: Sample.Type, _ target: UnsafeMutablePointer<Float>,
    _ count: Int, full: Float
  ) {
    var source = source
    var target = target
    let light = green
    let scale = 1 / full
    for _ in 0..<count {
      let sample = source.assumingMemoryBound(to: Sample.self)
      let alpha = Float(sample[1]) * scale
      target[0] = light[Int(truncatingIfNeeded: sample[0])] * alpha
      target[1] = alpha
      source += linearStep
      target += 2
    }
  }

  @inline(__always)
  private func rgb<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafeRawPointer, _: Sample.Type, _ target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var source = source
    var target = target
    let (red, green, blue, step) = (red, green, blue, linearStep)
    for _ in 0..<count {
      let sample = source.assumingMemoryBound(to: Sample.self)
      target[0] = red[Int(truncatingIfNeeded: sample[0])]
      target[1] = green[Int(truncatingIfNeeded: sample[1])]
      target[2] = blue[Int(truncatingIfNeeded: sample[2])]
      source += step
      target += 3
    }
  }

  @inline(__always)
  private func rgba<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafeRawPointer, _: Sample.Type, _ target: UnsafeMutablePointer<Float>,
    _ count: Int, full: Float
  ) {
    var source = source
    var target = target
    let (red, green, blue, step) = (red, green, blue, linearStep)
    let scale = 1 / full
    for _ in 0..<count {
      let sample = source.assumingMemoryBound(to: Sample.self)
      let alpha = Float(sample[3]) * scale
      target[0] = red[Int(truncatingIfNeeded: sample[0])] * alpha
      target[1] = green[Int(truncatingIfNeeded: sample[1])] * alpha
      target[2] = blue[Int(truncatingIfNeeded: sample[2])] * alpha
      target[3] = alpha
      source += step
      target += 4
    }
  }
}
