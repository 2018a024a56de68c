import Geometry
import Glibc
import TestSupport

/// The renderer's output: premultiplied RGBA8, top row first.
///
/// Compare with `largestDifference`: a failed expectation about whole byte arrays takes minutes to
/// describe itself.
struct FilteredPixels: CustomStringConvertible, CustomReflectable {
  let size: PixelSize
  let bytes: [UInt8]

  var description: String { "\(size.width)x\(size.height) pixels" }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// The premultiplied pixel at a position.
  func premultiplied(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let i = (y * size.width + x) * 4
    return SIMD4(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
  }

  /// The straight colour at a position, encoded, 0 to 1.
  func straight(_ x: Int, _ y: Int) -> SIMD4<Double> { premultiplied(x, y).straight }

  /// The largest difference of any two corresponding bytes; 256 if the sizes differ.
  func largestDifference(_ other: [UInt8]) -> Int {
    guard bytes.count == other.count else { return 256 }
    return zip(bytes, other).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// The peak signal-to-noise ratio against other bytes, in decibels, over all four channels.
  func psnr(_ other: [UInt8]) -> Double { bytes.psnr(other) }

  /// Returns the part inside a rectangle.
  func cropped(to rect: PixelRect) -> FilteredPixels {
    var part: [UInt8] = []
    for y in rect.minY..<rect.maxY {
      let start = (y * size.width + rect.minX) * 4
      part += bytes[start..<start + rect.width * 4]
    }
    return FilteredPixels(size: rect.size, bytes: part)
  }
}
