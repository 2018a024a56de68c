import Controls
import FilterPanel
import Filters
import Geometry
import TestSupport
import Testing

/// The filter panel, driven by real keys and a real pointer.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct FilterPanelTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(700, 500)
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
  }

  /// The place of one of the panel's controls in the window.
  private func place(
    of id: FilterControl, _ part: Target<FilterControl>.Part = .whole, chain: String,
    on surface: PixelSize
  ) throws -> PixelRect {
    let library = FilterLibrary.builtIn
    var panel = FilterPanel(library: library, chain: try library.chain(parsing: chain, files: none))
    panel.open()
    return try #require(panel.placed(on: surface).rect(of: Target(id, part)))
  }

  private func none(_ path: [UInt8]) throws(FilterError) -> CubeTable {
    throw FilterError("no file is needed")
  }

  @Test func keysAddAndRemoveAFilter() throws {
    let viewer = try RunningViewer(["--geometry", "700x500", file])
    viewer.expect(picture)
    viewer.type("e")
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != picture }, "no panel")
    viewer.type("a")
    for letter in "invert".unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
    viewer.type("e")
    viewer.expect(FilterTests.inverted(picture), tolerance: 1, "added")
    // The first value is still selected; the filter's name is above it.
    viewer.type("e")
    viewer.type(Key.up)
    viewer.type(Key.delete)
    viewer.type("e")
    viewer.expect(picture, "removed")
  }

  @Test func draggingASliderChangesThePicture() throws {
    let viewer = try RunningViewer(["--geometry", "700x500", "--filter", "exposure", file])
    viewer.expect(picture, "exposure of nothing")
    viewer.type("e")
    let slider = try place(
      of: .parameter(link: 0, parameter: 0), .slider, chain: "exposure", on: viewer.size)
    let panelIsThere = waitUntil(RunningViewer.timeout) { viewer.screen != picture }
    #expect(panelIsThere)
    let from = viewer.onScreen(slider.minX + slider.width / 2, slider.minY + slider.height / 2)
    // Beyond the track's end, so the slider stops at its maximum.
    viewer.hands.drag(fromX: from.x, y: from.y, toX: from.x + slider.width, y: from.y)
    viewer.type("e")
    viewer.expect(
      try RenderRun.pixels(file, ["--filter", "exposure(5)"], in: folder), tolerance: 1, "maximum")
    #expect(viewer.title.contains("100 %"), "the picture did not move")
  }

  @Test func dragsInThePanelDoNotMoveThePicture() throws {
    let viewer = try RunningViewer(["--geometry", "500x400", "--zoom", "2", file])
    viewer.waitUntilQuiet()
    let before = viewer.screen
    viewer.type("e")
    let row = try place(of: .savePicture, chain: "", on: viewer.size)
    let title = viewer.onScreen(row.minX + 20, row.minY - 20)
    viewer.hands.drag(fromX: title.x, y: title.y, toX: title.x - 200, y: title.y + 100)
    viewer.hands.move(toX: title.x, y: title.y)
    viewer.hands.wheel(-3)
    viewer.type("e")
    viewer.expect(before)
  }

  @Test func theSplitLineIsDraggable() throws {
    let viewer = try RunningViewer(["--geometry", "700x500", "--filter", "invert", file])
    let inverted = FilterTests.inverted(picture)
    viewer.expect(inverted, tolerance: 1)
    viewer.type("v")
    expectSplit(at: 350, of: viewer, inverted)
    let line = viewer.onScreen(350, 400)
    viewer.hands.drag(fromX: line.x, y: line.y, toX: line.x - 200, y: line.y)
    expectSplit(at: 150, of: viewer, inverted)
    viewer.type("v")
    viewer.expect(inverted, tolerance: 1, "without the line")
  }

  private func expectSplit(
    at column: Int, of viewer: RunningViewer, _ inverted: PixelGrid,
    at location: SourceLocation = #_sourceLocation
  ) {
    // Leave out the split line and its handle: 16 columns on each side.
    let left = PixelRect(minX: 0, minY: 0, maxX: column - 16, maxY: 500)
    let right = PixelRect(minX: column + 16, minY: 0, maxX: 700, maxY: 500)
    let isThere = waitUntil(RunningViewer.timeout) {
      let now = viewer.screen
      return now.size == picture.size && now.cropped(to: left) == picture.cropped(to: left)
        && now.cropped(to: right).matches(inverted.cropped(to: right), 1)
        && now[column, 100] != picture[column, 100] && now[column, 100] != inverted[column, 100]
    }
    #expect(isThere, "no split at \(column)", sourceLocation: location)
  }

  @Test func escapeClosesThePanelAndThenTheWindow() throws {
    let viewer = try RunningViewer(["--geometry", "700x500", file])
    viewer.expect(picture)
    viewer.type("e")
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != picture }, "no panel")
    viewer.type(Key.escape)
    viewer.expect(picture)
    viewer.type(Key.escape)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test func theChainIsSavedAcrossStarts() throws {
    let state: [String: String?] = ["XDG_STATE_HOME": folder["state"]]
    let inverted = FilterTests.inverted(picture)
    var viewer = try RunningViewer(
      ["--geometry", "700x500", "--filter", "invert", file], environment: state)
    viewer.expect(inverted, tolerance: 1)
    viewer.type("e")
    let keep = try place(of: .keep, .toggle, chain: "invert", on: viewer.size)
    #expect(waitUntil(RunningViewer.timeout) { !viewer.screen.matches(inverted, 1) })
    let place = viewer.onScreen(keep.minX + keep.width / 2, keep.minY + keep.height / 2)
    viewer.hands.move(toX: place.x, y: place.y)
    viewer.hands.click()
    viewer.type("e")
    #expect(viewer.quit() == .status(0))
    let kept = folder["state/fresnel/filters"]
    #expect(try TemporaryFolder.contents(of: kept) == Array("invert\n".utf8))

    viewer = try RunningViewer(["--geometry", "700x500", file], environment: state)
    viewer.expect(inverted, tolerance: 1, "kept")
    #expect(viewer.quit() == .status(0))

    viewer = try RunningViewer(
      ["--geometry", "700x500", "--filter", "", file], environment: state)
    viewer.expect(picture, "an empty chain wins")
    #expect(viewer.quit() == .status(0))
    #expect(try TemporaryFolder.contents(of: kept) == Array("invert\n".utf8))
  }

  @Test func anInvalidSavedChainGivesOneSentence() throws {
    try folder.folders("state/fresnel")
    let kept = try folder.file("state/fresnel/filters", Array("nonsense(1)\n".utf8))
    let viewer = try RunningViewer(
      ["--geometry", "700x500", file], environment: ["XDG_STATE_HOME": folder["state"]])
    let error = "fresnel: \(kept): there is no filter “nonsense”"
    #expect(waitUntil(RunningViewer.timeout) { viewer.process.standardError.hasPrefix(error) })
    viewer.expect(picture)
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError.filter { $0 == "\n" }.count == 1)
    #expect(try TemporaryFolder.contents(of: kept) == Array("nonsense(1)\n".utf8))
  }
}
