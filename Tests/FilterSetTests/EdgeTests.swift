import Glibc
import Testing

/// Filters that read the eight neighbours of a pixel, or a few more.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct EdgeTests {
  private static let weights = SIMD3(0.2126, 0.7152, 0.0722)

  private static let rowKernel = [[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]]

  /// The Sobel gradients across and down.
  private static func gradient(
    _ view: ReferenceView, _ x: Int, _ y: Int
  ) -> (across: SIMD3<Double>, down: SIMD3<Double>) {
    let apart = max(1, view.zoom)
    var across = SIMD3<Double>.zero
    var down = SIMD3<Double>.zero
    for row in 0..<3 {
      for column in 0..<3 {
        let value = view.over(
          x, y, right: Double(column - 1) * apart, down: Double(row - 1) * apart)
        across += rowKernel[row][column] * value
        down += rowKernel[column][row] * value
      }
    }
    return (across, down)
  }

  private static func luma(_ color: SIMD3<Double>) -> Double { (color * weights).sum() }

  @Test(arguments: Scene.allCases, [1, 0.35])
  func edgesAreTheLengthOfSobelsGradient(scene: Scene, strength: Double) throws {
    try expectScene(scene, "edges(\(strength))") { view, x, y in
      let (across, down) = Self.gradient(view, x, y)
      let edge = strength / 4 * hypot(Self.luma(across), Self.luma(down))
      return SIMD4(edge, edge, edge, view[x, y].w)
    }
  }

  @Test(arguments: Scene.allCases, [false, true])
  func eachChannelMayHaveItsOwnEdges(scene: Scene, isNegative: Bool) throws {
    try expectScene(scene, "edges(0.8, channels, \(isNegative ? "on" : "off"))") { view, x, y in
      let (across, down) = Self.gradient(view, x, y)
      let length = across * across + down * down
      let edge =
        0.2 * SIMD3(length.x.squareRoot(), length.y.squareRoot(), length.z.squareRoot())
      return SIMD4(isNegative ? 1 - edge : edge, view[x, y].w)
    }
  }

  @Test func aStepFromBlackToWhiteIsWhiteOnBothSides() throws {
    let picture = TestPicture(20, 9) { x, _ in x < 10 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let drawn = try FilterBench(picture).draw("edges")
    for x in 0..<20 {
      #expect(drawn.premultiplied(x, 4).x == (x == 9 || x == 10 ? 255 : 0), "\(x)")
    }
  }

  @Test(arguments: Scene.allCases, [false, true])
  func sharpPixelsArePainted(scene: Scene, isGray: Bool) throws {
    let paint = SIMD4(Double(0x20) / 255, 1, Double(0x40) / 255, Double(0xc0) / 255)
    let chain = "focus-peaking(0.08, #20ff40c0, \(isGray ? "on" : "off"))"
    try expectScene(scene, chain) { view, x, y in
      let apart = max(1, view.zoom)
      func value(_ column: Int, _ row: Int) -> Double {
        Self.luma(view.over(x, y, right: Double(column) * apart, down: Double(row) * apart))
      }
      var sum = 0.0
      for row in -1...1 {
        for column in -1...1 {
          let twice = 2 * value(column, row)
          sum += abs(twice - value(column - 1, row) - value(column + 1, row))
          sum += abs(twice - value(column, row - 1) - value(column, row + 1))
        }
      }
      let part = min(1, max(0, (sum / 6 - 0.08) / 0.08)) * paint.w
      let color = view.straight(x, y)
      let under = isGray ? SIMD3(repeating: Light.grey(color.rgb)) : color.rgb
      return SIMD4(under * (1 - part) + paint.rgb * part, color.w)
    }
  }

  @Test func softEdgesAreNotInFocus() throws {
    // The same step, sharp on the left, over 40 pixels on the right.
    let picture = TestPicture(120, 12) { x, _ in
      let value = x < 30 ? 0 : x < 60 ? 200 : max(0, 200 - (x - 60) * 5)
      return [UInt8(value), UInt8(value), UInt8(value), 255]
    }
    let drawn = try FilterBench(picture).draw("focus-peaking")
    #expect(drawn.premultiplied(30, 6) == [255, 0, 0, 255])
    for x in 65..<95 { #expect(drawn.premultiplied(x, 6) == picture.premultiplied(x, 6)) }
  }

  @Test(arguments: Scene.allCases, [(135.0, 3.0, 1.0), (20, -8, 0.6)])
  func reliefsAreLitFromTheirSide(scene: Scene, values: (Double, Double, Double)) throws {
    let (angle, height, strength) = values
    let turn = angle * Double.pi / 180
    let rise = Double.pi / 6
    let light = SIMD3(cos(rise) * cos(turn), -cos(rise) * sin(turn), sin(rise))
    try expectScene(scene, "emboss(\(angle), \(height), \(strength))") { view, x, y in
      let (across, down) = Self.gradient(view, x, y)
      // A Sobel sum is eight times the change per step; a step is at least one image pixel.
      let perPixel = min(1, view.zoom) / 8
      let normal = SIMD3(
        -height * perPixel * Self.luma(across), -height * perPixel * Self.luma(down), 1)
      let shade = max(0, (normal * light).sum() / (normal * normal).sum().squareRoot())
      let color = view.straight(x, y)
      return SIMD4(
        color.rgb * (1 - strength) + SIMD3(repeating: shade) * strength, color.w)
    }
  }

  @Test func flatReliefIsGreyAndSlopesTowardsTheLightAreBright() throws {
    let picture = TestPicture(60, 20) { x, _ in
      let value = UInt8(x < 20 ? 50 : x < 40 ? 50 + (x - 20) * 8 : 210)
      return [value, value, value, 255]
    }
    // Light from the left: slopes that rise to the right are lit.
    let drawn = try FilterBench(picture).draw("emboss(180, 10)")
    #expect(abs(Int(drawn.premultiplied(8, 10).x) - 128) <= 1)
    #expect(drawn.premultiplied(30, 10).x > 160)
    let other = try FilterBench(picture).draw("emboss(0, 10)")
    #expect(other.premultiplied(30, 10).x < 90)
  }
}
