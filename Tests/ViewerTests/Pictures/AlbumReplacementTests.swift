import Testing
import Tiles

@testable import Viewer

/// Opening other files in a window that has an album.
@Suite struct AlbumReplacementTests {
  private func album(_ names: String...) -> Album {
    var album = Album(arguments: names.map { Array($0.utf8) }, first: .file)
    album.apply(.ended)
    return album
  }

  @Test func thePictureStaysUntilTheNewOneIsThere() throws {
    var harness = PictureHarness(files: "a", "b")
    let old = try harness.bring("a")
    harness.send(.albumReplaced(album("x", "y")))
    #expect(harness.screen == .picture(old))
    let new = try harness.bring("x")
    #expect(harness.screen == .picture(new) && harness.sources[old] == nil)
    harness.send(.go(.next))
    try harness.bring("y")
    #expect(harness.problems.isEmpty, "\(harness.problems)")
  }

  @Test func aPendingPictureIsGivenUp() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.go(.next))
    try harness.open("b")
    harness.send(.albumReplaced(album("x", "y")))
    #expect(harness.roles(of: "b").isEmpty)
    try harness.bring("x")
    #expect(harness.problems.isEmpty, "\(harness.problems)")
  }

  @Test func anErrorIsShownInTheWindow() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.albumReplaced(album("x", "y")))
    try harness.open("x", .empty)
    guard case .failure(let entry) = harness.screen else {
      Issue.record("\(harness.screen)")
      return
    }
    #expect(entry.displayName == "x" && harness.outcome == nil)
    harness.send(.albumReplaced(album("x", "y")))
    try harness.bring("x")
    #expect(harness.problems.isEmpty, "what failed is tried again: \(harness.problems)")
  }

  /// A picture whose decoder was killed fails until the user comes back to it.
  @Test func comingBackBeforeAnotherPictureIsShownTriesAgain() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    try harness.bring("a")
    harness.send(.go(.next))
    try harness.open("b", .empty)
    guard case .failure = harness.screen else {
      Issue.record("\(harness.screen)")
      return
    }
    harness.send(.go(.next))
    harness.send(.go(.previous))
    let id = try harness.bring("b")
    #expect(harness.screen == .picture(id) && harness.problems.isEmpty, "\(harness.problems)")
  }

  @Test func aSlideEnds() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.idle)
    try harness.bring("b")
    harness.send(.transitionHeld)
    harness.send(.transitionMoved(by: -300))
    harness.send(.albumReplaced(album("x", "y")))
    #expect(!harness.pictures.transition.isUnderWay)
    try harness.bring("x")
    #expect(harness.problems.isEmpty, "\(harness.problems)")
  }
}
