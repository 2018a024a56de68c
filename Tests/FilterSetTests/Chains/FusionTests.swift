import Filters
import Geometry
import Glibc
import Testing
import Zooming

/// How the functions of a chain are combined into passes.
@Suite(.enabled(if: FilterBench.isAvailable, "EGL cannot draw without a window here"))
struct FusionTests {
  private static let ten =
    "exposure(0.3),brightness-contrast(0.05,0.1),gamma(1.1),levels,white-balance(5600),"
    + "saturation(0.2),hue(10),sepia(0.3),invert,vignette(0.4)"

  @Test func tenColourFiltersAddNoPass() throws {
    let bench = try FilterBench(.natural(300, 270))
    _ = try bench.draw(Self.ten)
    #expect(bench.statistics.passes == 1)
    #expect(bench.statistics.filterPrograms == 1)
  }

  @Test(arguments: [
    ("blur", 3), ("edges", 2), ("exposure,edges", 2), ("edges,exposure,invert,gamma", 2),
    ("exposure,blur,invert,sharpen,gamma", 4), ("-blur,exposure", 1), ("blur(0),-edges", 3),
  ])
  func eachImageFunctionIsAPass(chain: String, passes: Int) throws {
    let bench = try FilterBench(.natural(90, 60))
    _ = try bench.draw(chain)
    #expect(bench.statistics.passes == passes)
  }

  @Test func aFusedChainEqualsItsFiltersInOrder() throws {
    // Drawing the filters one by one would round to bytes in between, so the formulas are chained
    // instead.
    try expectChart("exposure(0.4),brightness-contrast(0.1,1.2),invert,gamma(1.7),exposure(-0.3)") {
      color, _, _ in
      color.linear { $0 * exp2(0.4) }
        .eachChannel { 1.2 * ($0 - 0.5) + 0.5 + 0.1 }
        .eachChannel { 1 - $0 }
        .eachChannel { $0 < 0 ? -pow(-$0, 1 / 1.7) : pow($0, 1 / 1.7) }
        .linear { $0 * exp2(-0.3) }
    }
  }

  @Test func lightIsConvertedBetweenFiltersThatDiffer() throws {
    let half = "vec4 filter_color(vec4 color) { return vec4(color.rgb * 0.5, color.a); }\n"
    let linear = "//!DESC a\n//!LIGHT linear\n//!HOOK COLOR\n" + half
    let encoded = "//!DESC b\n//!HOOK COLOR\n" + half
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(.of(linear, encoded, encoded, linear))
    let difference = bench.difference(of: drawn) { color, _, _ in
      color.linear { $0 * 0.5 }.eachChannel { $0 * 0.25 }.linear { $0 * 0.5 }
    }
    #expect(difference.largest <= 1, "\(difference)")
  }

  @Test func lightIsConvertedBetweenPasses() throws {
    let keep =
      "vec4 filter_image(vec2 position) { return vec4(source(position).rgb * 0.5, source(position).a); }\n"
    let linear = "//!DESC a\n//!LIGHT linear\n//!HOOK IMAGE\n" + keep
    let encoded = "//!DESC b\n//!HOOK IMAGE\n" + keep
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(.of(linear, encoded, linear))
    let difference = bench.difference(of: drawn) { color, _, _ in
      color.linear { $0 * 0.5 }.eachChannel { $0 * 0.5 }.linear { $0 * 0.5 }
    }
    #expect(difference.largest <= 1, "\(difference)")
  }

  @Test func namesOfDifferentFiltersNeverCollide() throws {
    // The same name as a parameter, a function, a constant, a macro, a struct and a variable.
    let first = """
      //!DESC one
      //!PARAM gain
      //!TYPE float
      //!MINIMUM 0
      //!MAXIMUM 1
      0.5
      //!HOOK COLOR
      float part(float x) { return x * gain; }
      vec4 filter_color(vec4 color) { return vec4(part(color.r), color.gba); }

      """
    let second = """
      //!DESC two
      //!HOOK COLOR
      #define part 0.5
      struct Pair { float gain; };
      vec4 filter_color(vec4 color) {
        Pair pair = Pair(part);
        return vec4(color.r, color.g * pair.gain, color.ba);
      }

      """
    let third = """
      //!DESC three
      //!HOOK COLOR
      const float part = 0.5;
      float gain(float x) { return x * part; }
      vec4 filter_color(vec4 color) { return vec4(color.rg, gain(color.b), color.a); }

      """
    let bench = try FilterBench(.chart())
    let drawn = try bench.draw(.of(first, second, third))
    let difference = bench.difference(of: drawn) { color, _, _ in
      SIMD4(color.x / 2, color.y / 2, color.z / 2, color.w)
    }
    #expect(difference.largest <= 1, "\(difference)")
  }

  @Test func aFilterUsedTwiceKeepsItsOwnValues() throws {
    try expectChart("exposure(1),brightness-contrast(0.1),exposure(-2)") { color, _, _ in
      color.linear { $0 * 2 }.eachChannel { $0 + 0.1 }.linear { $0 / 4 }
    }
  }

  @Test func oneProgramServesAChainWithAnyValues() throws {
    let bench = try FilterBench(.natural(90, 60))
    for stops in [0.1, 0.2, -3, 4] { _ = try bench.draw("exposure(\(stops)),gamma(1.2)") }
    #expect(bench.statistics.filterPrograms == 1)
    _ = try bench.draw("blur(1)")
    #expect(bench.statistics.filterPrograms == 4)
    _ = try bench.draw("exposure(2),gamma(2)")
    _ = try bench.draw("blur(3)")
    _ = try bench.draw(FilterChain())
    _ = try bench.draw("blur(2)")
    #expect(bench.statistics.filterPrograms == 4)
  }

  @Test func aDisabledChainCostsNothing() throws {
    let picture = TestPicture.chart()
    let bench = try FilterBench(picture)
    _ = try bench.draw(FilterChain())
    let before = bench.statistics
    var chain = try FilterChain.reading("exposure(2),blur(3)")
    for index in chain.links.indices { chain.links[index].isOn = false }
    let drawn = try bench.draw(chain)
    #expect(drawn.largestDifference(picture.bytes) == 0)
    #expect(bench.statistics.passes == 1)
    #expect(bench.statistics.filterPrograms == 0)
    #expect(bench.statistics.textureBytes == before.textureBytes)
    #expect(bench.statistics.uploadedBytes == before.uploadedBytes)
  }

  @Test func changingAValueUploadsNothingAndAnEndedChainFreesItsTextures() throws {
    let bench = try FilterBench(.natural(300, 200))
    _ = try bench.draw(FilterChain())
    let before = bench.statistics
    for radius in [1, 2, 5] { _ = try bench.draw("blur(\(radius)),exposure") }
    #expect(bench.statistics.uploadedBytes == before.uploadedBytes)
    #expect(bench.statistics.textureBytes > before.textureBytes)
    _ = try bench.draw("exposure")
    #expect(bench.statistics.textureBytes == before.textureBytes)
  }

  @Test(arguments: ["invert", "blur(2),invert"], [-5, 0, 1, 77, 149, 150, 400])
  func thePictureIsUnfilteredLeftOfTheSplitLine(chain: String, column: Int) throws {
    let picture = TestPicture.natural(150, 90)
    let bench = try FilterBench(picture)
    let links = try FilterChain.reading(chain)
    let filtered = try bench.draw(links)
    let drawn = try bench.draw(links, split: column)
    var wrong = 0
    for y in 0..<90 {
      for x in 0..<150 {
        let expected =
          x < column ? picture.premultiplied(x, y) : filtered.premultiplied(x, y)
        if drawn.premultiplied(x, y) != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func notANumberDoesNotSpread() throws {
    let broken = """
      //!DESC nan
      //!HOOK COLOR
      vec4 filter_color(vec4 color) {
        float zero = zoom - zoom;
        return image_position.x < 10.0 ? color / zero * zero : color;
      }

      """
    let picture = TestPicture(60, 20) { _, _ in [100, 100, 100, 255] }
    let blur = try FilterChain.reading("blur(2)").links
    let chain = FilterChain(try FilterChain.of(broken).links + blur)
    let drawn = try FilterBench(picture).draw(chain)
    for x in 20..<60 { #expect(drawn.premultiplied(x, 10) == [100, 100, 100, 255], "\(x)") }
  }
}
