import Testing

@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct FalseColourTests {
  @Test(arguments: PublishedMap.allCases, [(0.0, 1.0), (0.2, 0.6), (0.9, 0.1)])
  func greysBecomeThePublishedColours(map: PublishedMap, limits: (low: Double, high: Double)) throws
  {
    let colours = map.colours
    #expect(colours.count == 256)
    try expectChart("false-color(\(map.rawValue), \(limits.low), \(limits.high))") { c, _, _ in
      let place = (Light.grey(c.rgb) - limits.low) / (limits.high - limits.low)
      return SIMD4(PublishedMap.colour(at: place, of: colours), c.w)
    }
  }

  @Test(arguments: PublishedMap.allCases)
  func every8BitGreyIsWithinOneOfThePublishedColour(map: PublishedMap) throws {
    let bench = try FilterBench(
      TestPicture(256, 1) { x, _ in SIMD4(UInt8(x), UInt8(x), UInt8(x), 255) })
    let drawn = try bench.draw("false-color(\(map.rawValue))")
    for (x, colour) in map.colours.enumerated() {
      let published = (colour * 255).rounded(.toNearestOrEven)
      let pixel = SIMD4<Double>(drawn.premultiplied(x, 0)).rgb
      let apart = pixel - published
      #expect(max(apart.max(), -apart.min()) <= 1, "\(x)")
    }
  }

  @Test(arguments: [(0.0, 1.0), (0.2, 0.6), (0.8, 0.1)])
  func greyStretchesTheGreys(low: Double, high: Double) throws {
    try expectChart("false-color(grey, \(low), \(high))") { c, _, _ in
      c.grey((Light.grey(c.rgb) - low) / (high - low))
    }
  }

  @Test func equalLimitsMakeAStep() throws {
    try expectChart("false-color(grey, 0.4, 0.4)", step: 3e-5) { c, _, _ in
      c.grey(Light.grey(c.rgb) > 0.4 ? 1 : 0)
    }
  }
}
