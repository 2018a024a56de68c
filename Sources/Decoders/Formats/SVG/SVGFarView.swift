import DecoderKit
import Geometry
import Glibc

/// A reduced view of a part of a level and its surroundings, for filters that bring content from
/// far away.
struct SVGFarView {
  /// The reduction: a power of two.
  let division: Double
  /// The size of the whole document at this reduction.
  let level: PixelSize
  /// The part at this reduction.
  let area: PixelRect
  /// The part and everything that its pixels may depend on.
  let wide: PixelRect

  /// A view for an area of a level with the given reach in pixels; at most `farthest` may remain
  /// after the reduction, and at most `mostPixels` may be drawn.
  init(
    _ area: PixelRect, of level: PixelSize, reach: Double, farthest: Double, mostPixels: Int
  ) {
    var division = 2.0
    while true {
      let small = Self.divided(level, by: division)
      let part = Self.divided(area, by: division).intersection(PixelRect(small))
      let left = reach / division
      let wide =
        left > farthest
        ? part
        : part.grown(by: Int(left.rounded(.up)) + 2)
          .intersection(PixelRect(small))
      if left <= farthest, wide.width * wide.height <= mostPixels || left < 1 {
        (self.division, self.level, self.area, self.wide) = (division, small, part, wide)
        return
      }
      division *= 2
    }
  }

  private static func divided(_ size: PixelSize, by number: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(size.width) / number).rounded(.up))),
      height: max(1, Int((Double(size.height) / number).rounded(.up))))
  }

  /// Divides and rounds outwards, to at least a pixel.
  private static func divided(_ area: PixelRect, by number: Double) -> PixelRect {
    PixelRect(
      minX: Int((Double(area.minX) / number).rounded(.down)),
      minY: Int((Double(area.minY) / number).rounded(.down)),
      maxX: Int((Double(area.maxX) / number).rounded(.up)),
      maxY: Int((Double(area.maxY) / number).rounded(.up)))
  }

  /// Adds the difference between the drawings of `wide` and of `area` to a part of a drawing of the
  /// level itself.
  func add(
    _ all: UnsafePointer<UInt32>, minus own: UnsafePointer<UInt32>, to drawn: DrawnStrip,
    _ part: PixelRect
  ) {
    let differences = differences(all, own)
    let columns = (part.minX..<part.maxX).map { Neighbours($0, division, area.minX..<area.maxX) }
    for y in part.minY..<part.maxY {
      let row = Neighbours(y, division, area.minY..<area.maxY)
      let (upper, lower) = (row.first * area.width, row.second * area.width)
      let line = drawn.pixels + (y - drawn.area.minY) * drawn.area.width - drawn.area.minX
      for (x, column) in zip(part.minX..<part.maxX, columns) {
        let above = Self.mixed(
          differences[upper + column.first], differences[upper + column.second], column.share)
        let below = Self.mixed(
          differences[lower + column.first], differences[lower + column.second], column.share)
        let difference = Self.mixed(above, below, row.share)
        line[x] = Self.sum(line[x], difference)
      }
    }
  }

  /// The difference for each pixel of the part: blue, green, red, alpha.
  private func differences(
    _ all: UnsafePointer<UInt32>, _ own: UnsafePointer<UInt32>
  ) -> [SIMD4<Float>] {
    var differences: [SIMD4<Float>] = []
    differences.reserveCapacity(area.width * area.height)
    for y in 0..<area.height {
      let line = all + (y + area.minY - wide.minY) * wide.width + area.minX - wide.minX
      for x in 0..<area.width {
        differences.append(Self.channels(line[x]) - Self.channels(own[y * area.width + x]))
      }
    }
    return differences
  }

  private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4<Float>(
      SIMD4<UInt32>(pixel & 255, pixel &>> 8 & 255, pixel &>> 16 & 255, pixel &>> 24))
  }

  private static func mixed(
    _ first: SIMD4<Float>, _ second: SIMD4<Float>, _ share: Float
  ) -> SIMD4<Float> { first + (second - first) * share }

  /// No colour may exceed alpha.
  private static func sum(_ pixel: UInt32, _ difference: SIMD4<Float>) -> UInt32 {
    guard difference != .zero else { return pixel }
    let sum = (channels(pixel) + difference).rounded(.toNearestOrEven)
      .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    let bytes = SIMD4<UInt32>(sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: sum.w)))
    return bytes.x | bytes.y &<< 8 | bytes.z &<< 16 | bytes.w &<< 24
  }

  /// The pixels of the small part on both sides of a position, and the weight of the second.
  private struct Neighbours {
    let first: Int
    let second: Int
    let share: Float

    init(_ pixel: Int, _ division: Double, _ part: Range<Int>) {
      let place = (Double(pixel) + 0.5) / division - 0.5 - Double(part.lowerBound)
      let left = place.rounded(.down)
      first = min(max(Int(left), 0), part.count - 1)
      second = min(max(Int(left) + 1, 0), part.count - 1)
      share = Float(place - left)
    }
  }
}
