import Geometry
import Glibc

/// Land and water from above, with detail at every scale, as in photographs.
///
/// The height is noise at all scales. Features of 16 pixels and more are computed at the corners of
/// cells and interpolated, finer ones come from a table, so a gigapixel takes seconds. The height
/// selects the colour, and where the colours jump there are edges, as rough as the terrain.
struct Terrain: RowPainter {
  /// Pixels between computed heights.
  static let cell = 16
  /// Rows that are painted at a time; a multiple of a cell and of a tile.
  static let bandRows = 256

  private static let grainEdge = 1024
  private static let steps = 4096

  private let size: PixelSize
  private let grain: [Int16]
  private let colors: [SIMD4<Int32>]
  private let octaves: Int

  init(size: PixelSize) {
    self.size = size
    let cells = Float(size.height) / Float(Self.cell)
    octaves = max(1, Int(log2f(cells / 3)))
    grain = Self.makeGrain()
    colors = Self.makeColors()
  }

  func paint(_ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>) {
    let line = rows.lowerBound / Self.cell
    let count = size.width / Self.cell + 2
    let upper = (0..<count).map { height(column: $0, line: line) }
    let lower = (0..<count).map { height(column: $0, line: line + 1) }
    for row in rows {
      let share = Float(row - line * Self.cell) / Float(Self.cell)
      let nodes = (0..<count).map { upper[$0] + (lower[$0] - upper[$0]) * share }
      paint(row, nodes, target + (row - rows.lowerBound) * size.width * 3)
    }
  }

  private func paint(_ row: Int, _ nodes: [Float], _ target: UnsafeMutablePointer<UInt8>) {
    let mask = Self.grainEdge - 1
    let line = (row & mask) * Self.grainEdge
    let other = ((row &+ 331) & mask) * Self.grainEdge
    let width = size.width
    grain.withUnsafeBufferPointer { grain in
      colors.withUnsafeBufferPointer { colors in
        var x = 0
        var cell = 0
        while x < width {
          // 16 fractional bits.
          var height = Int32(nodes[cell] * 65_536)
          let step = Int32((nodes[cell + 1] - nodes[cell]) * (65_536 / Float(Self.cell)))
          for _ in 0..<min(Self.cell, width - x) {
            let rough = Int32(grain[line &+ (x & mask)])
            let index = min(max((height >> 16) &+ rough, 0), Int32(Self.steps - 1))
            // Shading for features too small to have a height.
            let noise = Int32(grain[other &+ ((x &+ 517) & mask)]) >> 2
            let color = colors[Int(index)]
            let place = target + x &* 3
            place[0] = UInt8(truncatingIfNeeded: min(max(color.x &+ noise, 0), 255))
            place[1] = UInt8(truncatingIfNeeded: min(max(color.y &+ noise, 0), 255))
            place[2] = UInt8(truncatingIfNeeded: min(max(color.z &+ noise, 0), 255))
            height &+= step
            x &+= 1
          }
          cell &+= 1
        }
      }
    }
  }

  /// Returns the height at a cell's corner, in steps.
  private func height(column: Int, line: Int) -> Float {
    let scale = 3 * Float(Self.cell) / Float(size.height)
    var (x, y) = (Float(column) * scale, Float(line) * scale)
    var (strength, sum): (Float, Float) = (0.5, 0)
    for octave in 0..<octaves {
      sum += strength * smoothNoise(x, y, seed: UInt32(octave) &* 101 &+ 7)
      (x, y) = (1.6 * x + 1.2 * y, 1.6 * y - 1.2 * x)
      strength *= 0.58
    }
    return (0.5 + 0.75 * sum) * Float(Self.steps)
  }

  /// Returns repeating noise with features of 1 to 8 pixels, in height steps.
  private static func makeGrain() -> [Int16] {
    var sums = [Float](repeating: 0, count: grainEdge * grainEdge)
    for (size, strength) in [(8, Float(70)), (4, 45), (2, 30), (1, 20)] {
      let nodes = grainEdge / size
      for y in 0..<grainEdge {
        for x in 0..<grainEdge {
          let (column, row) = (x / size, y / size)
          let fx = Float(x % size) / Float(size)
          let fy = Float(y % size) / Float(size)
          func node(_ dx: Int, _ dy: Int) -> Float {
            randomNumber((column + dx) % nodes, (row + dy) % nodes, seed: UInt32(size) &* 77)
          }
          let upper = node(0, 0) * (1 - fx) + node(1, 0) * fx
          let lower = node(0, 1) * (1 - fx) + node(1, 1) * fx
          sums[y * grainEdge + x] += strength * (upper * (1 - fy) + lower * fy)
        }
      }
    }
    return sums.map { Int16($0) }
  }

  /// Returns the colour of each height: water, sand, grass, wood, rock and snow.
  private static func makeColors() -> [SIMD4<Int32>] {
    let bands: [(upTo: Float, from: SIMD3<Float>, to: SIMD3<Float>)] = [
      (0.30, [12, 30, 72], [24, 78, 128]), (0.44, [28, 88, 134], [92, 168, 176]),
      (0.47, [226, 208, 160], [196, 178, 120]), (0.58, [96, 138, 62], [70, 118, 50]),
      (0.68, [38, 84, 44], [26, 58, 34]), (0.82, [120, 108, 96], [158, 148, 140]),
      (1.01, [206, 212, 222], [238, 240, 244]),
    ]
    return (0..<steps).map { step in
      let height = Float(step) / Float(steps)
      var from: Float = 0
      for band in bands {
        if height < band.upTo {
          let share = (height - from) / (band.upTo - from)
          let color = band.from + (band.to - band.from) * share
          return SIMD4(Int32(color.x), Int32(color.y), Int32(color.z), 255)
        }
        from = band.upTo
      }
      return SIMD4(repeating: 255)
    }
  }
}
