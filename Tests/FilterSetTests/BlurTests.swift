import Geometry
import Glibc
import Testing

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct BlurTests {
  @Test(arguments: Scene.allCases, [0.4, 2])
  func blurAveragesLightByGaussianWeights(scene: Scene, radius: Double) throws {
    let deviation = radius * scene.zoom
    let last = Int((3 * deviation).rounded(.up))
    try expectScene(scene, "blur(\(radius))") { view, x, y in
      var sum = SIMD4<Double>.zero
      var weights = 0.0
      for dy in -last...last {
        for dx in -last...last {
          let weight = exp(-Double(dx * dx + dy * dy) / (2 * deviation * deviation))
          sum += weight * view[x + dx, y + dy]
          weights += weight
        }
      }
      return (sum / weights).divided
    }
  }

  // The full two-dimensional sum would take minutes: all rows are equal, so one is enough.
  @Test(arguments: [25.0, 60, 100])
  func distantNeighboursCountUpTo256Pixels(radius: Double) throws {
    let line = TestPicture.natural(700, 1)
    let picture = TestPicture(700, 6) { x, _ in line.premultiplied(x, 0) }
    let drawn = try FilterBench(picture).draw("blur(\(radius))")
    let view = ReferenceView(picture, zoom: 1, isCrisp: true, light: .linear)
    let last = min(256, Int((3 * radius).rounded(.up)))
    let expected = view.filtered { x, y in
      var sum = SIMD4<Double>.zero
      var weights = 0.0
      for dx in -last...last {
        let weight = exp(-Double(dx * dx) / (2 * radius * radius))
        sum += weight * view[x + dx, y]
        weights += weight
      }
      return (sum / weights).divided
    }
    #expect(drawn.psnr(expected) >= 48)
  }

  @Test func blurPreservesLight() throws {
    // A checkerboard of white and black pixels becomes a grey with half the light.
    let picture = TestPicture(64, 64) { x, y in
      (x + y) % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
    let drawn = try FilterBench(picture).draw("blur(3)")
    let expected = (Light.encoded(0.5) * 255).rounded()
    #expect(abs(Double(drawn.premultiplied(32, 32).x) - expected) <= 1)
  }

  @Test func invisibleColoursDoNotBleed() throws {
    let picture = TestPicture(40, 8) { x, _ in x < 20 ? [200, 40, 10, 255] : [0, 0, 0, 0] }
    let drawn = try FilterBench(picture).draw("blur(2)")
    for x in 0..<24 {
      let color = drawn.straight(x, 4)
      // Colour and alpha are both rounded, and one is divided by the other.
      let rounding = 0.5 + 0.5 * 200.0 / 255 + 0.1
      #expect(abs(color.x - 200.0 / 255) <= rounding / (color.w * 255), "\(x)")
    }
  }
}
