import Geometry
import Gestures
import Testing
import Tiles
import Tiling
import Zooming

@testable import Viewing

@Suite struct TiledViewTests {
  private static let raster = SourceLevels(raster: PixelSize(width: 6000, height: 4000))

  @Test func aSourceIsShownOnceEveryPixelIsCovered() throws {
    let harness = try ViewHarness(Self.raster)
    #expect(harness.covered > 0)
    let frame = try #require(harness.renderer.frames.last)
    #expect(frame.picture == harness.source.id)
    #expect(frame.viewport.scale == 0.1)
    #expect(harness.settled == 1)
    #expect(harness.source.out == 0, "every tile was given back")
    harness.run(for: 1)
    #expect(harness.renderer.frames.last == frame, "at rest nothing is drawn")
    #expect(harness.source.asked.values.allSatisfy { $0 == 1 }, "at rest nothing is asked twice")
  }

  /// A window gets its size once its picture's is known; no tile is requested for the size before.
  @Test func nothingIsRequestedBeforeTheSurfaceHasItsSize() throws {
    let harness = try ViewHarness(
      Self.raster, surface: PixelSize(width: 320, height: 240),
      resizedOnOpening: PixelSize(width: 600, height: 400))
    let fit = Self.raster.exactLevel(scale: 0.1)
    #expect(Set(harness.source.asked.keys.map(\.level)) == [fit])
  }

  @Test func zoomingNotifiesTheDelegateAndRequestsTiles() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: 1, center: Point(x: 3000, y: 2000), now: harness.now)
    harness.run(for: 2)
    #expect(harness.zooms == [.began, .changed(to: 1), .ended])
    #expect(harness.settled == 2)
    let view = try #require(harness.renderer.frames.last?.viewport)
    #expect(view.scale == 1 && view.isSettled)
    let wanted = view.visibleTiles(of: Self.raster.exactLevel(scale: 1)).keys
    #expect(
      Set(wanted).isSubset(of: Set((harness.renderer.resident[harness.source.id] ?? [:]).keys)))
  }

  /// The last frame of a motion is drawn ahead of its time, when nothing wakes the host.
  @Test func aSleepingHostLearnsThatTheViewRests() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.settings.prefetches = false
    harness.view.preparesNextStep = false
    for step in 1...20 {
      let scale = 0.1 + 0.04 * Double(step)
      harness.view.zoom(to: scale, center: Point(x: 1000, y: 900), now: harness.now)
      #expect(harness.runUntilAsleep())
      #expect(!harness.view.isMoving(at: harness.now) && harness.view.isAtRest(at: harness.now))
      #expect(harness.zooms.count == 3 * step && harness.zooms.last == .ended)
      #expect(harness.settled == 1 + step)
    }
  }

  @Test func coordinatesConvertBothWays() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: 2, center: Point(x: 1000, y: 900), animated: false, now: harness.now)
    let image = harness.view.imagePoint(at: Point(x: 300, y: 200), now: harness.now)
    #expect(abs(image.x - 1000) < 0.5 && abs(image.y - 900) < 0.5)
    let device = harness.view.devicePoint(of: image, now: harness.now)
    #expect(abs(device.x - 300) < 1e-6 && abs(device.y - 200) < 1e-6)
    let area = try #require(harness.view.visibleArea(at: harness.now))
    #expect(area.width == 300 && area.height == 200)
  }

  @Test func anotherContentScaleKeepsTheCentre() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: 1, center: Point(x: 1000, y: 900), animated: false, now: harness.now)
    harness.view.settings.contentScale = 2
    #expect(harness.view.zoom?.destination.scale == 2)
    let image = harness.view.imagePoint(at: Point(x: 300, y: 200), now: harness.now)
    #expect(abs(image.x - 1000) < 0.5 && abs(image.y - 900) < 0.5)
  }

  @Test func anAreaIsFittedAsLargeAsPossible() throws {
    let harness = try ViewHarness(Self.raster)
    let area = Rect(minX: 1000, minY: 1000, maxX: 1600, maxY: 1200)
    harness.view.fit(area, animated: false, now: harness.now)
    harness.run(for: 0.1)
    let seen = try #require(harness.view.visibleArea(at: harness.now))
    #expect(harness.view.zoom?.destination.scale == 1)
    #expect(seen.minX <= 1000 && seen.maxX >= 1600 && seen.minY <= 1000 && seen.maxY >= 1200)
    harness.view.fit(animated: false, now: harness.now)
    #expect(harness.view.zoom?.destination.scale == 0.1)
  }

  @Test func theFirstHandlerThatAcceptsAnInputGetsItExclusively() throws {
    let harness = try ViewHarness(Self.raster)
    let first = Taker()
    let second = Taker()
    harness.view.inputHandlers = [first, second]
    let wheel = WindowEvent.scroll(
      ScrollEvent(
        detents: Point(x: 0, y: -1), source: .wheel, isContinuous: false,
        position: Point(x: 10, y: 10), modifiers: [], time: 0))
    first.isTaking = true
    harness.view.handle(wheel, at: harness.now)
    #expect((first.events, second.events) == (1, 0))
    #expect(harness.view.zoom?.destination.scale == 0.1)
    first.isTaking = false
    harness.view.handle(wheel, at: harness.now)
    #expect((first.events, second.events) == (2, 1))
    #expect(abs((harness.view.zoom?.destination.scale ?? 0) - 0.125) < 1e-9)
  }

  @Test func theDelegateGetsTapsFirst() throws {
    let harness = try ViewHarness(Self.raster)
    harness.takesTaps = true
    harness.view.take(.doubleClick(at: Point(x: 300, y: 200)), at: harness.now)
    #expect(harness.view.zoom?.destination.scale == 0.1, "its answer replaces what the tap does")
    #expect(harness.taps.map(\.0) == [.double])
    #expect(harness.taps[0].1 == Point(x: 3000, y: 2000))
    harness.takesTaps = false
    harness.view.take(.doubleClick(at: Point(x: 300, y: 200)), at: harness.now)
    #expect(harness.view.zoom?.destination.scale == 0.8)
    harness.view.settings.taps.single = .zoom(by: 0.5)
    harness.view.take(.click(button: 1, at: Point(x: 300, y: 200)), at: harness.now)
    #expect(abs((harness.view.zoom?.destination.scale ?? 0) - 0.4) < 1e-9)
    #expect(harness.taps.map(\.0) == [.double, .double, .single])
  }

  @Test func otherButtonsAndRestingFingersAreReportedAndDoNothing() throws {
    let harness = try ViewHarness(Self.raster)
    let place = Point(x: 300, y: 200)
    let before = harness.view.zoom?.destination
    for gesture: Gesture in [
      .click(button: 2, at: place), .click(button: 3, at: place), .longPress(at: place),
    ] {
      harness.view.take(gesture, at: harness.now)
    }
    #expect(harness.taps.map(\.0) == [.middle, .secondary, .long])
    #expect(harness.taps.map(\.1) == [Point](repeating: Point(x: 3000, y: 2000), count: 3))
    #expect(harness.view.zoom?.destination == before)
  }

  @Test func aRestingFingerWakesTheView() throws {
    var settings = TiledViewSettings()
    settings.gestures.longPress = 0.5
    let harness = try ViewHarness(Self.raster, settings: settings)
    let began = harness.now
    harness.view.handle(
      .touch(TouchEvent(id: 1, phase: .began, position: Point(x: 300, y: 200), time: 1)),
      at: began)
    #expect(try #require(harness.view.deadline(at: began)) <= began + 0.5)
    harness.run(until: began + 0.6)
    #expect(harness.taps.map(\.0) == [.long])
  }

  @Test func aFailedTileFailsAloneWithOneEvent() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: 1, center: Point(x: 3000, y: 2000), animated: false, now: harness.now)
    let level = Self.raster.exactLevel(scale: 1)
    let view = try #require(harness.view.zoom?.destination)
    let victim = view.visibleTiles(of: level).keys[0]
    harness.source.broken = { $0 == victim }
    harness.run(for: 1)
    let failures = harness.sourceEvents.count {
      if case .tileFailed(victim, "no such tile") = $0 { true } else { false }
    }
    #expect(failures == 1)
    #expect(harness.source.asked[victim] == 1)
    #expect(harness.settled == 2, "the view settles without it")
  }

  @Test func invalidatedTilesAreRequestedAgainAndStayMeanwhile() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: 1, center: Point(x: 3000, y: 2000), animated: false, now: harness.now)
    harness.run(for: 1)
    harness.view.settings.fadeDuration = 0.08
    harness.source.forgetAsked()
    let frames = harness.renderer.frames.count
    harness.source.tell(.invalidated(Rect(minX: 3000, minY: 2000, maxX: 3001, maxY: 2001)))
    harness.run(for: 1)
    for key in harness.source.asked.keys {
      let scale = Double(key.level.size.width) / 6000
      let area = key.area.grown(by: 1)
      #expect(
        Double(area.minX) <= 3001 * scale && Double(area.maxX) >= 3000 * scale,
        "\(key) does not touch the area")
    }
    let exact = harness.source.asked.keys.filter { $0.level == Self.raster.exactLevel(scale: 1) }
    #expect(exact.count == 1)
    #expect(harness.renderer.frames[frames...].allSatisfy { $0.picture == harness.source.id })
    // A redrawn tile that faded in over coarser ones would flash.
    #expect(harness.renderer.frames.count > frames)
    #expect(harness.renderer.frames[frames...].allSatisfy { $0.fades.isEmpty })
  }

  @Test func aChangeReachesItsMarginInEveryTile() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: 1, center: Point(x: 3072, y: 2000), animated: false, now: harness.now)
    harness.run(for: 1)
    let exact = Self.raster.exactLevel(scale: 1)
    // The area lies 8 pixels left of the edge between two tiles.
    let area = Rect(minX: 3060, minY: 2000, maxX: 3064, maxY: 2001)
    for (pixels, count) in [(0.0, 1), (20, 2)] {
      harness.source.forgetAsked()
      harness.source.tell(.invalidated(area, pixels: pixels))
      harness.run(for: 1)
      #expect(harness.source.asked.keys.count { $0.level == exact } == count)
    }
  }

  @Test func theExtentMayChange() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: 1, center: Point(x: 1000, y: 1000), animated: false, now: harness.now)
    harness.run(for: 0.5)
    var info = try #require(harness.source.info)
    info.levels.extent = Extent(width: 9000.5, height: 7000)
    harness.source.tell(.changed(info))
    harness.run(for: 0.5)
    let center = harness.view.imagePoint(at: Point(x: 300, y: 200), now: harness.now)
    #expect(abs(center.x - 1000) < 1 && abs(center.y - 1000) < 1)
    #expect(harness.renderer.frames.last?.viewport.picture == info.extent)
  }

  @Test func lostTilesReturn() throws {
    let harness = try ViewHarness(Self.raster)
    harness.source.forgetAsked()
    harness.renderer.lose()
    harness.run(for: 0.5)
    #expect(!harness.source.asked.isEmpty)
    #expect(harness.renderer.resident[harness.source.id]?.isEmpty == false)
  }

  @Test func aContentScaleOf2UsesTheNextFinerRung() throws {
    let levels = SourceLevels.ladder(
      Extent(width: 4096, height: 4096), levelsOfDetail: 7, levelsOfDetailBias: 3)
    for (scale, rung) in [(1.0, 0.5), (2.0, 1.0)] {
      var settings = TiledViewSettings()
      settings.contentScale = scale
      settings.prefetches = false
      let harness = try ViewHarness(levels, settings: settings)
      harness.view.zoom(to: 0.4, center: Point(x: 2048, y: 2048), animated: false, now: harness.now)
      #expect(harness.view.zoom?.destination.scale == 0.4 * scale)
      harness.source.forgetAsked()
      harness.run(for: 1)
      let size = Int(4096 * rung)
      let rungs = Set(harness.source.asked.keys.map(\.level.size.width)).filter { $0 == size }
      #expect(rungs == [size], "zoom 0.4 at \(scale) draws the rung \(rung)")
    }
  }

  /// A source that is no longer shown learns this even if it owes no tiles, so that its process can
  /// end.
  @Test func aSourceLearnsThatItIsHidden() throws {
    let harness = try ViewHarness(Self.raster)
    #expect(harness.source.demand?.interest == .view)
    harness.view.isVisible = false
    harness.run(for: 0.1)
    #expect(harness.source.demand?.interest == .view, "a covered window keeps what is prepared")
    harness.view.isVisible = true
    harness.view.setRole(.near, of: harness.source.id)
    harness.run(for: 0.1)
    #expect(harness.source.demand?.interest == .fitOnly)
  }

  @Test func aSourceFailsOnce() throws {
    let harness = try ViewHarness(Self.raster)
    harness.source.tell(.failed("it ends too early"))
    harness.run(for: 0.1)
    harness.source.tell(.failed("again"))
    harness.run(for: 0.1)
    let sentences = harness.sourceEvents.compactMap {
      if case .failed(let sentence) = $0 { sentence } else { nil }
    }
    #expect(sentences == ["it ends too early"])
    #expect(harness.view.state(of: harness.source.id)?.failure == "it ends too early")
  }

  @Test func removingASourceClosesIt() throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.remove(harness.source.id)
    #expect(harness.source.isClosed)
    #expect(harness.view.shown == nil && harness.view.zoom == nil)
    #expect(harness.renderer.resident[harness.source.id] == nil)
  }
}

/// A handler in the input chain.
private final class Taker: ViewInputHandler {
  var isTaking = false
  private(set) var events = 0

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    events += 1
    return isTaking
  }
}
