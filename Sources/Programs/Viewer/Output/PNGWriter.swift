import CPNG
import Geometry

/// libpng's writer, destroyed at the end of its owner's lifetime.
struct PNGWriter: ~Copyable {
  /// The writer; valid while this value lives.
  let pointer: OpaquePointer

  /// Favours speed over size: writing must not take longer than decoding.
  private static let compressionLevel: Int32 = 3

  /// Creates a writer of RGBA pixels to an open file; `nil` if there is not enough memory.
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

/// The newest measured values.
struct Samples: Sendable {
  private var values: [Double] = []
  /// The number of values added.
  private(set) var count = 0

  /// Enough for minutes of motion, but bounded.
  private static let most = 16_384

  mutating func add(_ value: Double) {
    if values.count < Self.most {
      values.append(value)
    } else {
      values[count % Self.most] = value
    }
    count += 1
  }

  /// Returns the value that this fraction of the values do not exceed; 0 if there are none.
  func percentile(_ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// The largest value; 0 if there are none.
  var largest: Double { values.max() ?? 0 }
}
