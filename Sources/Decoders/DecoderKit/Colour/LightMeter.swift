import Glibc
import Tiles

/// Measures a picture's headroom, the peak brightness above white, when the file does not state it.
///
/// The result is the 99.9th percentile of brightness, so a few bad or glinting pixels do not darken
/// all the others.
package struct LightMeter {
  /// Histogram of brightness above white, in sixteenths of a stop.
  private var bins = [Int](repeating: 0, count: Self.stops * Self.binsOfStop)
  private var count = 0

  private static let stops = 16
  private static let binsOfStop = 16
  /// One pixel in this many may be brighter than the result.
  private static let rarity = 1000
  /// PQ's maximum of 10 000 cd/m² relative to white at 203 (Report ITU-R BT.2408): tone mapping
  /// goes no further.
  private static let most = 10000.0 / 203

  /// An empty meter.
  package init() {}

  /// Adds a pixel by the largest of its three channels; NaN is ignored.
  @inline(__always)
  package mutating func add(_ light: Float) {
    count &+= 1
    // NaN and infinity do not count as bright.
    guard light > 1, light <= HalfFloats.largest else { return }
    // The exponent and four bits of the mantissa approximate a logarithm.
    let bin = Int(truncatingIfNeeded: light.bitPattern &>> 19) &- 127 &* Self.binsOfStop
    bins[min(max(bin, 0), bins.count &- 1)] &+= 1
  }

  /// Adds pixels of colours, or of grey if they have less than three floats; `step` is the distance
  /// between pixels in floats.
  package mutating func add(_ pixels: UnsafePointer<Float>, count: Int, step: Int) {
    guard step >= 3 else {
      for index in 0..<count { add(pixels[index &* step]) }
      return
    }
    var index = 0
    // Most pixels are no brighter than white, so eight are checked at a time.
    while step == 3, index + 8 <= count {
      let bytes = UnsafeRawPointer(pixels + index &* 3)
      let (first, second, third) = (
        bytes.loadUnaligned(as: SIMD8<Float>.self),
        bytes.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self),
        bytes.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self)
      )
      if any((first .> 1) .| (second .> 1) .| (third .> 1)) {
        addEach(pixels + index &* 3, count: 8, step: 3)
      } else {
        self.count &+= 8
      }
      index &+= 8
    }
    addEach(pixels + index &* step, count: count &- index, step: step)
  }

  private mutating func addEach(_ pixels: UnsafePointer<Float>, count: Int, step: Int) {
    for index in 0..<count {
      let pixel = pixels + index &* step
      add(max(pixel[0], max(pixel[1], pixel[2])))
    }
  }

  /// Adds another meter's measurements.
  package mutating func add(_ other: LightMeter) {
    count &+= other.count
    for bin in bins.indices { bins[bin] &+= other.bins[bin] }
  }

  /// The picture's peak brightness relative to white; at least 1.
  package var headroom: Double {
    var brighter = count / Self.rarity
    for bin in bins.indices.reversed() {
      brighter -= bins[bin]
      guard brighter < 0 else { continue }
      let bits = UInt32(bin + 1 + 127 * Self.binsOfStop) << 19
      return min(Double(Float(bitPattern: bits)), Self.most)
    }
    return 1
  }
}
