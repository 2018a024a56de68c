import Geometry
import Testing
import Tiles

@testable import Viewing

/// A view of an animation.
@Suite struct MovingViewTests {
  private static let small = SourceLevels(raster: PixelSize(width: 100, height: 80))
  private static let large = SourceLevels(raster: PixelSize(width: 2400, height: 1600))
  private static let tenFrames = Array(repeating: 50_000, count: 10)

  /// The animation's frames in the order drawn, each once, with the time it was first drawn.
  private static func shown(_ harness: ViewHarness, for seconds: Double) -> [(
    frame: Int, time: Double
  )] {
    var shown: [(Int, Double)] = []
    let end = harness.now + seconds
    while harness.now < end {
      harness.run(for: 1 / 60.0)
      guard let frame = harness.renderer.frames.last?.pictureFrame.frame else { continue }
      if frame != shown.last?.0 { shown.append((frame, harness.now)) }
    }
    return shown
  }

  @Test func framesFollowEachOtherInTime() throws {
    let harness = try ViewHarness(Self.small, frameTimes: [100_000, 50_000, 200_000])
    let shown = Self.shown(harness, for: 3)
    #expect(shown.map(\.frame) == shown.indices.map { ($0 + shown[0].frame) % 3 })
    let lengths = [0.1, 0.05, 0.2]
    for (this, next) in zip(shown.dropFirst(), shown.dropFirst(2)) {
      #expect(abs(next.time - this.time - lengths[this.frame]) <= 1 / 60.0 + 1e-6)
    }
    let first = try #require(shown.dropFirst().first { $0.frame == 0 })
    let last = try #require(shown.last { $0.frame == 0 })
    let lost = (last.time - first.time).remainder(dividingBy: 0.35)
    #expect(abs(lost) <= 1 / 60.0 + 1e-6, "no time is lost")
  }

  /// Each frame on the screen is drawn from its own tiles, all of them present.
  @Test func aFrameIsDrawnFromItsOwnTilesOnly() throws {
    let harness = try ViewHarness(Self.large, frameTimes: Self.tenFrames)
    for _ in 0..<200 {
      harness.run(for: 1 / 60.0)
      let frame = try #require(harness.renderer.frames.last)
      let level = Self.large.fitLevel(of: frame.viewport)
      let resident = harness.renderer.resident[harness.source.id] ?? [:]
      for key in frame.viewport.visibleTiles(of: level).keys {
        #expect(resident[key.inFrame(frame.pictureFrame)] == .exact)
      }
    }
  }

  @Test func aSmallAnimationIsDecodedOnceAndLoopsFromItsTextures() throws {
    let harness = try ViewHarness(Self.small, frameTimes: Self.tenFrames)
    harness.run(for: 5)
    #expect(Set(harness.source.asked.keys.map(\.frame)) == Set(0..<10))
    #expect(harness.source.asked.values.allSatisfy { $0 == 1 })
  }

  /// An animation too large to keep is requested again in each loop, only a few frames ahead.
  @Test func aLargeAnimationKeepsAFewFrames() throws {
    let harness = try ViewHarness(Self.large, frameTimes: Array(repeating: 50_000, count: 40))
    var most = 0
    for _ in 0..<300 {
      harness.run(for: 1 / 60.0)
      let frames = Set((harness.renderer.resident[harness.source.id] ?? [:]).keys.map(\.frame))
      most = max(most, frames.count)
    }
    #expect(most <= 4)
    #expect(harness.source.asked.values.contains { $0 > 1 })
  }

  @Test func anInvisibleAnimationDecodesNothing() throws {
    let harness = try ViewHarness(Self.large, frameTimes: Self.tenFrames)
    harness.run(for: 0.2)
    harness.view.isVisible = false
    harness.run(for: 0.1)
    harness.source.forgetAsked()
    #expect(harness.runUntilAsleep(), "nothing wakes it")
    harness.run(for: 3)
    #expect(harness.source.asked.isEmpty)
    let frame = harness.renderer.frames.last?.pictureFrame
    harness.view.isVisible = true
    harness.run(for: 1 / 60.0)
    #expect(harness.renderer.frames.last?.pictureFrame == frame, "its time has stood meanwhile")
    harness.run(for: 0.2)
    #expect(harness.renderer.frames.last?.pictureFrame != frame)
  }

  /// Frames are requested for the changed view; what is shown meanwhile is never blank.
  @Test func animationsPlayDuringZooms() throws {
    let harness = try ViewHarness(Self.large, frameTimes: Self.tenFrames)
    harness.run(for: 0.3)
    harness.view.zoom(to: 1, center: Point(x: 1200, y: 800), animated: false, now: harness.now)
    harness.run(for: 0.5)
    let exact = Self.large.exactLevel(scale: 1)
    var frames: Set<Int> = []
    for _ in 0..<60 {
      harness.run(for: 1 / 60.0)
      let frame = try #require(harness.renderer.frames.last)
      frames.insert(frame.pictureFrame.frame)
      let resident = harness.renderer.resident[harness.source.id] ?? [:]
      for key in frame.viewport.visibleTiles(of: exact).keys {
        #expect(resident[key.inFrame(frame.pictureFrame)] == .exact)
      }
    }
    #expect(frames == Set(0..<10))
  }

  @Test func aStoppedAnimationIsSharpAndRequestsNothing() throws {
    let harness = try ViewHarness(Self.large, frameTimes: Self.tenFrames)
    harness.run(for: 0.3)
    harness.view.togglePlaying(now: harness.now)
    harness.view.zoom(to: 1, center: Point(x: 1200, y: 800), animated: false, now: harness.now)
    harness.run(for: 0.3)
    harness.source.forgetAsked()
    #expect(harness.runUntilAsleep(), "a still picture wakes nobody")
    harness.run(for: 1)
    let frame = try #require(harness.renderer.frames.last)
    let resident = harness.renderer.resident[harness.source.id] ?? [:]
    for key in frame.viewport.visibleTiles(of: Self.large.exactLevel(scale: 1)).keys {
      #expect(resident[key.inFrame(frame.pictureFrame)] == .exact)
    }
    #expect(harness.source.asked.keys.allSatisfy { $0.version == frame.pictureFrame })
    harness.view.stepFrame(by: 1, now: harness.now)
    harness.run(for: 0.2)
    #expect(harness.renderer.frames.last?.pictureFrame.frame == (frame.pictureFrame.frame + 1) % 10)
  }

  @Test func aFailedFrameIsSkipped() throws {
    let harness = try ViewHarness(Self.small, frameTimes: Self.tenFrames)
    // The frames before it have already arrived.
    harness.source.broken = { $0.frame == 8 }
    let shown = Self.shown(harness, for: 2).map(\.frame)
    #expect(!shown.contains(8) && shown.contains(7) && shown.contains(9), "\(shown)")
  }

  @Test func anAnimationWithOneLoopEnds() throws {
    let harness = try ViewHarness(Self.small, frameTimes: Self.tenFrames, loops: 1)
    harness.run(for: 0.6)
    #expect(harness.runUntilAsleep())
    #expect(harness.renderer.frames.last?.pictureFrame.frame == 9)
    #expect(harness.view.playback?.isPlaying == false)
  }

  @Test func animationsMayStartStopped() throws {
    var settings = TiledViewSettings()
    settings.playsAtOnce = false
    let harness = try ViewHarness(Self.small, settings: settings, frameTimes: Self.tenFrames)
    #expect(harness.runUntilAsleep())
    harness.run(for: 1)
    #expect(harness.renderer.frames.last?.pictureFrame.frame == 0)
    #expect(Set(harness.source.asked.keys.map(\.frame)) == [0])
    harness.view.togglePlaying(now: harness.now)
    #expect(Self.shown(harness, for: 0.6).map(\.frame).contains(9))
  }

  /// A view whose host sleeps until the deadline wakes it for each frame.
  @Test func aSleepingHostIsWokenForEachFrame() throws {
    let harness = try ViewHarness(Self.small, frameTimes: Self.tenFrames)
    var shown: [Int] = []
    for _ in 0..<2000 where harness.now < 3 {
      harness.renderer.now = harness.now
      harness.view.dispatch(at: harness.now)
      if let frame = harness.renderer.frames.last?.pictureFrame.frame, frame != shown.last {
        shown.append(frame)
      }
      let deadline = try #require(harness.view.deadline(at: harness.now))
      harness.now = max(harness.now, deadline) + 0.0002
    }
    #expect(harness.now >= 3, "it does not wake without end")
    #expect(shown.count > 50 && shown == shown.indices.map { ($0 + shown[0]) % 10 })
  }
}
