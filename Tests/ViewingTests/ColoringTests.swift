import Geometry
import Testing
import Tiles

@testable import Viewing

/// When the display's profile changes, the whole view changes in one frame.
@Suite struct ColoringTests {
  private static let raster = SourceLevels(raster: PixelSize(width: 2400, height: 1600))

  /// The tiles that the newest frame is drawn from, of those at its own scale.
  private static func drawn(_ stage: ViewStage) throws -> [TileKey: TileQuality] {
    let frame = try #require(stage.renderer.frames.last)
    let keys = frame.viewport.visibleTiles(of: raster.exactLevel(of: frame.viewport)).keys
    let resident = stage.renderer.resident[stage.source.id] ?? [:]
    return Dictionary(
      uniqueKeysWithValues: keys.compactMap { key in
        let own = key.inFrame(frame.pictureFrame)
        return resident[own].map { (own, $0) }
      })
  }

  @Test(arguments: [0.25, 1]) func allVisibleTilesChangeInOneFrame(_ scale: Double) throws {
    let stage = try ViewStage(Self.raster)
    stage.view.zoom(to: scale, center: Point(x: 1200, y: 800), animated: false, now: stage.now)
    stage.run(for: 0.5)
    let before = try #require(stage.renderer.frames.last)
    let tiles = try Self.drawn(stage)
    #expect(!tiles.isEmpty)
    stage.source.holdsBack = true
    stage.source.forgetAsked()
    stage.view.setDisplayProfile([1, 2, 3], at: stage.now)
    stage.run(for: 0.5)
    #expect(stage.source.profile == [1, 2, 3])
    #expect(
      Set(tiles.keys.map { $0.inFrame(FrameVersion()) }).isSubset(of: stage.source.asked.keys))
    #expect(stage.renderer.frames.last?.pictureFrame == before.pictureFrame)
    #expect(try Self.drawn(stage) == tiles, "the old ones stay")
    stage.source.holdsBack = false
    let count = stage.renderer.frames.count
    stage.run(for: 0.5)
    let after = try #require(stage.renderer.frames.last)
    #expect(after.pictureFrame != before.pictureFrame)
    #expect(try Self.drawn(stage).count == tiles.count, "all the new ones are there")
    let colours = stage.renderer.frames[count...].map(\.pictureFrame)
    #expect(colours.allSatisfy { $0 == after.pictureFrame || $0 == before.pictureFrame })
    let resident = stage.renderer.resident[stage.source.id] ?? [:]
    #expect(resident.keys.allSatisfy { $0.version == after.pictureFrame }, "the old ones are gone")
    #expect(stage.source.out == 0, "every tile was given back")
    stage.source.forgetAsked()
    #expect(stage.runUntilAsleep())
    #expect(stage.source.asked.isEmpty, "nothing is made twice")
  }

  /// A second change while the first is in progress: only the newest colours are shown.
  @Test func onlyTheNewestProfileIsShown() throws {
    let stage = try ViewStage(Self.raster)
    let before = try #require(stage.renderer.frames.last)
    stage.source.holdsBack = true
    stage.view.setDisplayProfile([1], at: stage.now)
    stage.run(for: 0.1)
    stage.view.setDisplayProfile([2], at: stage.now)
    stage.run(for: 0.1)
    #expect(stage.renderer.frames.last?.pictureFrame == before.pictureFrame)
    stage.source.holdsBack = false
    stage.run(for: 0.5)
    let frames = Set(stage.renderer.frames.map(\.pictureFrame))
    #expect(frames.count == 2, "what was made for the first display is never seen")
    #expect(stage.source.profile == [2])
  }

  @Test func animationsPlayOnInTheNewColours() throws {
    let stage = try ViewStage(
      SourceLevels(raster: PixelSize(width: 100, height: 80)),
      frameTimes: Array(repeating: 50_000, count: 10))
    stage.run(for: 0.7)
    stage.source.forgetAsked()
    stage.view.setDisplayProfile([1], at: stage.now)
    stage.run(for: 0.7)
    #expect(Set(stage.source.asked.keys.map(\.frame)) == Set(0..<10), "all are made anew")
    let count = stage.renderer.frames.count
    stage.run(for: 0.7)
    let frames = stage.renderer.frames[count...]
    #expect(Set(frames.map { $0.pictureFrame.frame }) == Set(0..<10))
    #expect(Set(frames.map { $0.pictureFrame.generation }).count == 1)
    #expect(stage.source.asked.values.allSatisfy { $0 == 1 }, "and stay, as before")
  }
}
