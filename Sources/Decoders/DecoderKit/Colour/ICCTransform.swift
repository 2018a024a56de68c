import CLCMS
import Resampling

/// A conversion between two profiles: an owning handle for lcms2's `cmsHTRANSFORM`.
///
/// Thread-safe: it is created without lcms2's one-pixel cache, so it has no mutable state.
final class ICCTransform: RowConverting, @unchecked Sendable {
  // Sendable: see above; `handle` is constant and freed in `deinit`.
  private let handle: cmsHTRANSFORM

  /// Converts samples of `format` to red, green and blue of the same depth.
  ///
  /// A fine transform takes 0.1 s to create, and keeps 8-bit accuracy in dark tones.
  ///
  /// Channels after the colours (alpha, padding) are copied unchanged.
  init?(
    from source: borrowing ICCProfile, format: RowFormat, to destination: borrowing ICCProfile,
    intent: UInt32, compensatesBlackPoint: Bool, isFine: Bool = false
  ) {
    let extra = Self.extra(format)
    // Most of L*a*b* is outside any display's gamut, so a table over all of it is too coarse.
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

  /// Tables of 65 points on each axis, encoded as lcms2's `cmsFLAGS_GRIDPOINTS` does.
  private static let fineGrid: Int32 = 65 << 16

  static func bytesPerPixel(of format: RowFormat) -> Int {
    (3 + extra(format)) * format.depth / 8
  }

  /// Converts `count` adjacent pixels.
  func apply(_ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, count: Int) {
    cmsDoTransform(handle, source, destination, UInt32(truncatingIfNeeded: count))
  }

  /// True if all samples of a format become one colour, because the profile's tables are
  /// degenerate.
  ///
  /// It compares the corners at 75 % of each sample's range, because lcms2 keeps white unchanged
  /// regardless of the tables.
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

  /// The number of samples in a pixel that are not colours.
  private static func extra(_ format: RowFormat) -> Int {
    format.bytesPerPixel / (format.depth / 8) - colors(format.channels)
  }

  /// The pixel type, built as lcms2's `TYPE_…` macros do.
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
