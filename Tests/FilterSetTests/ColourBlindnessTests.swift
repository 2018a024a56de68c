import Testing

/// Compares the shader's precomputed matrices with simulations computed here from cones and planes.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct ColourBlindnessTests {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case protanopia, deuteranopia, tritanopia

    var testDescription: String { rawValue }

    /// The index of the missing cone: L, M or S.
    var cone: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  // Viénot, Brettel and Mollon 1999: linear light to L, M and S.
  private static let cones = Matrix(
    [17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709])
  // Smith and Pokorny 1975: XYZ with Judd's and Vos's corrections (1978) to L, M and S.
  private static let conesFromXYZ = Matrix(
    [0.15514, 0.54312, -0.03286], [-0.15514, 0.45684, 0.03286], [0, 0, 0.01608])
  // The corrected colour matching functions at 485 and 660 nm.
  private static let light485 = conesFromXYZ * SIMD3(0.05699, 0.16987, 0.5864)
  private static let light660 = conesFromXYZ * SIMD3(0.16161, 0.0610, 0.00001)

  /// The light seen without one kind of cone, in linear RGB.
  private static func seen(_ light: SIMD3<Double>, _ kind: Kind) -> SIMD3<Double> {
    var answer = cones * light
    let white = cones * SIMD3(1, 1, 1)
    let normal: SIMD3<Double>
    if kind == .tritanopia {
      // Redder than greys of the same L + M, or not.
      let isRed = answer.x * white.y >= answer.y * white.x
      normal = white.cross(isRed ? light660 : light485)
    } else {
      normal = (cones * SIMD3(0, 0, 1)).cross(cones * SIMD3(1, 1, 0))
    }
    // Projected onto the plane along the missing cone's axis.
    answer[kind.cone] -= (normal * answer).sum() / normal[kind.cone]
    return cones.inverse * answer
  }

  @Test(arguments: Kind.allCases, [0, 0.4, 1])
  func simulationIsAProjectionInConeSpace(kind: Kind, severity: Double) throws {
    try expectChart("color-blindness(\(kind.rawValue), simulate, \(severity))") { c, _, _ in
      c.linear { $0 * (1 - severity) + Self.seen($0, kind) * severity }
    }
  }

  @Test(arguments: Kind.allCases, [0.4, 1])
  func daltonizingMovesTheLostSignalToOtherChannels(kind: Kind, severity: Double) throws {
    let spread =
      kind == .tritanopia
      ? Matrix([1, 0, 0.7], [0, 1, 0.7], [0, 0, 0])
      : Matrix([0, 0, 0], [0.7, 1, 0], [0.7, 0, 1])
    try expectChart("color-blindness(\(kind.rawValue), daltonize, \(severity))") { c, _, _ in
      c.linear { $0 + spread * (severity * ($0 - Self.seen($0, kind))) }
    }
  }

  @Test(arguments: Kind.allCases, ["simulate", "daltonize"])
  func greysAreUnchanged(kind: Kind, mode: String) throws {
    let bench = try FilterBench(
      TestPicture(256, 1) { x, _ in SIMD4(UInt8(x), UInt8(x), UInt8(x), 255) })
    let drawn = try bench.draw("color-blindness(\(kind.rawValue), \(mode))")
    #expect(drawn.largestDifference(bench.picture.bytes) == 0)
  }

  @Test(arguments: Kind.allCases)
  func simulatingTwiceEqualsSimulatingOnce(kind: Kind) throws {
    // Colours that stay in gamut: projecting twice is the same as once.
    let bench = try FilterBench(
      TestPicture(64, 64) { x, y in
        SIMD4(UInt8(100 + x), UInt8(100 + y), UInt8(130 + (x + y) / 4), 255)
      })
    let name = "color-blindness(\(kind.rawValue))"
    let once = try bench.draw(name)
    let twice = try bench.draw("\(name), \(name)")
    #expect(once.largestDifference(twice.bytes) <= 1)
    #expect(once.largestDifference(bench.picture.bytes) > 10)
  }

  @Test func confusedColoursLookAlikeWithoutTheirCone() throws {
    // Two colours that differ only along L, a protanope's line of confusion.
    let inverse = Self.cones.inverse
    let first = SIMD3(0.35, 0.30, 0.25)
    let second = first + inverse * SIMD3(1.5, 0, 0)
    let bytes = [first, second].map { light in
      let e = (Light.encoded(light) * 255).rounded(.toNearestOrEven)
      return SIMD4(UInt8(e.x), UInt8(e.y), UInt8(e.z), 255)
    }
    let bench = try FilterBench(TestPicture(2, 1) { x, _ in bytes[x] })
    let drawn = try bench.draw("color-blindness(protanopia)")
    let apart =
      SIMD4<Int>(truncatingIfNeeded: drawn.premultiplied(0, 0))
      &- SIMD4<Int>(truncatingIfNeeded: drawn.premultiplied(1, 0))
    #expect(max(apart.max(), -apart.min()) <= 1)
    let before =
      SIMD4<Int>(truncatingIfNeeded: bytes[0]) &- SIMD4<Int>(truncatingIfNeeded: bytes[1])
    #expect(max(before.max(), -before.min()) > 20)
  }
}
