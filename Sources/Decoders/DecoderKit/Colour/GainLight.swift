import DecoderProtocol
import Glibc

/// Computes light from a base picture and its gain map: `(base + offset) · 2^(gain · weight) −
/// offset`.
///
/// The map's value to the power of 1 / gamma interpolates the gain between its minimum and maximum.
package struct GainLight {
  /// The parameters of the gain map.
  package let map: GainMap
  /// The peak brightness of the result, relative to white.
  package let headroom: Double
  private let samples: [UInt8]
  private let channels: Int
  /// The light of each code: all of red, then green, then blue.
  private let light: [Float]
  private let codes: Int
  /// The factor for the base's light at each step of the map's value, in the same order.
  private let factors: [Float]
  private let baseOffsets: SIMD3<Float>
  private let alternateOffsets: SIMD3<Float>

  /// Steps of the map's values; values between two steps are interpolated.
  private static let steps = 4095

  /// The map's samples, the light of each code of the base picture, and the display's headroom in
  /// stops above white.
  ///
  /// There are 256 codes for 8-bit samples, and 4096 for the upper 12 bits of 16-bit samples.
  package init(_ map: GainMap, samples: [UInt8], channels: Int, light: [[Float]], stops: Double) {
    self.map = map
    self.samples = samples
    self.channels = channels
    self.light = light.flatMap { $0 }
    codes = light.first?.count ?? 0
    let range = Double(map.alternateCapacity) - Double(map.baseCapacity)
    let weight = min(max((stops - Double(map.baseCapacity)) / range, 0), 1)
    let all = (0..<3).map { channel -> (Double, Double, Double) in
      func number(_ values: GainMap.Channels) -> Double {
        Double([values.red, values.green, values.blue][channel])
      }
      return (number(map.minimum), number(map.maximum), 1 / number(map.gamma))
    }
    factors = all.flatMap { minimum, maximum, power in
      (0...Self.steps).map { step in
        let share = pow(Double(step) / Double(Self.steps), power)
        return Float(exp2((minimum + (maximum - minimum) * share) * weight))
      }
    }
    headroom = max(1, exp2(weight * (all.map(\.1).max() ?? 0)))
    baseOffsets = SIMD3(map.baseOffset.red, map.baseOffset.green, map.baseOffset.blue)
    alternateOffsets = SIMD3(
      map.alternateOffset.red, map.alternateOffset.green, map.alternateOffset.blue)
  }

  /// Memory in bytes.
  package var byteCount: Int { samples.count + (3 * (Self.steps + 1) + light.count) * 4 }

  /// The two map samples around a pixel's centre, and the weight of the second.
  package struct Place {
    fileprivate var first: Int
    fileprivate var second: Int
    fileprivate var share: Float
  }

  /// The places of some columns of a picture `width` pixels wide.
  package func places(_ columns: Range<Int>, of width: Int) -> [Place] {
    columns.map { column in
      var place = Self.place(column, of: width, in: map.size.width)
      place.first *= channels
      place.second *= channels
      return place
    }
  }

  /// Converts some columns of row `y` to floats: red, green, blue.
  package func apply(
    _ row: UnsafePointer<UInt8>, y: Int, columns: [Place], height: Int,
    into target: UnsafeMutablePointer<Float>
  ) {
    fill(target, row, y: y, columns: columns, height: height) { Int($0) }
  }

  /// Converts some columns of row `y` of 16-bit samples to floats: red, green, blue.
  package func apply(
    _ row: UnsafePointer<UInt16>, y: Int, columns: [Place], height: Int,
    into target: UnsafeMutablePointer<Float>
  ) {
    fill(target, row, y: y, columns: columns, height: height) { Int($0) >> 4 }
  }

  private func fill<Sample>(
    _ target: UnsafeMutablePointer<Float>, _ row: UnsafePointer<Sample>, y: Int,
    columns: [Place], height: Int, code: (Sample) -> Int
  ) {
    let mixed = mixedRow(Self.place(y, of: height, in: map.size.height))
    // The map has one sample for all channels or one for each.
    let (green, blue) = channels == 1 ? (0, 0) : (1, 2)
    mixed.withUnsafeBufferPointer { mixed in
      light.withUnsafeBufferPointer { light in
        factors.withUnsafeBufferPointer { factors in
          func shown(_ sampled: Sample, _ channel: Int, _ sample: Int, _ place: Place) -> Float {
            let (first, second) = (mixed[place.first &+ sample], mixed[place.second &+ sample])
            let value = Int(first + (second - first) * place.share)
            let base = light[channel &* codes &+ code(sampled)] + baseOffsets[channel]
            return base * factors[channel &* (Self.steps &+ 1) &+ value]
              - alternateOffsets[channel]
          }
          for (index, place) in columns.enumerated() {
            let pixel = index &* 3
            target[pixel] = shown(row[pixel], 0, 0, place)
            target[pixel &+ 1] = shown(row[pixel &+ 1], 1, green, place)
            target[pixel &+ 2] = shown(row[pixel &+ 2], 2, blue, place)
          }
        }
      }
    }
  }

  /// A row interpolated between two rows of the map, in steps, plus one half for rounding.
  private func mixedRow(_ place: Place) -> [Float] {
    let width = map.size.width * channels
    let scale = Float(Self.steps) / 255
    return samples.withUnsafeBufferPointer { samples in
      (0..<width).map { column in
        let upper = Float(samples[place.first &* width &+ column])
        let lower = Float(samples[place.second &* width &+ column])
        return (upper + (lower - upper) * place.share) * scale + 0.5
      }
    }
  }

  private static func place(_ pixel: Int, of count: Int, in samples: Int) -> Place {
    let middle = (Double(pixel) + 0.5) * Double(samples) / Double(count) - 0.5
    let position = min(max(middle, 0), Double(samples - 1))
    let first = Int(position)
    return Place(
      first: first, second: min(first + 1, samples - 1), share: Float(position - Double(first)))
  }
}
