import Glibc
import Tiles

/// Finds how much brighter than white a picture is, whose file does not say it.
///
/// That is the brightness which all but one in a thousand of its pixels stay below: a few that a
/// renderer got wrong, or a glint, must not darken all the others.
package struct LightMeter {
  /// Pixels by their brightness, in sixteenths of a stop from white on.
  private var bins = [Int](repeating: 0, count: Self.stops * Self.binsOfStop)
  private var count = 0

  private static let stops = 16
  private static let binsOfStop = 16
  /// One pixel of so many may be brighter.
  private static let rarity = 1000
  /// What PQ ends at, 10 000 cd/m², over white's 203 (Report ITU-R BT.2408): tone mapping knows no
  /// brighter ones.
  private static let most = 10000.0 / 203

  /// Nothing measured yet.
  package init() {}

  /// Takes a pixel in, by the most of its three lights; what is no number does not count.
  @inline(__always)
  package mutating func add(_ light: Float) {
    count &+= 1
    // Neither what is no number nor what is infinite is brighter than the rest.
    guard light > 1, light <= HalfFloats.largest else { return }
    // The exponent and four bits of the mantissa: near enough to a logarithm.
    let bin = Int(truncatingIfNeeded: light.bitPattern &>> 19) &- 127 &* Self.binsOfStop
    bins[min(max(bin, 0), bins.count &- 1)] &+= 1
  }

  /// Takes in pixels of three floats or more, `step` of them from one pixel to the next.
  package mutating func add(_ pixels: UnsafePointer<Float>, count: Int, step: Int) {
    var index = 0
    // Most pixels are no brighter than white: eight at a time need no closer look.
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

  /// Takes in what another has measured.
  package mutating func add(_ other: LightMeter) {
    count &+= other.count
    for bin in bins.indices { bins[bin] &+= other.bins[bin] }
  }

  /// How much brighter than white the picture is; 1 where it is not.
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
