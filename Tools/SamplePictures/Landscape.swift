import Glibc

/// Mountains over a lake in the evening: 24 megapixels, with detail down to single pixels.
struct Landscape: Sendable {
  static let width = 6000
  static let height = 4000

  /// Writes the landscape as a JPEG.
  static func write(to file: Int32) throws(SampleError) {
    let landscape = Landscape()
    try PictureWriter.writeJPEG(to: file, width: width, height: height) { column, row in
      landscape.color(
        (Float(column) + 0.5) / Float(height), (Float(row) + 0.5) / Float(height))
    }
  }

  /// A mountain range or a wood: everything below a line.
  private struct Ridge: Sendable {
    /// The line's height in each column, as a fraction of the picture's height from its top.
    var line: [Float]
    /// The distance, from 0 at the shore to 1 at the horizon.
    var distance: Float
    var seed: UInt32
  }

  private let ridges: [Ridge]
  /// The colour of the haze in each column.
  private var haze: [Color] = []
  private let shore: Float = 0.735
  private let sun = SIMD2<Float>(1.06, 0.395)

  init() {
    var ridges: [Ridge] = []
    let layers = 6
    for layer in 0..<layers {
      let nearness = Float(layer) / Float(layers - 1)
      let seed = UInt32(layer * 31 + 7)
      let line = (0..<Self.width).map { column -> Float in
        let x = Float(column) / Float(Self.height)
        let slow = Noise.fractal(
          x * (1.4 + nearness * 1.2) + 3.1 * Float(layer), 0.5, octaves: 4, seed: seed)
        let peaks = 1 - abs(Noise.fractal(x * 3.4, 7.5, octaves: 9, seed: seed + 100)) * 2
        let height = 0.16 * slow + 0.09 * peaks * (1 - nearness * 0.75)
        var line = 0.53 + 0.165 * nearness - height * (1 - 0.62 * nearness)
        if layer >= 3 { line -= Self.treeHeight(column, layer: layer) }
        return line
      }
      ridges.append(Ridge(line: line, distance: 1 - nearness, seed: seed))
    }
    self.ridges = ridges
    haze = (0..<Self.width).map { column in
      sky(Float(column) / Float(Self.height), 0.60).mixed(with: Color(0.60, 0.60, 0.70), 0.45)
    }
  }

  /// Returns how far the firs of a wooded ridge rise above its line at a column, as a fraction of
  /// the picture's height.
  private static func treeHeight(_ column: Int, layer: Int) -> Float {
    let spacing = Float(layer - 2) * 14
    let place = Float(column) / spacing
    var tallest: Float = 0
    for cell in Int(place) - 2...Int(place) + 2 {
      let random = Noise.random(cell, seed: UInt32(layer) * 977)
      let middle = Float(cell) + 0.15 + 0.7 * Noise.random(cell, seed: UInt32(layer) * 1709)
      let size = 0.35 + 0.65 * random
      // A triangle with branches.
      let away = abs(place - middle)
      let branches = 0.82 + 0.18 * abs((away * 9).truncatingRemainder(dividingBy: 2) - 1)
      tallest = max(tallest, size * branches - away * 1.35)
    }
    return max(tallest, 0) * spacing * 2.1 / Float(height)
  }

  /// Returns the colour at a point, in units of the picture's height.
  func color(_ x: Float, _ y: Float) -> Color {
    let color = y < shore ? land(x, y) : lake(x, y)
    // A little grain, as from a sensor, so that the picture is not blurred at the highest zoom.
    let grain = Noise.value(
      x * Float(Self.height) * 0.9, y * Float(Self.height) * 0.9, seed: 4242)
    return color + 0.012 * grain
  }

  private func land(_ x: Float, _ y: Float) -> Color {
    let column = min(max(Int(x * Float(Self.height)), 0), Self.width - 1)
    for ridge in ridges.reversed() {
      let depth = y - ridge.line[column]
      if depth > 0 {
        return slope(ridge, x, y, depth).mixed(with: haze[column], veil(ridge, depth))
      }
    }
    return sky(x, y)
  }

  private func slope(_ ridge: Ridge, _ x: Float, _ y: Float, _ depth: Float) -> Color {
    let scale = 9 + (1 - ridge.distance) * 20
    let relief = Noise.fractal(x * scale, y * scale * 1.7, octaves: 7, seed: ridge.seed + 50)
    let east = Noise.fractal(
      x * scale + 0.03, y * scale * 1.7 - 0.02, octaves: 7, seed: ridge.seed + 50)
    let light = min(max(0.5 + (relief - east) * 9, 0), 1)
    let rock = Color(0.10, 0.12, 0.17).mixed(with: Color(0.42, 0.33, 0.30), light)
    let wood = Color(0.025, 0.055, 0.055).mixed(with: Color(0.15, 0.17, 0.09), light)
    let isWooded = smoothStep(0.62, 0.45, ridge.distance + relief * 0.15)
    let near = rock.mixed(with: wood, isWooded)
    // Snow lies at high altitude where the relief holds it.
    let snow =
      smoothStep(0.02, 0.16, relief + 0.10 - depth * 2.2) * smoothStep(0.7, 0.9, ridge.distance)
    return near.mixed(with: Color(0.86, 0.80, 0.80), snow * (0.55 + 0.45 * light))
  }

  /// Returns how much haze lies in front of a slope, 0 to 1.
  private func veil(_ ridge: Ridge, _ depth: Float) -> Float {
    // Mist at the foot of each range separates it from the next.
    let mist = smoothStep(0, 0.22, depth) * 0.35
    return min(ridge.distance * (0.74 + mist), 1)
  }

  private func sky(_ x: Float, _ y: Float) -> Color {
    let high = Color(0.13, 0.25, 0.47)
    let middle = Color(0.52, 0.60, 0.72)
    let low = Color(0.99, 0.78, 0.56)
    var color = high.mixed(with: middle, smoothStep(-0.1, 0.40, y))
      .mixed(with: low, smoothStep(0.22, 0.60, y))
    let away = sqrtf((x - sun.x) * (x - sun.x) + (y - sun.y) * (y - sun.y))
    let bend = Noise.fractal(x * 1.7, y * 4, octaves: 3, seed: 900) * 0.5
    let cloud = Noise.fractal(x * 2.1 + bend, y * 7.5 + bend * 2, octaves: 7, seed: 950)
    let cover = smoothStep(-0.02, 0.42, cloud) * smoothStep(0.62, 0.30, y)
    let lit = Color(1.0, 0.83, 0.66).mixed(
      with: Color(0.42, 0.45, 0.56), smoothStep(0.1, 1.0, away))
    let shaded = lit.mixed(with: Color(0.48, 0.40, 0.46), smoothStep(0.15, 0.5, cloud) * 0.55)
    color = color.mixed(with: shaded, cover * 0.85)
    let glow = expf(-away * 5.5) * 0.62
    color = color.mixed(with: Color(1, 0.86, 0.62), glow)
    return color.mixed(with: Color(1, 0.97, 0.88), smoothStep(0.034, 0.030, away))
  }

  /// Returns the reflected land, with stronger waves and less reflection towards the viewer.
  private func lake(_ x: Float, _ y: Float) -> Color {
    let depth = y - shore
    let far = depth + 0.012
    let wave = Noise.fractal(x * 2.2 / far * 0.06, 1.6 / far, octaves: 5, seed: 1300)
    let tremble = wave * (0.003 + depth * 0.06)
    let mirrored = land(x + tremble * 0.35, max(shore - depth * 1.02 + tremble, 0))
    let deep = Color(0.03, 0.09, 0.13)
    let clear = smoothStep(0, 0.27, depth) * 0.34 + 0.08
    let sparkle = smoothStep(0.30, 0.62, wave) * expf(-abs(x - sun.x) * 4) * 0.35
    return mirrored.mixed(with: deep, clear).mixed(with: Color(1, 0.86, 0.66), sparkle)
  }
}
