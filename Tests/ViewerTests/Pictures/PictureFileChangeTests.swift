import Testing

@testable import Viewer

/// The shown picture after the viewer has moved, renamed or restored files.
@Suite struct PictureFileChangeTests {
  private func change(
    _ gone: String?, _ new: String? = nil, goesThere: Bool = false
  ) -> PictureEvent {
    .filesChanged([
      AlbumChange(
        gone: gone.map { Array("d/\($0)".utf8) }, new: new.map { Array("d/\($0)".utf8) },
        goesThere: goesThere)
    ])
  }

  @Test func theNeighbourIsShownAtOnce() throws {
    var harness = PictureHarness(folder: "a", "b", "c", at: "a")
    try harness.bring("a")
    harness.send(.idle)
    let next = try harness.bring("b")
    #expect(harness.screen != .picture(next))
    harness.send(change("a"))
    #expect(harness.screen == .picture(next))
    #expect(harness.roles(of: "a").isEmpty)
    #expect(harness.problems == [])
    // After undo, the view returns to the picture.
    harness.send(change(nil, "a", goesThere: true))
    let back = try harness.bring("a")
    #expect(harness.screen == .picture(back))
    #expect(harness.problems == [])
  }

  @Test func aRenamedPictureStaysOpen() throws {
    var harness = PictureHarness(folder: "a", "b", at: "a")
    let shown = try harness.bring("a")
    let effects = harness.send(change("a", "z"))
    #expect(harness.screen == .picture(shown) && harness.asked.isEmpty)
    #expect(effects.contains(.window(.updateTitle)))
    #expect(harness.pictures.shownEntry?.displayName == "z")
    #expect(harness.pictures.album?.current == harness.pictures.shownEntry)
    #expect(harness.pictures.titleParts(scale: nil)?.name == "z")
  }

  @Test func withoutAPictureTheWindowSaysSo() throws {
    var harness = PictureHarness(folder: "a", at: "a")
    try harness.bring("a")
    harness.send(change("a"))
    guard case .failure(let entry) = harness.screen else {
      Issue.record("\(harness.screen)")
      return
    }
    #expect(entry.displayName == "a" && harness.asked.isEmpty && harness.outcome == nil)
    #expect(harness.pictures.titleParts(scale: nil)?.name == "a")
    harness.send(change(nil, "a", goesThere: true))
    let back = try harness.bring("a")
    #expect(harness.screen == .picture(back))
    #expect(harness.problems == [])
  }

  @Test func goingToAFileShowsIt() throws {
    var harness = PictureHarness(folder: "a", "b", "c", at: "a")
    try harness.bring("a")
    harness.send(.goToFile(Array("d/c".utf8)))
    let picture = try harness.bring("c")
    #expect(harness.screen == .picture(picture))
    harness.send(.goToFile(Array("d/none".utf8)))
    #expect(harness.screen == .picture(picture))
    #expect(harness.problems == [])
  }
}
