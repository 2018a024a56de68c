import Geometry
import Markers
import Platform
import Rendering
import TestSupport
import Testing
import Tiles
import Zooming

@testable import Viewing

/// Markers in a view: the sprites in its frames, and the handling of taps.
@Suite struct MarkerViewTests {
  private static let raster = SourceLevels(raster: PixelSize(width: 6000, height: 4000))

  /// A stage with a bitmap of 20 × 20 pixels, anchored at its centre.
  private func stage() throws -> (ViewStage, SpriteID) {
    let stage = try ViewStage(Self.raster)
    let size = PixelSize(width: 20, height: 20)
    let sprite = stage.view.markers.atlas.add(
      size: size, pixels: [UInt8](repeating: 255, count: 1600), anchor: Point(x: 10, y: 10))
    return (stage, try #require(sprite))
  }

  /// Dispatches the view until a condition is true; texts are drawn on a thread.
  private func wait(_ stage: ViewStage, until holds: () -> Bool) -> Bool {
    var pollSet = PollSet()
    for _ in 0..<200 {
      stage.run(for: 1 / 60.0)
      if holds() { return true }
      pollSet.removeAll()
      pollSet.add(stage.view.descriptor)
      pollSet.wait(timeout: 0.05)
    }
    return false
  }

  @Test func everyFrameCarriesMarkersWithItsView() throws {
    let (stage, sprite) = try stage()
    let frames = stage.renderer.frames.count
    stage.view.markers.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    stage.run(for: 0.1)
    #expect(stage.renderer.frames.count == frames + 1, "one is shown with the next frame")
    #expect(stage.renderer.overlays[MarkerBoard.BitmapID.atlas]?.count == 1)
    stage.view.zoom(to: 1, center: Point(x: 3000, y: 2000), now: stage.now)
    stage.run(for: 1)
    let moving = stage.renderer.frames[(frames + 1)...]
    #expect(moving.count > 3)
    for frame in moving {
      let batch = try #require(frame.sprites)
      #expect(batch.bitmap == MarkerBoard.BitmapID.atlas)
      #expect(batch.sprites.map(\.point) == [Point(x: 3000, y: 2000)])
    }
    #expect(stage.renderer.overlays[MarkerBoard.BitmapID.atlas]?.count == 1)
    let count = stage.renderer.frames.count
    stage.run(for: 1)
    #expect(stage.renderer.frames.count == count, "at rest nothing is drawn")
    stage.view.markers.move(MarkerID(1), to: Point(x: 3010, y: 2000))
    stage.run(for: 0.1)
    #expect(stage.renderer.frames.last?.sprites?.sprites.first?.point.x == 3010)
    stage.view.markers.remove(MarkerID(1))
    stage.run(for: 0.1)
    #expect(stage.renderer.frames.last?.sprites == nil)
    #expect(stage.source.asked.values.allSatisfy { $0 == 1 }, "markers decode nothing")
  }

  @Test func theDelegateGetsTapsOnMarkersFirst() throws {
    let (stage, sprite) = try stage()
    stage.view.markers.add(Marker(MarkerID(4), at: Point(x: 3000, y: 2000), sprite: sprite))
    stage.view.settings.taps.single = .zoom(by: 2)
    stage.takesHits = true
    stage.view.take(.click(button: 1, at: Point(x: 305, y: 195)), at: stage.now)
    #expect(stage.hits == [.marker(MarkerID(4))])
    #expect(stage.taps.isEmpty && stage.view.zoom?.destination.scale == 0.1)
    stage.view.take(.click(button: 1, at: Point(x: 311, y: 195)), at: stage.now)
    #expect(stage.hits.count == 1 && stage.taps.count == 1, "beside it the tap is the view's")
    stage.takesHits = false
    stage.view.take(.click(button: 1, at: Point(x: 305, y: 195)), at: stage.now)
    #expect(stage.hits.count == 2 && stage.taps.count == 2)
  }

  @Test func aSelectedMarkerLooksSelectedAndIsOnTop() throws {
    let (stage, sprite) = try stage()
    let chosen = stage.view.markers.atlas.add(
      size: PixelSize(width: 30, height: 30), pixels: [UInt8](repeating: 90, count: 3600),
      anchor: Point(x: 15, y: 15))
    #expect(chosen != nil)
    for number in 1...3 {
      stage.view.markers.add(
        Marker(
          MarkerID(UInt64(number)), at: Point(x: 3000, y: 2000), sprite: sprite,
          selectedSprite: chosen))
    }
    let middle = Point(x: 300, y: 200)
    #expect(stage.view.markers(at: middle, now: stage.now) == .marker(MarkerID(3)))
    stage.view.markers.selection = [MarkerID(1)]
    #expect(stage.view.markers(at: middle, now: stage.now) == .marker(MarkerID(1)))
    stage.run(for: 0.1)
    let sprites = try #require(stage.renderer.frames.last?.sprites?.sprites)
    #expect(sprites.map(\.texels.width) == [20, 20, 30])
  }

  @Test func aMissingTextLibraryIsReportedOnce() throws {
    let (stage, sprite) = try stage()
    stage.view.textLibraries.pango = "libpango-not-here.so.0"
    stage.view.markers.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    stage.view.callout = MarkerCallout(MarkerID(1), title: "Peak")
    let wasTold = waitUntil(20) {
      stage.run(for: 0.02)
      return !stage.textComplaints.isEmpty
    }
    #expect(wasTold)
    stage.view.callout = MarkerCallout(MarkerID(1), title: "Another peak")
    stage.run(for: 0.2)
    #expect(stage.textComplaints.count == 1)
    #expect(stage.textComplaints.first?.contains("libpango-not-here.so.0") == true)
    #expect(stage.renderer.frames.last?.sprites?.sprites.count == 1, "the marker itself is drawn")
  }

  @Test func lostBitmapsAreTransferredAgain() throws {
    let (stage, sprite) = try stage()
    stage.view.markers.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    stage.run(for: 0.1)
    stage.renderer.lose()
    stage.run(for: 0.2)
    #expect(stage.renderer.overlays[MarkerBoard.BitmapID.atlas]?.count == 2)
  }

  @Test func clustersShowTheirCount() throws {
    let (stage, sprite) = try stage()
    stage.view.markers.clustering = MarkerClustering(sprite: sprite, distance: 64)
    for number in 0..<50 {
      stage.view.markers.add(
        Marker(
          MarkerID(UInt64(number)), at: Point(x: 3000 + Double(number % 5), y: 2000),
          sprite: sprite))
    }
    let plain = try #require(stage.view.markers.texels(of: sprite))
    stage.run(for: 1 / 60.0)
    #expect(stage.renderer.frames.last?.sprites?.sprites.map(\.texels) == [plain.area])
    #expect(
      wait(stage) {
        stage.renderer.frames.last?.sprites?.sprites.first?.texels != plain.area
      }, "the number comes as soon as it is drawn")
    #expect(stage.renderer.frames.last?.sprites?.sprites.count == 1)
    guard case .cluster(let all, _) = stage.view.markers(at: Point(x: 300, y: 200), now: stage.now)
    else {
      Issue.record("no cluster is hit")
      return
    }
    #expect(Set(all).count == 50)
  }

  @Test func aCalloutFollowsItsMarkerAndStaysInside() throws {
    let (stage, sprite) = try stage()
    stage.view.markers.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    stage.view.callout = MarkerCallout(MarkerID(1), title: "Here", text: "and more of it")
    let own = Overlay(position: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9), bitmap: 4)
    stage.view.overlays = [own]
    #expect(wait(stage) { stage.renderer.frames.last?.overlays.count == 3 })
    let before = try #require(stage.renderer.frames.last?.overlays)
    #expect(before.last == own, "a program's own lie above it")
    let surface = PixelRect(stage.view.surface)
    for x in stride(from: 3000.0, through: 6000, by: 250) {
      stage.view.markers.move(MarkerID(1), to: Point(x: x, y: 2000))
      stage.run(for: 1 / 60.0)
      let overlays = try #require(stage.renderer.frames.last?.overlays)
      let body = overlays[1].position
      #expect(body.intersection(surface) == body)
      if body.maxX < surface.maxX {
        #expect(body.minX - before[1].position.minX == Int((x - 3000) / 10))
      }
    }
    #expect(stage.renderer.overlays[MarkerBoard.BitmapID.body]?.count == 1, "drawn once")
    stage.view.callout = nil
    stage.run(for: 0.1)
    #expect(stage.renderer.frames.last?.overlays == [own])
  }
}
