import Geometry
import Graphics
import Synchronization
import Testing
import Tiles
import Zooming

@testable import Rendering

@Suite(.serialized, .enabled(if: Surfaceless.isAvailable, "EGL cannot draw without a window here"))
struct RenderThreadTests {
  private let surface = PixelSize(width: 320, height: 280)

  private func make(
    faults: FaultInjector? = nil, sink: (any PixelSink)? = nil, usesGL: Bool = true,
    uploading: RenderConfiguration.Uploading = .automatic
  ) throws -> (RenderThread, EventLog) {
    let log = EventLog()
    let thread = try RenderThread(
      configuration: RenderConfiguration(
        target: .offscreen(surface), sink: sink, usesGL: usesGL, uploading: uploading,
        faults: faults)
    ) { log.append($0) }
    return (thread, log)
  }

  private func expectPicture(_ pattern: Pattern, _ thread: RenderThread) throws {
    let pixels = try #require(thread.captured())
    var wrong = 0
    for y in 0..<min(surface.height, pattern.level.size.height) {
      for x in 0..<min(surface.width, pattern.level.size.width)
      where pixels.bytes.pixel(x, y, width: surface.width) != pattern.at(x, y) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [RenderConfiguration.Uploading.automatic, .ownThread])
  func aFrameShowsResidentTiles(_ uploading: RenderConfiguration.Uploading) throws {
    let (thread, log) = try make(uploading: uploading)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    thread.show(.of(.view(pattern.level.size, on: surface)))
    #expect(log.waitForFrame(1))
    try expectPicture(pattern, thread)
    let around = thread.captured()?.bytes.pixel(310, 275, width: surface.width)
    #expect(around == SIMD4(32, 32, 32, 255))
  }

  @Test(arguments: [RenderConfiguration.Uploading.automatic, .ownThread])
  func fiveHundredTilesArriveUndamaged(_ uploading: RenderConfiguration.Uploading) throws {
    let (thread, log) = try make(uploading: uploading)
    defer { thread.stop() }
    var wrong = 0
    // Ten small pictures at a time, each with its own colours, many times over.
    for round in 0..<50 {
      for index in 0..<10 {
        let pattern = Pattern.opaque(256, 256, seed: round * 10 + index)
        thread.upload(
          try pattern.tile(pattern.keys[0], of: SourceID(number: UInt32(round * 10 + index))))
      }
    }
    #expect(log.waitForResident(500))
    for number in stride(from: 0, to: 500, by: 7) {
      let pattern = Pattern.opaque(256, 256, seed: number)
      thread.show(
        Frame(
          number: UInt64(number), picture: SourceID(number: UInt32(number)),
          viewport: .view(pattern.level.size, on: surface)))
      #expect(log.waitForFrame(UInt64(number)))
      guard let pixels = thread.captured() else { continue }
      for (x, y) in [(0, 0), (255, 255), (128, 7), (31, 201)]
      where pixels.bytes.pixel(x, y, width: surface.width) != pattern.at(x, y) { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(thread.statistics.uploadedBytes == 500 * 258 * 258 * 4)
  }

  /// Up to Mesa 22, llvmpipe's upload in one context reads memory that another context's frame has
  /// just freed.
  @Test func tilesArriveWhileFramesAreDrawn() throws {
    let (thread, log) = try make()
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    let frames = 400
    for number in 1...frames {
      thread.show(.of(.view(pattern.level.size, on: surface), number: UInt64(number)))
      let other = SourceID(number: UInt32(1000 + number))
      for tile in try pattern.tiles(of: other) { thread.upload(tile) }
      if number > 8 { thread.drop(SourceID(number: UInt32(992 + number))) }
    }
    #expect(log.waitForFrame(UInt64(frames)))
    try expectPicture(pattern, thread)
  }

  @Test func droppedTexturesReduceTheCountToZero() throws {
    let (thread, log) = try make()
    defer { thread.stop() }
    let pattern = Pattern.opaque(600, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(6))
    let all = thread.statistics.textureBytes
    #expect(all == pattern.keys.reduce(0) { $0 + $1.layout.byteCount })
    thread.retain([pattern.keys[2]], of: .first)
    _ = thread.captured()
    #expect(thread.statistics.textureBytes == pattern.keys[2].layout.byteCount)
    thread.drop(.first)
    _ = thread.captured()
    #expect(thread.statistics.textureBytes == 0)
    #expect(thread.statistics.peakTextureBytes == all)
  }

  /// A new version replaces a picture: the last frame of the old one is never drawn without tiles,
  /// although the thread gets it together with the eviction.
  @Test(arguments: ["drop", "retain", "overlay"])
  func aFrameIsDrawnBeforeItsContentIsEvicted(_ eviction: String) throws {
    let (thread, log) = try make()
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    let place = PixelRect(minX: 302, minY: 20, maxX: 304, maxY: 21)
    thread.setOverlay(
      5,
      bitmap: OverlayBitmap(
        size: PixelSize(width: 2, height: 1), pixels: [1, 2, 3, 255, 9, 8, 7, 255]))
    let gate = Gate(before: thread)
    thread.show(
      .of(
        .view(pattern.level.size, on: surface),
        overlays: [Overlay(position: place, bitmap: 5)]))
    switch eviction {
    case "drop": thread.drop(.first)
    case "retain": thread.retain([], of: .first)
    default: thread.setOverlay(5, bitmap: nil)
    }
    gate.open()
    #expect(log.waitForFrame(1))
    try expectPicture(pattern, thread)
    let over = try #require(thread.captured()).bytes.pixel(303, 20, width: surface.width)
    #expect(over == SIMD4(9, 8, 7, 255))
  }

  /// The picture is replaced, and the frame of the new one is there already: one frame is drawn.
  @Test func ofFramesThatWaitTheNewestIsDrawn() throws {
    let (thread, log) = try make()
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    let second = SourceID(number: 90)
    for tile in try pattern.tiles() { thread.upload(tile) }
    for tile in try pattern.tiles(of: second) { thread.upload(tile) }
    #expect(log.waitForResident(8))
    let gate = Gate(before: thread)
    let view = Viewport.view(pattern.level.size, on: surface)
    thread.show(.of(view))
    thread.drop(.first)
    thread.show(Frame(number: 2, picture: second, viewport: view))
    gate.open()
    #expect(log.waitForFrame(2))
    try expectPicture(pattern, thread)
    #expect(thread.statistics.frames == 1)
  }

  @Test(arguments: [RenderConfiguration.Uploading.automatic, .ownThread])
  func aTileOfADroppedPictureIsNeverKept(_ uploading: RenderConfiguration.Uploading) throws {
    let (thread, log) = try make(uploading: uploading)
    defer { thread.stop() }
    let pattern = Pattern.opaque(256, 256)
    for number in UInt32(0)..<40 {
      thread.upload(try pattern.tile(pattern.keys[0], of: SourceID(number: number)))
      thread.drop(SourceID(number: number))
    }
    #expect(
      log.wait(count: 40) {
        switch $0 {
        case .resident, .released: true
        default: false
        }
      })
    _ = thread.captured()
    #expect(thread.statistics.textureBytes == 0)
  }

  @Test(arguments: [RenderConfiguration.Uploading.automatic, .ownThread])
  func aLostContextIsRecreatedAndTheViewReturns(
    _ uploading: RenderConfiguration.Uploading
  ) throws {
    let faults = FaultInjector()
    let (thread, log) = try make(faults: faults, uploading: uploading)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for loss in 1...3 {
      for tile in try pattern.tiles() { thread.upload(tile) }
      #expect(log.waitForResident(loss * 4))
      thread.show(.of(.view(pattern.level.size, on: surface), number: UInt64(loss * 2)))
      #expect(log.waitForFrame(UInt64(loss * 2)))
      try expectPicture(pattern, thread)
      faults.loseContext()
      thread.show(.of(.view(pattern.level.size, on: surface), number: UInt64(loss * 2 + 1)))
      #expect(log.waitForLosses(loss))
      #expect(thread.statistics.textureBytes == 0)
    }
    // A fourth loss within a minute is one too many.
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(16))
    faults.loseContext()
    thread.show(.of(.view(pattern.level.size, on: surface), number: 100))
    #expect(log.wait { if case .event(.unfiltered) = $0 { true } else { false } })
  }

  @Test func recreatingAContextIsRetried() throws {
    let faults = FaultInjector()
    let (thread, log) = try make(faults: faults)
    defer { thread.stop() }
    #expect(log.wait { if case .started = $0 { true } else { false } })
    faults.refuseContexts(1)
    faults.loseContext()
    thread.show(.of(.view(surface, on: surface)))
    #expect(log.waitForLosses(1))
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    thread.show(.of(.view(pattern.level.size, on: surface), number: 2))
    #expect(log.waitForFrame(2))
    try expectPicture(pattern, thread)
  }

  @Test func withoutASecondContextTheDrawingThreadCopies() throws {
    let faults = FaultInjector()
    faults.refuseSharedContexts()
    let (thread, log) = try make(faults: faults, uploading: .ownThread)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    thread.show(.of(.view(pattern.level.size, on: surface)))
    #expect(log.waitForFrame(1))
    try expectPicture(pattern, thread)
  }

  @Test func overlaysAreBlendedOverThePicture() throws {
    let (thread, log) = try make()
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    let half = try #require(
      OverlayBitmap(
        size: PixelSize(width: 2, height: 1), pixels: [100, 50, 0, 128, 9, 8, 7, 255]))
    thread.setOverlay(5, bitmap: half)
    let place = PixelRect(minX: 10, minY: 20, maxX: 12, maxY: 21)
    thread.show(
      .of(
        .view(pattern.level.size, on: surface),
        overlays: [Overlay(position: place, bitmap: 5), Overlay(position: place, bitmap: 6)]))
    #expect(log.waitForFrame(1))
    let pixels = try #require(thread.captured()).bytes
    let under = pattern.at(10, 20)
    let blended = pixels.pixel(10, 20, width: surface.width)
    for (channel, over) in [100, 50, 0].enumerated() {
      let expected = Double(over) + Double(under[channel]) * 127 / 255
      #expect(abs(Double(blended[channel]) - expected) <= 1)
    }
    #expect(pixels.pixel(11, 20, width: surface.width) == SIMD4(9, 8, 7, 255))
    #expect(pixels.pixel(12, 20, width: surface.width) == pattern.at(12, 20))
    thread.setOverlay(5, bitmap: nil)
    thread.drop(.first)
    _ = thread.captured()
    #expect(thread.statistics.textureBytes == 0)
  }

  @Test func aViewOfAnotherSizeIsFittedToTheSurface() throws {
    let (thread, log) = try make()
    defer { thread.stop() }
    let pattern = Pattern.opaque(100, 80)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(1))
    // Centred on 200 × 100; the surface is 320 × 280.
    let view = Viewport.view(
      pattern.level.size, on: PixelSize(width: 200, height: 100), x: 50, y: 10)
    thread.show(.of(view))
    #expect(log.waitForFrame(1))
    let pixels = try #require(thread.captured()).bytes
    #expect(pixels.pixel(110, 100, width: surface.width) == pattern.at(0, 0))
    #expect(pixels.pixel(209, 179, width: surface.width) == pattern.at(99, 79))
    #expect(pixels.pixel(109, 100, width: surface.width) == SIMD4(32, 32, 32, 255))
  }

  @Test func tinyTexturesMakeGLUnavailableWithASentence() throws {
    let faults = FaultInjector()
    faults.limitTextures(to: 64)
    let (thread, log) = try make(faults: faults)
    defer { thread.stop() }
    #expect(
      log.wait {
        if case .event(.unfiltered(let sentence)) = $0 {
          sentence.contains("too small")
        } else {
          false
        }
      })
  }

  @Test func withoutGLASinkGetsTheSamePixels() throws {
    let sink = RecordingSink(size: surface)
    let (thread, log) = try make(sink: sink, usesGL: false)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    thread.show(.of(.view(pattern.level.size, on: surface)))
    #expect(log.waitForFrame(1))
    let pixels = sink.pixels
    let wrong = (0..<270).flatMap { y in (0..<300).map { ($0, y) } }.count { x, y in
      let p = pattern.at(x, y)
      return pixels.pixel(x, y, width: surface.width) != SIMD4(p.z, p.y, p.x, 255)
    }
    #expect(wrong == 0)
    #expect(pixels.pixel(310, 275, width: surface.width) == SIMD4(32, 32, 32, 255))
    thread.drop(.first)
    thread.stop()
    #expect(thread.statistics.textureBytes == 0)
  }

  @Test func withoutGLAndASinkSlotsAreStillReleased() throws {
    let (thread, log) = try make(usesGL: false)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.wait(count: 4) { if case .released = $0 { true } else { false } })
  }
}
