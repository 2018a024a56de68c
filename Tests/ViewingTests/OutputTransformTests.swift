import Geometry
import Testing
import Tiles

@testable import Viewing

/// When the display's profile changes, the whole view changes in one frame.
@Suite struct OutputTransformTests {
  private static let raster = SourceLevels(raster: PixelSize(width: 2400, height: 1600))

  /// The tiles that the newest frame is drawn from, of those at its own scale.
  private static func drawn(_ harness: ViewHarness) throws -> [TileKey: TileQuality] {
    let frame = try #require(harness.renderer.frames.last)
    let keys = frame.viewport.visibleTiles(of: raster.exactLevel(of: frame.viewport)).keys
    let resident = harness.renderer.resident[harness.source.id] ?? [:]
    return Dictionary(
      uniqueKeysWithValues: keys.compactMap { key in
        let own = key.inFrame(frame.pictureFrame)
        return resident[own].map { (own, $0) }
      })
  }

  @Test(arguments: [0.25, 1]) func allVisibleTilesChangeInOneFrame(_ scale: Double) throws {
    let harness = try ViewHarness(Self.raster)
    harness.view.zoom(to: scale, center: Point(x: 1200, y: 800), animated: false, now: harness.now)
    harness.run(for: 0.5)
    let before = try #require(harness.renderer.frames.last)
    let tiles = try Self.drawn(harness)
    #expect(!tiles.isEmpty)
    harness.source.holdsBack = true
    harness.source.forgetAsked()
    harness.view.setDisplayProfile([1, 2, 3], at: harness.now)
    harness.run(for: 0.5)
    #expect(harness.source.profile == [1, 2, 3])
    #expect(
      Set(tiles.keys.map { $0.inFrame(FrameVersion()) }).isSubset(of: harness.source.asked.keys))
    #expect(harness.renderer.frames.last?.pictureFrame == before.pictureFrame)
    #expect(try Self.drawn(harness) == tiles, "the old ones stay")
    harness.source.holdsBack = false
    let count = harness.renderer.frames.count
    harness.run(for: 0.5)
    let after = try #require(harness.renderer.frames.last)
    #expect(after.pictureFrame != before.pictureFrame)
    #expect(try Self.drawn(harness).count == tiles.count, "all the new ones are there")
    let colours = harness.renderer.frames[count...].map(\.pictureFrame)
    #expect(colours.allSatisfy { $0 == after.pictureFrame || $0 == before.pictureFrame })
    let resident = harness.renderer.resident[harness.source.id] ?? [:]
    #expect(resident.keys.allSatisfy { $0.version == after.pictureFrame }, "the old ones are gone")
    #expect(harness.source.out == 0, "every tile was given back")
    harness.source.forgetAsked()
    #expect(harness.runUntilAsleep())
    #expect(harness.source.asked.isEmpty, "nothing is made twice")
  }

  /// A second change while the first is in progress: only the newest colours are shown.
  @Test func onlyTheNewestProfileIsShown() throws {
    let harness = try ViewHarness(Self.raster)
    let before = try #require(harness.renderer.frames.last)
    harness.source.holdsBack = true
    harness.view.setDisplayProfile([1], at: harness.now)
    harness.run(for: 0.1)
    harness.view.setDisplayProfile([2], at: harness.now)
    harness.run(for: 0.1)
    #expect(harness.renderer.frames.last?.pictureFrame == before.pictureFrame)
    harness.source.holdsBack = false
    harness.run(for: 0.5)
    let frames = Set(harness.renderer.frames.map(\.pictureFrame))
    #expect(frames.count == 2, "what was made for the first display is never seen")
    #expect(harness.source.profile == [2])
  }

  @Test func animationsPlayOnInTheNewColours() throws {
    let harness = try ViewHarness(
      SourceLevels(raster: PixelSize(width: 100, height: 80)),
      frameTimes: Array(repeating: 50_000, count: 10))
    harness.run(for: 0.7)
    harness.source.forgetAsked()
    harness.view.setDisplayProfile([1], at: harness.now)
    harness.run(for: 0.7)
    #expect(Set(harness.source.asked.keys.map(\.frame)) == Set(0..<10), "all are made anew")
    let count = harness.renderer.frames.count
    harness.run(for: 0.7)
    let frames = harness.renderer.frames[count...]
    #expect(Set(frames.map { $0.pictureFrame.frame }) == Set(0..<10))
    #expect(Set(frames.map { $0.pictureFrame.generation }).count == 1)
    #expect(harness.source.asked.values.allSatisfy { $0 == 1 }, "and stay, as before")
  }
}
