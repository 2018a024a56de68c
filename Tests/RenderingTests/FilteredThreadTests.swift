import Filters
import Geometry
import Graphics
import Testing
import Zooming

@testable import Rendering

/// Filters on the render thread: what it shows and reports when one fails.
@Suite(.serialized, .enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"))
struct FilteredThreadTests {
  private let surface = PixelSize(width: 100, height: 80)
  private let pattern = Pattern.opaque(100, 80)

  private func chain(_ text: String) throws -> FilterChain {
    FilterChain([
      FilterLink(
        try FilterParser.parse(
          Array(text.utf8), name: "own", origin: .user(path: Array("/own.frag".utf8))))
    ])
  }

  private func builtIn(_ text: String) throws -> FilterChain {
    try FilterLibrary.builtIn.chain(parsing: text) { (_) throws(FilterError) in
      throw FilterError("no tables")
    }
  }

  private func frame(_ number: UInt64, _ filters: FilterChain) -> Frame {
    Frame(
      number: number, picture: .first, viewport: .view(pattern.level.size, on: surface),
      backdrop: Backdrop(checker: nil), filters: filters)
  }

  private func start(_ faults: FaultInjector? = nil) throws -> (RenderThread, EventLog) {
    let log = EventLog()
    let thread = try RenderThread(
      configuration: RenderConfiguration(target: .offscreen(surface), faults: faults)
    ) { log.append($0) }
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(1))
    return (thread, log)
  }

  private func expectInverted(_ isInverted: Bool, _ thread: RenderThread) throws {
    let pixels = try #require(thread.captured()).bytes
    var wrong = 0
    for y in 0..<surface.height {
      for x in 0..<surface.width {
        let color = pattern.at(x, y)
        let expected =
          isInverted ? SIMD4(255 - color.x, 255 - color.y, 255 - color.z, color.w) : color
        if pixels.pixel(x, y, width: surface.width) != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  private func refusals(_ log: EventLog) -> [FilterError] {
    log.all.compactMap {
      if case .event(.filtersRefused(let problem, _)) = $0 { problem } else { nil }
    }
  }

  @Test func aBrokenShaderIsReportedOnceAndTheLastGoodChainStays() throws {
    let (thread, log) = try start()
    defer { thread.stop() }
    thread.show(frame(1, try builtIn("invert")))
    #expect(log.waitForFrame(1))
    try expectInverted(true, thread)
    let broken = try chain(
      "//!DESC b\n//!HOOK COLOR\nvec4 filter_color(vec4 color) { return missing; }\n")
    for number in 2...5 as ClosedRange<UInt64> {
      thread.show(frame(number, broken))
      #expect(log.waitForFrame(number))
      try expectInverted(true, thread)
    }
    let problem = try #require(refusals(log).first)
    #expect(refusals(log).count == 1)
    #expect(problem.file == "/own.frag" && problem.line == 3)
    #expect(problem.description.contains("missing"))
    thread.show(frame(6, FilterChain()))
    #expect(log.waitForFrame(6))
    try expectInverted(false, thread)
    // Without a chain to fall back on, the picture is shown unfiltered.
    thread.show(frame(7, broken))
    #expect(log.waitForFrame(7))
    try expectInverted(false, thread)
    thread.show(frame(8, try builtIn("invert")))
    #expect(log.waitForFrame(8))
    try expectInverted(true, thread)
  }

  @Test(arguments: ["invert", "blur(0),invert"])
  func aLostContextReturnsWithItsFilters(text: String) throws {
    let faults = FaultInjector()
    let (thread, log) = try start(faults)
    defer { thread.stop() }
    thread.show(frame(1, try builtIn(text)))
    #expect(log.waitForFrame(1))
    try expectInverted(true, thread)
    faults.loseContext()
    thread.show(frame(2, try builtIn(text)))
    #expect(log.waitForLosses(1))
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(2))
    thread.show(frame(3, try builtIn(text)))
    #expect(log.waitForFrame(3))
    try expectInverted(true, thread)
  }

  @Test func endingLeavesNoTexture() throws {
    let (thread, log) = try start()
    thread.show(frame(1, try builtIn("blur(2),invert")))
    #expect(log.waitForFrame(1))
    let tiles = thread.statistics.uploadedBytes
    #expect(thread.statistics.textureBytes > tiles)
    thread.stop()
    #expect(thread.statistics.textureBytes == 0)
  }

  @Test func viewsLargerThanATextureAreFilteredInParts() throws {
    let small = FaultInjector()
    small.limitTextures(to: 300)
    let size = PixelSize(width: 700, height: 450)
    let pattern = Pattern.smooth(size.width, size.height)
    var results: [[UInt8]] = []
    for faults in [nil, small] {
      let renderer = OffscreenRenderer(faults: faults)
      try #require(renderer.fallbackReason == nil)
      for tile in try pattern.tiles() { try renderer.upload(tile) }
      results.append(
        try renderer.render(
          Frame(
            number: 1, picture: .first, viewport: .view(size, on: size),
            backdrop: Backdrop(checker: nil), filters: try builtIn("blur(4),sharpen,exposure(0.4)"))
        ))
    }
    let apart = zip(results[0], results[1]).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(apart <= 1)
  }
}
