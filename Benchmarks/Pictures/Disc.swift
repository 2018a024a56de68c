import Glibc

/// A disc of one colour, in pixels, with encoded components from 0 to 255.
struct Disc {
  let x: Double
  let y: Double
  let radius: Double
  let color: SIMD3<Double>

  /// Paints the disc's part of a row over what is there; pixels at its edge get a share of it.
  func paint(row: Int, width: Int, into target: UnsafeMutablePointer<UInt8>) {
    let dy = Double(row) + 0.5 - y
    let outer = (radius + 0.5) * (radius + 0.5) - dy * dy
    guard outer > 0 else { return }
    let reach = outer.squareRoot()
    let covered = radius > 0.5 ? max(0, (radius - 0.5) * (radius - 0.5) - dy * dy).squareRoot() : 0
    let (left, right) = (clamp(x - reach, width), clamp(x + reach + 1, width))
    let begin = max(left, min(right, clamp(x - covered + 1, width)))
    let end = max(begin, min(right, clamp(x + covered - 1, width)))
    blend(left..<begin, dy, target)
    let bytes = stored(color)
    for column in begin..<end {
      let place = target + column &* 3
      (place[0], place[1], place[2]) = bytes
    }
    blend(end..<max(end, right), dy, target)
  }

  private func blend(_ columns: Range<Int>, _ dy: Double, _ target: UnsafeMutablePointer<UInt8>) {
    for column in columns {
      let dx = Double(column) + 0.5 - x
      let share = min(max(radius + 0.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
      let place = target + column &* 3
      let below = SIMD3(Double(place[0]), Double(place[1]), Double(place[2]))
      (place[0], place[1], place[2]) = stored(below + (color - below) * share)
    }
  }

  private func stored(_ color: SIMD3<Double>) -> (UInt8, UInt8, UInt8) {
    (UInt8(color.x + 0.5), UInt8(color.y + 0.5), UInt8(color.z + 0.5))
  }

  private func clamp(_ column: Double, _ width: Int) -> Int {
    Int(min(max(column, 0), Double(width)))
  }
}
