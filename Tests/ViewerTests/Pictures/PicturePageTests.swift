import Geometry
import Testing
import Tiles
import Viewing

@testable import Viewer

/// Walking through the pages of a file.
@Suite struct PicturePageTests {
  private func harness(pages: Int = 5) throws -> PictureHarness {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a", pages: pages)
    return harness
  }

  @Test func aCountThatIsFoundLaterIsInTheTitle() throws {
    var harness = PictureHarness(files: "a")
    let id = try harness.bring("a")
    let info = SourceInfo(size: PixelSize(width: 40, height: 30), frameCount: 3)
    #expect(harness.send(.source(id, .changed(info))).contains(.window(.updateTitle)))
    #expect(harness.pictures.titleParts(scale: 1)?.page?.count == 3)
    #expect(!harness.send(.source(id, .changed(info))).contains(.window(.updateTitle)))
  }

  /// The open pages with their roles.
  private func pages(_ harness: PictureHarness) -> [Int: SourceRole] {
    let sources = harness.sources.values.filter { $0.request.entry.displayName == "a" }
    return Dictionary(uniqueKeysWithValues: sources.map { ($0.request.page, $0.role) })
  }

  @Test func theShownPageStaysUntilTheNextIsComplete() throws {
    var harness = try harness()
    let first = try harness.id(of: "a")
    harness.send(.turnPages(2))
    let second = try #require(harness.opened.last)
    #expect(harness.sources[second]?.request.file == .sameAs(first))
    #expect(pages(harness) == [0: .shown, 2: .pending] && harness.asked.isEmpty)
    harness.readHeader(second, pages: 5)
    harness.cover(second)
    #expect(pages(harness) == [2: .shown], "of one file's pages only the one looked at is kept")
    #expect(harness.pictures.titleParts(scale: nil)?.page == PageNumber(number: 3, count: 5))
    #expect(harness.problems.isEmpty)
  }

  @Test func turningBeyondTheEndsDoesNothing() throws {
    var harness = try harness()
    #expect(harness.send(.turnPages(-1)).isEmpty)
    harness.send(.turnPages(100))
    #expect(pages(harness) == [0: .shown, 4: .pending])
    #expect(harness.send(.turnPages(1)).isEmpty && harness.problems.isEmpty)
  }

  @Test func onlyTheLastOfSeveralPageTurnsIsPending() throws {
    var harness = try harness()
    harness.send(.turnPages(1))
    harness.send(.turnPages(1))
    #expect(pages(harness) == [0: .shown, 2: .pending])
    harness.send(.turnPages(-2))
    #expect(pages(harness) == [0: .shown] && harness.problems.isEmpty)
  }

  @Test func aFailedPageLeavesTheShownOne() throws {
    var harness = try harness()
    harness.send(.turnPages(1))
    let id = try #require(harness.opened.last)
    let effects = harness.send(.source(id, .failed("it is broken")))
    #expect(effects.contains(.window(.showMessage(title: "page 2", sentence: "it is broken"))))
    #expect(pages(harness) == [0: .shown] && harness.pictures.failure == nil)
    #expect(harness.problems.isEmpty)
  }

  @Test func pagesStayClosedWhileAnotherPictureIsPending() throws {
    var harness = try harness()
    harness.send(.go(.next))
    #expect(harness.send(.turnPages(1)).isEmpty)
    try harness.open("b")
    #expect(harness.send(.turnPages(1)).isEmpty && harness.problems.isEmpty)
  }

  @Test func leavingThePictureDropsItsPendingPage() throws {
    var harness = try harness()
    harness.send(.turnPages(1))
    harness.send(.go(.next))
    #expect(pages(harness) == [0: .shown])
    try harness.bring("b")
    #expect(pages(harness) == [0: .near] && harness.problems.isEmpty)
  }

  @Test func aFileOfOnePageHasNoPageNumber() throws {
    var harness = try harness(pages: 1)
    #expect(harness.send(.turnPages(1)).isEmpty)
    #expect(harness.pictures.titleParts(scale: nil)?.page == nil)
  }
}
