import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// Makes light of an ordinary picture's rows and its gain map: `(base + offset) · 2^(gain · weight)
/// − offset`, with the gain between its ends by the map's value to the power of 1 / gamma.
struct GainLight {
  /// How the map is applied.
  let map: GainMap
  /// How much brighter than white the result becomes.
  let headroom: Double
  private let samples: [UInt8]
  private let channels: Int
  /// The light of each of 256 codes: red, green, blue.
  private let light: [[Float]]
  /// What the base's light is multiplied by, for each step of the map's value.
  private let factors: [[Float]]
  private let offsets: [(base: Float, alternate: Float)]

  /// Steps of the map's values, between which they are mixed.
  private static let steps = 4095

  /// A map's samples, and the light of the base picture's codes; for so many stops above white.
  init(_ map: GainMap, samples: [UInt8], channels: Int, light: [[Float]], stops: Double) {
    self.map = map
    self.samples = samples
    self.channels = channels
    self.light = light
    let range = Double(map.alternateCapacity) - Double(map.baseCapacity)
    let weight = min(max((stops - Double(map.baseCapacity)) / range, 0), 1)
    let all = (0..<3).map { channel -> (Double, Double, Double) in
      func number(_ values: GainMap.Channels) -> Double {
        Double([values.red, values.green, values.blue][channel])
      }
      return (number(map.minimum), number(map.maximum), 1 / number(map.gamma))
    }
    factors = all.map { minimum, maximum, power in
      (0...Self.steps).map { step in
        let share = pow(Double(step) / Double(Self.steps), power)
        return Float(exp2((minimum + (maximum - minimum) * share) * weight))
      }
    }
    headroom = max(1, exp2(weight * (all.map(\.1).max() ?? 0)))
    offsets = [
      (map.baseOffset.red, map.alternateOffset.red),
      (map.baseOffset.green, map.alternateOffset.green),
      (map.baseOffset.blue, map.alternateOffset.blue),
    ]
  }

  /// Bytes that it holds.
  var byteCount: Int { samples.count + 3 * (Self.steps + 257) * 4 }

  /// Makes floats of a row: red, green, blue of some columns of the row `y` of a picture of a size.
  func apply(
    _ row: UnsafePointer<UInt8>, y: Int, columns: Range<Int>, of size: PixelSize,
    into target: UnsafeMutablePointer<Float>
  ) {
    let rows = Self.place(y, of: size.height, in: map.size.height)
    samples.withUnsafeBufferPointer { samples in
      for (index, x) in columns.enumerated() {
        let column = Self.place(x, of: size.width, in: map.size.width)
        func value(_ channel: Int) -> Int {
          func at(_ x: Int, _ y: Int) -> Float {
            Float(samples[(y &* map.size.width &+ x) &* channels &+ channel])
          }
          let upper =
            at(column.first, rows.first) * (1 - column.share)
            + at(column.second, rows.first) * column.share
          let lower =
            at(column.first, rows.second) * (1 - column.share)
            + at(column.second, rows.second) * column.share
          let mixed = upper * (1 - rows.share) + lower * rows.share
          return Int(mixed / 255 * Float(Self.steps) + 0.5)
        }
        let own = channels == 1 ? value(0) : 0
        for channel in 0..<3 {
          let factor = factors[channel][channels == 1 ? own : value(channel)]
          let base = light[channel][Int(row[index &* 3 &+ channel])]
          let offset = offsets[channel]
          target[index &* 3 &+ channel] = (base + offset.base) * factor - offset.alternate
        }
      }
    }
  }

  /// Between which two samples the middle of a pixel lies, and how far from the first.
  private static func place(
    _ pixel: Int, of count: Int, in samples: Int
  ) -> (first: Int, second: Int, share: Float) {
    let middle = (Double(pixel) + 0.5) * Double(samples) / Double(count) - 0.5
    let position = min(max(middle, 0), Double(samples - 1))
    let first = Int(position)
    return (first, min(first + 1, samples - 1), Float(position - Double(first)))
  }
}
