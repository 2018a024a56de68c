import CPNG
import Geometry

/// libpng's writer, given back when its owner goes away.
struct PNGWriter: ~Copyable {
  /// The writer, lent.
  let pointer: OpaquePointer

  /// Quick rather than small: the writing must not take longer than the decoding.
  private static let compressionLevel: Int32 = 3

  /// A writer of RGBA pixels to an open file; `nil` without memory.
  init?(descriptor: Int32, size: PixelSize) {
    guard
      let pointer = fresnel_png_writer_create(
        descriptor, UInt32(clamping: size.width), UInt32(clamping: size.height), 4,
        Self.compressionLevel)
    else { return nil }
    self.pointer = pointer
  }

  deinit { fresnel_png_writer_destroy(pointer) }
}

/// Measured values of which the newest are kept.
struct Samples: Sendable {
  private var values: [Double] = []
  /// How many there were.
  private(set) var count = 0

  /// Enough for minutes of motion, and not for a leak.
  private static let most = 16_384

  /// Notes a value.
  mutating func add(_ value: Double) {
    if values.count < Self.most {
      values.append(value)
    } else {
      values[count % Self.most] = value
    }
    count += 1
  }

  /// The value that a share of them did not exceed; 0 without any.
  func percentile(_ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// The largest of them; 0 without any.
  var largest: Double { values.max() ?? 0 }
}
