/// Converts rows of pixels between colour spaces; implemented with ICC profiles in another module.
package protocol RowConverting: AnyObject, Sendable {
  /// Converts `count` adjacent pixels; thread-safe.
  func apply(_ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, count: Int)
}

/// The conversion of full rows before they can be linearised channel by channel.
package enum RowTransform: Sendable {
  /// A profile's lookup tables convert the samples to red, green and blue.
  case profile(any RowConverting)
  /// Inks without a profile: each ink subtracts its complementary colour.
  case inks
  /// Premultiplied 8-bit colours become straight 16-bit ones.
  case premultiplied

  /// Converts `count` pixels of `format`; inks become packed red, green and blue, with alpha if
  /// they have it.
  func apply(
    _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, count: Int,
    format: RowFormat
  ) {
    switch self {
    case .profile(let converter): converter.apply(source, destination, count: count)
    case .inks:
      if format.depth == 8 {
        Self.mix(
          source.assumingMemoryBound(to: UInt8.self), step: format.bytesPerPixel,
          destination.assumingMemoryBound(to: UInt8.self), count: count, full: 255,
          hasAlpha: format.channels.hasAlpha)
      } else {
        Self.mix(
          source.assumingMemoryBound(to: UInt16.self), step: format.bytesPerPixel / 2,
          destination.assumingMemoryBound(to: UInt16.self), count: count, full: 65535,
          hasAlpha: format.channels.hasAlpha)
      }
    case .premultiplied:
      Self.divide(
        source.assumingMemoryBound(to: UInt8.self), step: format.bytesPerPixel,
        destination.assumingMemoryBound(to: UInt16.self), count: count)
    }
  }

  @inline(__always)
  private static func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafePointer<Sample>, step: Int, _ destination: UnsafeMutablePointer<Sample>,
    count: Int, full: UInt64, hasAlpha: Bool
  ) {
    var source = source
    var destination = destination
    for _ in 0..<count {
      let paper = full &- UInt64(truncatingIfNeeded: source[3])
      for ink in 0..<3 {
        let rest = full &- UInt64(truncatingIfNeeded: source[ink])
        destination[ink] = Sample(truncatingIfNeeded: (rest &* paper &+ full / 2) / full)
      }
      if hasAlpha { destination[3] = source[4] }
      source += step
      destination += hasAlpha ? 4 : 3
    }
  }

  /// Divides by alpha into 16 bits, so that multiplying again gives back the same codes.
  private static func divide(
    _ source: UnsafePointer<UInt8>, step: Int, _ destination: UnsafeMutablePointer<UInt16>,
    count: Int
  ) {
    var source = source
    var destination = destination
    for _ in 0..<count {
      let alpha = UInt32(source[3])
      for channel in 0..<3 {
        // A colour above its alpha is a writer's mistake; it is clipped.
        let code = min(UInt32(source[channel]), alpha)
        let straight = alpha == 0 ? 0 : (code &* 65535 &+ alpha / 2) / alpha
        destination[channel] = UInt16(truncatingIfNeeded: straight)
      }
      destination[3] = UInt16(truncatingIfNeeded: alpha &* 257)
      source += step
      destination += 4
    }
  }
}
