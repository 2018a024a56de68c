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

  /// A harness with a bitmap of 20 × 20 pixels, anchored at its centre.
  private func harness() throws -> (ViewHarness, SpriteID) {
    let harness = try ViewHarness(Self.raster)
    let size = PixelSize(width: 20, height: 20)
    let sprite = harness.view.markers.set.atlas.add(
      size: size, pixels: [UInt8](repeating: 255, count: 1600), anchor: Point(x: 10, y: 10))
    return (harness, try #require(sprite))
  }

  /// Dispatches the view until a condition is true; texts are drawn on a thread.
  private func wait(_ harness: ViewHarness, until holds: () -> Bool) -> Bool {
    var pollSet = PollSet()
    for _ in 0..<200 {
      harness.run(for: 1 / 60.0)
      if holds() { return true }
      pollSet.removeAll()
      pollSet.add(harness.view.descriptor)
      pollSet.wait(timeout: 0.05)
    }
    return false
  }

  @Test func everyFrameCarriesMarkersWithItsView() throws {
    let (harness, sprite) = try harness()
    let frames = harness.renderer.frames.count
    harness.view.markers.set.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    harness.run(for: 0.1)
    #expect(harness.renderer.frames.count == frames + 1, "one is shown with the next frame")
    #expect(harness.renderer.overlays[MarkerOverlay.BitmapID.atlas]?.count == 1)
    harness.view.zoom(to: 1, center: Point(x: 3000, y: 2000), now: harness.now)
    harness.run(for: 1)
    let moving = harness.renderer.frames[(frames + 1)...]
    #expect(moving.count > 3)
    for frame in moving {
      let batch = try #require(frame.sprites)
      #expect(batch.bitmap == MarkerOverlay.BitmapID.atlas)
      #expect(batch.sprites.map(\.point) == [Point(x: 3000, y: 2000)])
    }
    #expect(harness.renderer.overlays[MarkerOverlay.BitmapID.atlas]?.count == 1)
    let count = harness.renderer.frames.count
    harness.run(for: 1)
    #expect(harness.renderer.frames.count == count, "at rest nothing is drawn")
    harness.view.markers.set.move(MarkerID(1), to: Point(x: 3010, y: 2000))
    harness.run(for: 0.1)
    #expect(harness.renderer.frames.last?.sprites?.sprites.first?.point.x == 3010)
    harness.view.markers.set.remove(MarkerID(1))
    harness.run(for: 0.1)
    #expect(harness.renderer.frames.last?.sprites == nil)
    #expect(harness.source.asked.values.allSatisfy { $0 == 1 }, "markers decode nothing")
  }

  @Test func theDelegateGetsTapsOnMarkersFirst() throws {
    let (harness, sprite) = try harness()
    harness.view.markers.set.add(Marker(MarkerID(4), at: Point(x: 3000, y: 2000), sprite: sprite))
    harness.view.settings.taps.single = .zoom(by: 2)
    harness.takesHits = true
    harness.view.take(.click(button: 1, at: Point(x: 305, y: 195)), at: harness.now)
    #expect(harness.hits == [.marker(MarkerID(4))])
    #expect(harness.taps.isEmpty && harness.view.zoom?.destination.scale == 0.1)
    harness.view.take(.click(button: 1, at: Point(x: 311, y: 195)), at: harness.now)
    #expect(harness.hits.count == 1 && harness.taps.count == 1, "beside it the tap is the view's")
    harness.takesHits = false
    harness.view.take(.click(button: 1, at: Point(x: 305, y: 195)), at: harness.now)
    #expect(harness.hits.count == 2 && harness.taps.count == 2)
  }

  @Test func aSelectedMarkerLooksSelectedAndIsOnTop() throws {
    let (harness, sprite) = try harness()
    let chosen = harness.view.markers.set.atlas.add(
      size: PixelSize(width: 30, height: 30), pixels: [UInt8](repeating: 90, count: 3600),
      anchor: Point(x: 15, y: 15))
    #expect(chosen != nil)
    for number in 1...3 {
      harness.view.markers.set.add(
        Marker(
          MarkerID(UInt64(number)), at: Point(x: 3000, y: 2000), sprite: sprite,
          selectedSprite: chosen))
    }
    let middle = Point(x: 300, y: 200)
    #expect(harness.view.markers(at: middle, now: harness.now) == .marker(MarkerID(3)))
    harness.view.markers.set.selection = [MarkerID(1)]
    #expect(harness.view.markers(at: middle, now: harness.now) == .marker(MarkerID(1)))
    harness.run(for: 0.1)
    let sprites = try #require(harness.renderer.frames.last?.sprites?.sprites)
    #expect(sprites.map(\.texels.width) == [20, 20, 30])
  }

  @Test func aMissingTextLibraryIsReportedOnce() throws {
    let (harness, sprite) = try harness()
    harness.view.markers.libraries.pango = "libpango-not-here.so.0"
    harness.view.markers.set.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    harness.view.markers.callout = MarkerCallout(MarkerID(1), title: "Peak")
    let wasReported = waitUntil(20) {
      harness.run(for: 0.02)
      return !harness.textComplaints.isEmpty
    }
    #expect(wasReported)
    harness.view.markers.callout = MarkerCallout(MarkerID(1), title: "Another peak")
    harness.run(for: 0.2)
    #expect(harness.textComplaints.count == 1)
    #expect(harness.textComplaints.first?.contains("libpango-not-here.so.0") == true)
    #expect(harness.renderer.frames.last?.sprites?.sprites.count == 1, "the marker itself is drawn")
  }

  @Test func lostBitmapsAreTransferredAgain() throws {
    let (harness, sprite) = try harness()
    harness.view.markers.set.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    harness.run(for: 0.1)
    harness.renderer.lose()
    harness.run(for: 0.2)
    #expect(harness.renderer.overlays[MarkerOverlay.BitmapID.atlas]?.count == 2)
  }

  @Test func clustersShowTheirCount() throws {
    let (harness, sprite) = try harness()
    harness.view.markers.set.clustering = MarkerClustering(sprite: sprite, distance: 64)
    for number in 0..<50 {
      harness.view.markers.set.add(
        Marker(
          MarkerID(UInt64(number)), at: Point(x: 3000 + Double(number % 5), y: 2000),
          sprite: sprite))
    }
    let plain = try #require(harness.view.markers.set.texels(of: sprite))
    harness.run(for: 1 / 60.0)
    #expect(harness.renderer.frames.last?.sprites?.sprites.map(\.texels) == [plain.area])
    #expect(
      wait(harness) {
        harness.renderer.frames.last?.sprites?.sprites.first?.texels != plain.area
      }, "the number comes as soon as it is drawn")
    #expect(harness.renderer.frames.last?.sprites?.sprites.count == 1)
    guard
      case .cluster(let all, _) = harness.view.markers(at: Point(x: 300, y: 200), now: harness.now)
    else {
      Issue.record("no cluster is hit")
      return
    }
    #expect(Set(all).count == 50)
  }

  @Test func aCalloutFollowsItsMarkerAndStaysInside() throws {
    let (harness, sprite) = try harness()
    harness.view.markers.set.add(Marker(MarkerID(1), at: Point(x: 3000, y: 2000), sprite: sprite))
    harness.view.markers.callout = MarkerCallout(MarkerID(1), title: "Here", text: "and more of it")
    let own = Overlay(position: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9), bitmap: 4)
    harness.view.overlays = [own]
    #expect(wait(harness) { harness.renderer.frames.last?.overlays.count == 3 })
    let before = try #require(harness.renderer.frames.last?.overlays)
    #expect(before.last == own, "a program's own lie above it")
    let surface = PixelRect(harness.view.surface)
    for x in stride(from: 3000.0, through: 6000, by: 250) {
      harness.view.markers.set.move(MarkerID(1), to: Point(x: x, y: 2000))
      harness.run(for: 1 / 60.0)
      let overlays = try #require(harness.renderer.frames.last?.overlays)
      let body = overlays[1].position
      #expect(body.intersection(surface) == body)
      if body.maxX < surface.maxX {
        #expect(body.minX - before[1].position.minX == Int((x - 3000) / 10))
      }
    }
    #expect(harness.renderer.overlays[MarkerOverlay.BitmapID.body]?.count == 1, "drawn once")
    harness.view.markers.callout = nil
    harness.run(for: 0.1)
    #expect(harness.renderer.frames.last?.overlays == [own])
  }
}
