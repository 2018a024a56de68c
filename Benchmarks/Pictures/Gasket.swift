import Geometry
import Glibc

/// Discs that touch each other, with ever smaller ones in the gaps, and within the largest ones the
/// same again: detail at every scale, with sharp edges.
///
/// These are Apollonian gaskets. Each disc that is large enough shows its diameter in pixels.
struct Gasket: RowPainter {
  /// A circle's curvature, and the products of its centre's coordinates and the curvature.
  ///
  /// The curvature is 1 / radius, negative if the circle encloses the others. In these numbers
  /// Descartes' theorem is linear: the two circles that touch the same three add up to twice the
  /// sum of those three.
  private typealias Circle = SIMD3<Double>

  /// The curvatures of the outermost circle and of the first three in it.
  private static let beginnings: [[Double]] = [[-6, 11, 14, 15], [-3, 5, 8, 8], [-2, 3, 6, 7]]
  private static let background = SIMD3<Double>(16, 22, 34)
  private static let white = SIMD3<Double>(repeating: 255)
  /// Four colours for each size, from the largest discs to the smallest; discs that touch each
  /// other have different ones.
  private static let palettes: [[SIMD3<Double>]] = [
    [[244, 162, 97], [30, 72, 98], [38, 148, 140], [231, 102, 78]],
    [[255, 209, 102], [17, 98, 140], [6, 174, 156], [239, 71, 111]],
    [[255, 190, 120], [88, 64, 150], [50, 150, 200], [240, 98, 130]],
    [[250, 220, 120], [60, 74, 160], [64, 176, 190], [236, 92, 88]],
  ]
  /// Digits of three by five dots, row by row.
  private static let digits = [
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
    0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010,
    0b111_101_111_101_111, 0b111_101_111_001_111,
  ]
  /// Radii in pixels: of the smallest discs, of the smallest with rings and with a number, and of
  /// the largest that have no discs within them.
  private static let (smallest, ringed, numbered, plain) = (1.2, 6.0, 14.0, 3000.0)

  private let size: PixelSize
  private let largest: Double
  /// In the order of painting.
  private var discs: [Disc] = []
  /// The indices of the discs that reach each `Terrain.cell` rows.
  private var reaching: [[Int32]] = []

  init(size: PixelSize) {
    self.size = size
    // The picture's corners are just within the outermost circle.
    let (width, height) = (Double(size.width), Double(size.height))
    largest = 0.502 * hypot(width, height)
    fill(x: width / 2, y: height / 2, radius: largest, beginning: 0, turned: 0.5, shift: 0)
    reaching = Array(repeating: [], count: (size.height + Terrain.cell - 1) / Terrain.cell)
    for (index, disc) in discs.enumerated() {
      let first = max(0, Int(disc.y - disc.radius - 1) / Terrain.cell)
      let last = min(reaching.count - 1, Int(disc.y + disc.radius + 1) / Terrain.cell)
      for cell in stride(from: first, through: last, by: 1) { reaching[cell].append(Int32(index)) }
    }
  }

  func paint(_ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>) {
    for row in rows {
      let line = target + (row - rows.lowerBound) * size.width * 3
      for column in 0..<size.width {
        for channel in 0..<3 { line[column &* 3 &+ channel] = UInt8(Self.background[channel]) }
      }
      for index in reaching[rows.lowerBound / Terrain.cell] {
        discs[Int(index)].paint(row: row, width: size.width, into: line)
      }
    }
  }

  /// Fills a circle with discs.
  private mutating func fill(
    x: Double, y: Double, radius: Double, beginning: Int, turned: Double, shift: Int
  ) {
    let curvatures = Self.beginnings[beginning].map { $0 / -Self.beginnings[beginning][0] }
    let (a, b, c) = (curvatures[1], curvatures[2], curvatures[3])
    let first = [
      [-1, 0, 0], Self.circle(a, at: turned), Self.circle(b, at: turned + Self.angle(a, b)),
      Self.circle(c, at: turned - Self.angle(a, c)),
    ]
    func add(_ circle: Circle, _ number: Int, to gasket: inout Gasket) {
      gasket.add(
        x: x + circle.y / circle.x * radius, y: y + circle.z / circle.x * radius,
        radius: radius / circle.x, slot: (number + shift) % 4)
    }
    for number in 1...3 { add(first[number], number, to: &self) }
    var waiting: [(circles: [Circle], newest: Int?)] = [(first, nil)]
    while let (circles, newest) = waiting.popLast() {
      let sum = circles[0] + circles[1] + circles[2] + circles[3]
      for number in 0..<4 where number != newest {
        let circle = 2 * sum - 3 * circles[number]
        if circle.x * Self.smallest > radius { continue }
        add(circle, number, to: &self)
        var next = circles
        next[number] = circle
        waiting.append((next, number))
      }
    }
  }

  /// Returns a circle that touches the unit circle from within, in a direction in radians.
  private static func circle(_ curvature: Double, at angle: Double) -> Circle {
    [curvature, (curvature - 1) * cos(angle), (curvature - 1) * sin(angle)]
  }

  /// Returns the angle between two such circles that touch each other.
  private static func angle(_ a: Double, _ b: Double) -> Double {
    let (p, q, apart) = (1 - 1 / a, 1 - 1 / b, 1 / a + 1 / b)
    return acos(min(max((p * p + q * q - apart * apart) / (2 * p * q), -1), 1))
  }

  /// Adds a disc with what is on it, unless it is outside of the picture.
  private mutating func add(x: Double, y: Double, radius: Double, slot: Int) {
    guard x > -radius, y > -radius, x < Double(size.width) + radius,
      y < Double(size.height) + radius
    else { return }
    let color = self.color(slot, radius: radius)
    let light = color + (Self.white - color) * 0.16
    func add(_ share: Double, _ color: SIMD3<Double>, to gasket: inout Gasket) {
      gasket.discs.append(Disc(x: x, y: y, radius: radius * share, color: color))
    }
    add(0.985, color, to: &self)
    if radius > Self.plain {
      add(0.95, light, to: &self)
      add(0.915, color, to: &self)
      add(0.88, Self.background, to: &self)
      let number = Int(x * 7 + y * 13).magnitude
      fill(
        x: x, y: y, radius: radius * 0.875, beginning: Int(number % 3),
        turned: Double(number % 360) * .pi / 180, shift: slot)
    } else if radius > Self.ringed {
      // The rings of a Fresnel lens: all have the same area.
      for ring in 0..<5 {
        add(0.93 * (1 - Double(ring) / 5).squareRoot(), ring % 2 == 0 ? light : color, to: &self)
      }
      if radius > Self.numbered { addNumber(x: x, y: y, radius: radius, on: color) }
    }
  }

  /// Adds a disc's diameter, in dots.
  private mutating func addNumber(x: Double, y: Double, radius: Double, on color: SIMD3<Double>) {
    let text = String(Int((2 * radius).rounded())).utf8.map { Self.digits[Int($0) - 0x30] }
    let columns = Double(text.count * 4 - 1)
    let step = min(radius * 0.9 / columns, radius * 0.09)
    let isLight = (color * [0.3, 0.6, 0.1]).sum() > 120
    let ink = isLight ? color * 0.32 : SIMD3(255, 246, 228)
    for (number, digit) in text.enumerated() {
      for dot in 0..<15 where digit >> (14 - dot) & 1 == 1 {
        let column = Double(number * 4 + dot % 3) - (columns - 1) / 2
        discs.append(
          Disc(
            x: x + column * step, y: y + Double(dot / 3 - 2) * step, radius: step * 0.47,
            color: ink))
      }
    }
  }

  private func color(_ slot: Int, radius: Double) -> SIMD3<Double> {
    let place = min(max(log2(largest / radius / 2) / 3.6, 0), 2.999)
    let (from, to) = (Self.palettes[Int(place)][slot], Self.palettes[Int(place) + 1][slot])
    return from + (to - from) * (place - place.rounded(.down))
  }
}
