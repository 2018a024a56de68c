import CLCMS
import Resampling

/// A conversion between two profiles: an owning handle for lcms2's `cmsHTRANSFORM`.
///
/// It may be used on several threads at once: it is made without lcms2's one-pixel cache, and then
/// nothing in it changes.
final class ICCTransform: RowConverting, @unchecked Sendable {
  // Sendable: see above; `handle` is a constant, and freed when nobody can use it any more.
  private let handle: cmsHTRANSFORM

  /// From samples of `format` to samples of red, green and blue of the same depth.
  ///
  /// A fine one takes a tenth of a second to be made, and is as exact as 8 bits where it is dark.
  ///
  /// What follows a pixel's colours (alpha, padding) is carried over as it is.
  init?(
    from source: borrowing ICCProfile, format: RowFormat, to destination: borrowing ICCProfile,
    intent: UInt32, compensatesBlackPoint: Bool, isFine: Bool = false
  ) {
    let extra = Self.extra(format)
    // A table over all of L*a*b*, most of which no display has, is too coarse at what it has.
    let exactness =
      source.space == .lab
      ? cmsFLAGS_NOOPTIMIZE : isFine ? Self.fineGrid : 0
    guard extra <= 7,
      let handle = cmsCreateTransform(
        source.handle, Self.pixelType(source.space, format, extra: extra), destination.handle,
        Self.pixelType(.rgb, RowFormat(channels: .rgb, depth: format.depth), extra: extra), intent,
        UInt32(cmsFLAGS_NOCACHE | exactness)
          | (compensatesBlackPoint ? UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION) : 0)
          | (extra > 0 ? UInt32(cmsFLAGS_COPY_ALPHA) : 0))
    else { return nil }
    self.handle = handle
  }

  deinit { cmsDeleteTransform(handle) }

  /// Tables of 65 points on each axis, as lcms2's `cmsFLAGS_GRIDPOINTS` says it.
  private static let fineGrid: Int32 = 65 << 16

  /// Bytes of one converted pixel.
  static func bytesPerPixel(of format: RowFormat) -> Int {
    (3 + extra(format)) * format.depth / 8
  }

  /// Converts `count` pixels that follow one another.
  func apply(_ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, count: Int) {
    cmsDoTransform(handle, source, destination, UInt32(truncatingIfNeeded: count))
  }

  /// Whether a format's samples all become one colour: a profile with tables that say nothing.
  ///
  /// The corners of three quarters of each sample are compared: lcms2 keeps white as it is,
  /// whatever the tables make of it.
  func isConstant(_ format: RowFormat) -> Bool {
    let (colors, sampleBytes) = (Self.colors(format.channels), format.depth / 8)
    let count = 1 << colors
    var corners = [UInt8](repeating: 0, count: count * format.bytesPerPixel)
    for corner in 0..<count {
      for color in 0..<colors where corner >> color & 1 == 1 {
        for byte in 0..<sampleBytes {
          corners[corner * format.bytesPerPixel + color * sampleBytes + byte] = 0xC0
        }
      }
    }
    let step = Self.bytesPerPixel(of: format)
    var converted = [UInt8](repeating: 0, count: count * step)
    corners.withUnsafeBytes { corners in
      converted.withUnsafeMutableBytes { converted in
        guard let source = corners.baseAddress, let target = converted.baseAddress else { return }
        apply(source, target, count: count)
      }
    }
    let first = converted.prefix(3 * sampleBytes)
    return (1..<count).allSatisfy { converted[($0 * step)...].starts(with: first) }
  }

  private static func colors(_ channels: RowFormat.Channels) -> Int {
    channels.hasAlpha ? channels.count - 1 : channels.count
  }

  /// Samples of a pixel that are no colours.
  private static func extra(_ format: RowFormat) -> Int {
    format.bytesPerPixel / (format.depth / 8) - colors(format.channels)
  }

  /// The number that lcms2's `TYPE_…` macros would give.
  private static func pixelType(
    _ space: ICCProfile.Space, _ format: RowFormat, extra: Int
  ) -> UInt32 {
    let space =
      switch space {
      case .gray: PT_GRAY
      case .rgb: PT_RGB
      case .cmyk: PT_CMYK
      case .lab: PT_Lab
      }
    return UInt32(space) << 16 | UInt32(extra) << 7 | UInt32(colors(format.channels)) << 3
      | UInt32(format.depth / 8)
  }
}
