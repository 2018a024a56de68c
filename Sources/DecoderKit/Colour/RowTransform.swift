/// What has to be done to each full row, before it can be linearised channel by channel.
enum RowTransform: Sendable {
  /// lcms2 turns the samples into red, green and blue.
  case icc(ICCTransform)
  /// Inks without a profile: each takes away its complement.
  case inks

  /// Converts `count` pixels of `format`; inks become packed red, green and blue.
  func apply(
    _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, count: Int,
    format: RowFormat
  ) {
    switch self {
    case .icc(let transform): transform.apply(source, destination, count: count)
    case .inks:
      if format.depth == 8 {
        Self.mix(
          source.assumingMemoryBound(to: UInt8.self), step: format.bytesPerPixel,
          destination.assumingMemoryBound(to: UInt8.self), count: count, full: 255)
      } else {
        Self.mix(
          source.assumingMemoryBound(to: UInt16.self), step: format.bytesPerPixel / 2,
          destination.assumingMemoryBound(to: UInt16.self), count: count, full: 65535)
      }
    }
  }

  @inline(__always)
  private static func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafePointer<Sample>, step: Int, _ destination: UnsafeMutablePointer<Sample>,
    count: Int, full: UInt64
  ) {
    var source = source
    var destination = destination
    for _ in 0..<count {
      let paper = full &- UInt64(truncatingIfNeeded: source[3])
      for ink in 0..<3 {
        let rest = full &- UInt64(truncatingIfNeeded: source[ink])
        destination[ink] = Sample(truncatingIfNeeded: (rest &* paper &+ full / 2) / full)
      }
      source += step
      destination += 3
    }
  }
}
