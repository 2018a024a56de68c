import Geometry
import Testing
import Tiles
import Viewing

@testable import Viewer

/// Walking through the pages of a file.
@Suite struct PicturePageTests {
  private func stage(pages: Int = 5) throws -> PictureStage {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a", pages: pages)
    return stage
  }

  @Test func aCountThatIsFoundLaterIsInTheTitle() throws {
    var stage = PictureStage(files: "a")
    let id = try stage.bring("a")
    let info = SourceInfo(size: PixelSize(width: 40, height: 30), frameCount: 3)
    #expect(stage.send(.source(id, .changed(info))).contains(.window(.updateTitle)))
    #expect(stage.pictures.titleParts(scale: 1)?.page?.count == 3)
    #expect(!stage.send(.source(id, .changed(info))).contains(.window(.updateTitle)))
  }

  /// The open pages with their roles.
  private func pages(_ stage: PictureStage) -> [Int: SourceRole] {
    let sources = stage.sources.values.filter { $0.request.entry.displayName == "a" }
    return Dictionary(uniqueKeysWithValues: sources.map { ($0.request.page, $0.role) })
  }

  @Test func theShownPageStaysUntilTheNextIsComplete() throws {
    var stage = try stage()
    let first = try stage.id(of: "a")
    stage.send(.turnPages(2))
    let second = try #require(stage.opened.last)
    #expect(stage.sources[second]?.request.file == .sameAs(first))
    #expect(pages(stage) == [0: .shown, 2: .awaited] && stage.asked.isEmpty)
    stage.readHeader(second, pages: 5)
    stage.cover(second)
    #expect(pages(stage) == [2: .shown], "of one file's pages only the one looked at is kept")
    #expect(stage.pictures.titleParts(scale: nil)?.page == PageNumber(number: 3, count: 5))
    #expect(stage.problems.isEmpty)
  }

  @Test func turningBeyondTheEndsDoesNothing() throws {
    var stage = try stage()
    #expect(stage.send(.turnPages(-1)).isEmpty)
    stage.send(.turnPages(100))
    #expect(pages(stage) == [0: .shown, 4: .awaited])
    #expect(stage.send(.turnPages(1)).isEmpty && stage.problems.isEmpty)
  }

  @Test func onlyTheLastOfSeveralPageTurnsIsPending() throws {
    var stage = try stage()
    stage.send(.turnPages(1))
    stage.send(.turnPages(1))
    #expect(pages(stage) == [0: .shown, 2: .awaited])
    stage.send(.turnPages(-2))
    #expect(pages(stage) == [0: .shown] && stage.problems.isEmpty)
  }

  @Test func aFailedPageLeavesTheShownOne() throws {
    var stage = try stage()
    stage.send(.turnPages(1))
    let id = try #require(stage.opened.last)
    let effects = stage.send(.source(id, .failed("it is broken")))
    #expect(effects.contains(.window(.showMessage(title: "page 2", sentence: "it is broken"))))
    #expect(pages(stage) == [0: .shown] && stage.pictures.failure == nil)
    #expect(stage.problems.isEmpty)
  }

  @Test func pagesStayClosedWhileAnotherPictureIsPending() throws {
    var stage = try stage()
    stage.send(.go(.next))
    #expect(stage.send(.turnPages(1)).isEmpty)
    try stage.open("b")
    #expect(stage.send(.turnPages(1)).isEmpty && stage.problems.isEmpty)
  }

  @Test func leavingThePictureDropsItsPendingPage() throws {
    var stage = try stage()
    stage.send(.turnPages(1))
    stage.send(.go(.next))
    #expect(pages(stage) == [0: .shown])
    try stage.bring("b")
    #expect(pages(stage) == [0: .near] && stage.problems.isEmpty)
  }

  @Test func aFileOfOnePageHasNoPageNumber() throws {
    var stage = try stage(pages: 1)
    #expect(stage.send(.turnPages(1)).isEmpty)
    #expect(stage.pictures.titleParts(scale: nil)?.page == nil)
  }
}
