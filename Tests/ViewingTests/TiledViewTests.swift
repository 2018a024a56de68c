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
    let stage = try ViewStage(Self.raster)
    #expect(stage.covered > 0)
    let frame = try #require(stage.renderer.frames.last)
    #expect(frame.picture == stage.source.id)
    #expect(frame.viewport.scale == 0.1)
    #expect(stage.settled == 1)
    #expect(stage.source.out == 0, "every tile was given back")
    stage.run(for: 1)
    #expect(stage.renderer.frames.last == frame, "at rest nothing is drawn")
    #expect(stage.source.asked.values.allSatisfy { $0 == 1 }, "at rest nothing is asked twice")
  }

  /// A window gets its size once its picture's is known; no tile is requested for the size before.
  @Test func nothingIsRequestedBeforeTheSurfaceHasItsSize() throws {
    let stage = try ViewStage(
      Self.raster, surface: PixelSize(width: 320, height: 240),
      resizedOnOpening: PixelSize(width: 600, height: 400))
    let fit = Self.raster.exactLevel(scale: 0.1)
    #expect(Set(stage.source.asked.keys.map(\.level)) == [fit])
  }

  @Test func zoomingNotifiesTheDelegateAndRequestsTiles() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: 1, center: Point(x: 3000, y: 2000), now: stage.now)
    stage.run(for: 2)
    #expect(stage.zooms == [.began, .changed(to: 1), .ended])
    #expect(stage.settled == 2)
    let view = try #require(stage.renderer.frames.last?.viewport)
    #expect(view.scale == 1 && view.isSettled)
    let wanted = view.visibleTiles(of: Self.raster.exactLevel(scale: 1)).keys
    #expect(Set(wanted).isSubset(of: Set((stage.renderer.resident[stage.source.id] ?? [:]).keys)))
  }

  /// The last frame of a motion is drawn ahead of its time, when nothing wakes the host.
  @Test func aSleepingHostLearnsThatTheViewRests() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.settings.prefetches = false
    stage.view.preparesNextStep = false
    for step in 1...20 {
      let scale = 0.1 + 0.04 * Double(step)
      stage.view.zoom(to: scale, center: Point(x: 1000, y: 900), now: stage.now)
      #expect(stage.runUntilAsleep())
      #expect(!stage.view.isMoving(at: stage.now) && stage.view.isAtRest(at: stage.now))
      #expect(stage.zooms.count == 3 * step && stage.zooms.last == .ended)
      #expect(stage.settled == 1 + step)
    }
  }

  @Test func coordinatesConvertBothWays() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: 2, center: Point(x: 1000, y: 900), animated: false, now: stage.now)
    let image = stage.view.imagePoint(at: Point(x: 300, y: 200), now: stage.now)
    #expect(abs(image.x - 1000) < 0.5 && abs(image.y - 900) < 0.5)
    let device = stage.view.devicePoint(of: image, now: stage.now)
    #expect(abs(device.x - 300) < 1e-6 && abs(device.y - 200) < 1e-6)
    stage.view.surfaceOrigin = Point(x: 50, y: 70)
    let screen = stage.view.screenPoint(of: image, now: stage.now)
    #expect(screen == device + Point(x: 50, y: 70))
    #expect(stage.view.imagePoint(atScreen: screen, now: stage.now) == image)
    let area = try #require(stage.view.visibleArea(at: stage.now))
    #expect(area.width == 300 && area.height == 200)
  }

  @Test func anotherContentScaleKeepsTheCentre() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: 1, center: Point(x: 1000, y: 900), animated: false, now: stage.now)
    stage.view.settings.contentScale = 2
    #expect(stage.view.zoom?.destination.scale == 2)
    let image = stage.view.imagePoint(at: Point(x: 300, y: 200), now: stage.now)
    #expect(abs(image.x - 1000) < 0.5 && abs(image.y - 900) < 0.5)
    #expect(stage.view.viewPoint(of: Point(x: 300, y: 200)) == Point(x: 150, y: 100))
    #expect(stage.view.devicePoint(ofView: Point(x: 150, y: 100)) == Point(x: 300, y: 200))
  }

  @Test func anAreaIsFittedAsLargeAsPossible() throws {
    let stage = try ViewStage(Self.raster)
    let area = Rect(minX: 1000, minY: 1000, maxX: 1600, maxY: 1200)
    stage.view.fit(area, animated: false, now: stage.now)
    stage.run(for: 0.1)
    let seen = try #require(stage.view.visibleArea(at: stage.now))
    #expect(stage.view.zoom?.destination.scale == 1)
    #expect(seen.minX <= 1000 && seen.maxX >= 1600 && seen.minY <= 1000 && seen.maxY >= 1200)
    stage.view.fit(animated: false, now: stage.now)
    #expect(stage.view.zoom?.destination.scale == 0.1)
  }

  @Test func theFirstHandlerThatAcceptsAnInputGetsItExclusively() throws {
    let stage = try ViewStage(Self.raster)
    let first = Taker()
    let second = Taker()
    stage.view.inputHandlers = [first, second]
    let wheel = WindowEvent.scroll(
      ScrollEvent(
        detents: Point(x: 0, y: -1), source: .wheel, isContinuous: false,
        position: Point(x: 10, y: 10), modifiers: [], time: 0))
    first.isTaking = true
    stage.view.handle(wheel, at: stage.now)
    #expect((first.events, second.events) == (1, 0))
    #expect(stage.view.zoom?.destination.scale == 0.1)
    first.isTaking = false
    stage.view.handle(wheel, at: stage.now)
    #expect((first.events, second.events) == (2, 1))
    #expect(abs((stage.view.zoom?.destination.scale ?? 0) - 0.125) < 1e-9)
  }

  @Test func theDelegateGetsTapsFirst() throws {
    let stage = try ViewStage(Self.raster)
    stage.takesTaps = true
    stage.view.take(.doubleClick(at: Point(x: 300, y: 200)), at: stage.now)
    #expect(stage.view.zoom?.destination.scale == 0.1, "its answer replaces what the tap does")
    #expect(stage.taps.map(\.0) == [.double])
    #expect(stage.taps[0].1 == Point(x: 3000, y: 2000))
    stage.takesTaps = false
    stage.view.take(.doubleClick(at: Point(x: 300, y: 200)), at: stage.now)
    #expect(stage.view.zoom?.destination.scale == 0.8)
    stage.view.settings.taps.single = .zoom(by: 0.5)
    stage.view.take(.click(button: 1, at: Point(x: 300, y: 200)), at: stage.now)
    #expect(abs((stage.view.zoom?.destination.scale ?? 0) - 0.4) < 1e-9)
    #expect(stage.taps.map(\.0) == [.double, .double, .single])
  }

  @Test func otherButtonsAndRestingFingersAreReportedAndDoNothing() throws {
    let stage = try ViewStage(Self.raster)
    let place = Point(x: 300, y: 200)
    let before = stage.view.zoom?.destination
    for gesture: Gesture in [
      .click(button: 2, at: place), .click(button: 3, at: place), .longPress(at: place),
    ] {
      stage.view.take(gesture, at: stage.now)
    }
    #expect(stage.taps.map(\.0) == [.middle, .secondary, .long])
    #expect(stage.taps.map(\.1) == [Point](repeating: Point(x: 3000, y: 2000), count: 3))
    #expect(stage.view.zoom?.destination == before)
  }

  @Test func aRestingFingerWakesTheView() throws {
    var settings = TiledViewSettings()
    settings.gestures.longPress = 0.5
    let stage = try ViewStage(Self.raster, settings: settings)
    let began = stage.now
    stage.view.handle(
      .touch(TouchEvent(id: 1, phase: .began, position: Point(x: 300, y: 200), time: 1)),
      at: began)
    #expect(try #require(stage.view.deadline(at: began)) <= began + 0.5)
    stage.run(until: began + 0.6)
    #expect(stage.taps.map(\.0) == [.long])
  }

  @Test func aFailedTileFailsAloneWithOneEvent() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: 1, center: Point(x: 3000, y: 2000), animated: false, now: stage.now)
    let level = Self.raster.exactLevel(scale: 1)
    let view = try #require(stage.view.zoom?.destination)
    let victim = view.visibleTiles(of: level).keys[0]
    stage.source.broken = { $0 == victim }
    stage.run(for: 1)
    let failures = stage.news.count {
      if case .tileFailed(victim, "no such tile") = $0 { true } else { false }
    }
    #expect(failures == 1)
    #expect(stage.source.asked[victim] == 1)
    #expect(stage.settled == 2, "the view settles without it")
  }

  @Test func invalidatedTilesAreRequestedAgainAndStayMeanwhile() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: 1, center: Point(x: 3000, y: 2000), animated: false, now: stage.now)
    stage.run(for: 1)
    stage.view.settings.fadeDuration = 0.08
    stage.source.forgetAsked()
    let frames = stage.renderer.frames.count
    stage.source.tell(.invalidated(Rect(minX: 3000, minY: 2000, maxX: 3001, maxY: 2001)))
    stage.run(for: 1)
    for key in stage.source.asked.keys {
      let scale = Double(key.level.size.width) / 6000
      let area = key.area.grown(by: 1)
      #expect(
        Double(area.minX) <= 3001 * scale && Double(area.maxX) >= 3000 * scale,
        "\(key) does not touch the area")
    }
    let exact = stage.source.asked.keys.filter { $0.level == Self.raster.exactLevel(scale: 1) }
    #expect(exact.count == 1)
    #expect(stage.renderer.frames[frames...].allSatisfy { $0.picture == stage.source.id })
    // A redrawn tile that faded in over coarser ones would flash.
    #expect(stage.renderer.frames.count > frames)
    #expect(stage.renderer.frames[frames...].allSatisfy { $0.fades.isEmpty })
  }

  @Test func aChangeReachesItsMarginInEveryTile() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: 1, center: Point(x: 3072, y: 2000), animated: false, now: stage.now)
    stage.run(for: 1)
    let exact = Self.raster.exactLevel(scale: 1)
    // The area lies 8 pixels left of the edge between two tiles.
    let area = Rect(minX: 3060, minY: 2000, maxX: 3064, maxY: 2001)
    for (pixels, count) in [(0.0, 1), (20, 2)] {
      stage.source.forgetAsked()
      stage.source.tell(.invalidated(area, pixels: pixels))
      stage.run(for: 1)
      #expect(stage.source.asked.keys.count { $0.level == exact } == count)
    }
  }

  @Test func theExtentMayChange() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: 1, center: Point(x: 1000, y: 1000), animated: false, now: stage.now)
    stage.run(for: 0.5)
    var info = try #require(stage.source.info)
    info.levels.extent = Extent(width: 9000.5, height: 7000)
    stage.source.tell(.changed(info))
    stage.run(for: 0.5)
    let center = stage.view.imagePoint(at: Point(x: 300, y: 200), now: stage.now)
    #expect(abs(center.x - 1000) < 1 && abs(center.y - 1000) < 1)
    #expect(stage.renderer.frames.last?.viewport.picture == info.extent)
  }

  @Test func lostTilesReturn() throws {
    let stage = try ViewStage(Self.raster)
    stage.source.forgetAsked()
    stage.renderer.lose()
    stage.run(for: 0.5)
    #expect(!stage.source.asked.isEmpty)
    #expect(stage.renderer.resident[stage.source.id]?.isEmpty == false)
  }

  @Test func aContentScaleOf2UsesTheNextFinerRung() throws {
    let levels = SourceLevels.ladder(
      Extent(width: 4096, height: 4096), levelsOfDetail: 7, levelsOfDetailBias: 3)
    for (scale, rung) in [(1.0, 0.5), (2.0, 1.0)] {
      var settings = TiledViewSettings()
      settings.contentScale = scale
      settings.prefetches = false
      let stage = try ViewStage(levels, settings: settings)
      stage.view.zoom(to: 0.4, center: Point(x: 2048, y: 2048), animated: false, now: stage.now)
      #expect(stage.view.zoom?.destination.scale == 0.4 * scale)
      stage.source.forgetAsked()
      stage.run(for: 1)
      let size = Int(4096 * rung)
      let rungs = Set(stage.source.asked.keys.map(\.level.size.width)).filter { $0 == size }
      #expect(rungs == [size], "zoom 0.4 at \(scale) draws the rung \(rung)")
    }
  }

  /// A source that is no longer shown learns this even if it owes no tiles, so that its process can
  /// end.
  @Test func aSourceLearnsThatItIsHidden() throws {
    let stage = try ViewStage(Self.raster)
    #expect(stage.source.demand?.interest == .view)
    stage.view.isVisible = false
    stage.run(for: 0.1)
    #expect(stage.source.demand?.interest == .view, "a covered window keeps what is prepared")
    stage.view.isVisible = true
    stage.view.setRole(.near, of: stage.source.id)
    stage.run(for: 0.1)
    #expect(stage.source.demand?.interest == .fitOnly)
  }

  @Test func aSourceFailsOnce() throws {
    let stage = try ViewStage(Self.raster)
    stage.source.tell(.failed("it ends too early"))
    stage.run(for: 0.1)
    stage.source.tell(.failed("again"))
    stage.run(for: 0.1)
    let sentences = stage.news.compactMap {
      if case .failed(let sentence) = $0 { sentence } else { nil }
    }
    #expect(sentences == ["it ends too early"])
    #expect(stage.view.state(of: stage.source.id)?.failure == "it ends too early")
  }

  @Test func removingASourceClosesIt() throws {
    let stage = try ViewStage(Self.raster)
    stage.view.remove(stage.source.id)
    #expect(stage.source.isClosed)
    #expect(stage.view.shown == nil && stage.view.zoom == nil)
    #expect(stage.renderer.resident[stage.source.id] == nil)
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
