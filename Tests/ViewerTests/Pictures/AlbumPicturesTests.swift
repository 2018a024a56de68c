import Testing
import Tiles

@testable import Viewer

/// Which picture is shown, and what is shown if none can be.
@Suite struct AlbumPicturesTests {
  @Test func aPictureIsShownOnceItsFirstViewIsComplete() throws {
    var stage = PictureStage(files: "a")
    try stage.open("a")
    let id = try stage.id(of: "a")
    #expect(stage.roles(of: "a") == [.awaited])
    let mapped = stage.readHeader(id)
    let info = try #require(stage.sources[id]?.info)
    #expect(mapped == [.window(.mapWindow(info)), .gallery(.setRole(id, .awaited))])
    #expect(stage.screen == .nothing)
    #expect(
      stage.cover(id) == [
        .gallery(.setRole(id, .shown)), .gallery(.show(id, isFirst: true)), .window(.hideMessage),
        .window(.showCaption), .gallery(.redraw),
        .window(.updateTitle),
      ])
    #expect(stage.problems.isEmpty)
  }

  @Test func coverageBeforeTheHeaderShowsNothing() throws {
    var stage = PictureStage(files: "a")
    try stage.open("a")
    let id = try stage.id(of: "a")
    stage.cover(id)
    #expect(stage.screen == .nothing)
    stage.readHeader(id)
    #expect(stage.screen == .picture(id))
  }

  @Test func rowsAreShownIfNothingElseIs() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.open("a")
    let first = try stage.id(of: "a")
    stage.showRows(first)
    #expect(stage.screen == .nothing, "nothing is known of it")
    stage.readHeader(first)
    stage.showRows(first)
    #expect(stage.screen == .picture(first))
    stage.send(.go(.next))
    try stage.open("b")
    let second = try stage.id(of: "b")
    stage.readHeader(second)
    stage.showRows(second)
    #expect(stage.screen == .picture(first), "there is a picture to look at")
    stage.cover(second)
    #expect(stage.screen == .picture(second))
    #expect(stage.problems.isEmpty)
  }

  /// The question opens a window before there is a picture, and allowing the host opens the same
  /// entry again.
  @Test func aHostNeedsPermissionInTheWindow() throws {
    var stage = PictureStage(files: "a", "b")
    stage.send(.hostAllowed)
    #expect(stage.allowedHosts.isEmpty)
    try stage.open("a", .needsNetwork(host: "example.org"))
    let a = try #require(stage.pictures.failure?.entry)
    #expect(stage.screen == .failure(a) && stage.mappings == 1 && stage.outcome == nil)
    stage.send(.hostAllowed)
    #expect(stage.allowedHosts == ["example.org"])
    #expect(stage.asked == [a])
    let id = try stage.bring("a")
    #expect(stage.screen == .picture(id))
    stage.send(.hostAllowed)
    #expect(stage.allowedHosts.count == 1 && stage.problems.isEmpty, "\(stage.problems)")
  }

  @Test func theNextNamedFileIsTriedBeforeAnythingIsShown() throws {
    var stage = PictureStage(files: "a", "b", "c")
    try stage.open("a", .missing)
    #expect(stage.asked.map(\.displayName) == ["b"])
    try stage.open("b")
    stage.send(.source(try stage.id(of: "b"), .failed("it is broken")))
    #expect(stage.sources.isEmpty && stage.asked.map(\.displayName) == ["c"])
    try stage.open("c")
    let id = try stage.id(of: "c")
    stage.readHeader(id)
    let told = stage.cover(id).filter {
      if case .window(.tellStandardError) = $0 { true } else { false }
    }
    #expect(
      told == [
        .window(.tellStandardError("a: there is no such file")),
        .window(.tellStandardError("b: it is broken")),
      ])
    #expect(stage.outcome == nil && stage.problems.isEmpty)
  }

  @Test func ifNothingCanBeShownEverySentenceEndsTheProgram() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.open("a", .missing)
    try stage.open("b", .empty)
    #expect(
      stage.outcome?.sentence == "a: there is no such file\nfresnel: b: the file is empty")
    #expect(stage.send(.go(.previous)).isEmpty, "it is over")
  }

  @Test func aBrokenFirstPictureOfAFolderIsSkipped() throws {
    var stage = PictureStage(Album(arguments: [Array("d".utf8)], first: .folder))
    var names = NameList()
    names.merge(["1.png", "2.png", "3.png"].map { Array($0.utf8) })
    stage.send(.listed(.names(argument: 0, names, isComplete: true)))
    stage.send(.listed(.ended))
    try stage.open("1.png", .notAllowed)
    try stage.open("2.png")
    stage.send(.source(try stage.id(of: "2.png"), .failed("it is damaged")))
    #expect(stage.outcome == nil)
    let effects = try stage.open("3.png")
    #expect(!effects.isEmpty)
    let id = try stage.id(of: "3.png")
    stage.readHeader(id)
    let told = stage.cover(id).filter {
      if case .window(.tellStandardError) = $0 { true } else { false }
    }
    #expect(
      told == [
        .window(.tellStandardError("d/1.png: you are not allowed to read it")),
        .window(.tellStandardError("d/2.png: it is damaged")),
      ])
    #expect(stage.screen == .picture(id))
  }

  @Test func theAlbumWaitsForAFolderAfterABadOne() throws {
    var stage = PictureStage(
      Album(arguments: [Array("bad".utf8), Array("good".utf8)], first: .folder))
    var names = NameList()
    names.merge([Array("1.png".utf8)])
    stage.send(.listed(.names(argument: 0, names, isComplete: true)))
    try stage.open("1.png")
    stage.send(.source(try stage.id(of: "1.png"), .failed("it is damaged")))
    #expect(stage.outcome == nil)
    // The kind of the other argument is not known yet.
    try stage.open("good", .folder)
    stage.send(.listed(.isFolder(argument: 1)))
    #expect(stage.outcome == nil && stage.asked.isEmpty, "nothing of it is known yet")
    names = NameList()
    names.merge([Array("2.png".utf8)])
    stage.send(.listed(.names(argument: 1, names, isComplete: true)))
    try stage.bring("2.png")
    stage.send(.listed(.ended))
    #expect(stage.screen == .picture(try stage.id(of: "2.png")))
  }

  @Test func aFolderOfOnlyBadPicturesEndsTheProgramWithTheirSentences() throws {
    var stage = PictureStage(Album(arguments: [Array("bad".utf8)], first: .folder))
    var names = NameList()
    names.merge([Array("1.png".utf8), Array("2.png".utf8)])
    stage.send(.listed(.names(argument: 0, names, isComplete: true)))
    try stage.open("1.png", .notAllowed)
    try stage.open("2.png", .notAllowed)
    #expect(stage.outcome == nil, "more may be on its way")
    stage.send(.listed(.ended))
    #expect(
      stage.outcome
        == UserError(
          sentence: "bad/1.png: you are not allowed to read it\n"
            + "fresnel: bad/2.png: you are not allowed to read it"))
  }

  @Test func aNamedFileThatFailsIsNotReplacedByItsFolder() throws {
    var stage = PictureStage(folder: "a", "b", at: "a")
    try stage.open("a", .notAllowed)
    #expect(stage.outcome?.sentence == "d/a: you are not allowed to read it")
  }

  @Test func aFileThatFailsLaterShowsItsSentence() throws {
    var stage = PictureStage(files: "a", "b", "c")
    let first = try stage.bring("a")
    stage.send(.go(.next))
    let effects = try stage.open("b", .notAllowed)
    let entry = try #require(stage.pictures.album?.current)
    #expect(
      effects == [
        .gallery(.setRole(first, .near)),
        .gallery(.showNothing),
        .window(.showFailure(entry, sentence: "you are not allowed to read it")), .gallery(.redraw),
        .window(.updateProgress),
      ])
    #expect(stage.screen == .failure(entry))
    #expect(stage.pictures.titleParts(scale: 1)?.name == "b")
    stage.send(.go(.previous))
    #expect(stage.screen == .picture(first) && stage.pictures.failure == nil)
    #expect(stage.problems.isEmpty)
  }

  @Test func aBrokenPictureShowsItsSentenceToo() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    stage.send(.go(.next))
    try stage.open("b")
    let id = try stage.id(of: "b")
    stage.send(.source(id, .failed("it is broken")))
    #expect(stage.pictures.failure?.sentence == "it is broken")
    #expect(stage.sources[id] == nil && stage.problems.isEmpty)
  }

  @Test func aPictureBrokenFurtherDownStays() throws {
    var stage = PictureStage(files: "a", "b")
    let id = try stage.bring("a")
    #expect(
      stage.send(.source(id, .failed("it ends too early")))
        == [.window(.showMessage(title: "a", sentence: "it ends too early"))])
    #expect(stage.screen == .picture(id))
    stage.send(.go(.next))
    try stage.bring("b")
    #expect(stage.sources[id] == nil, "it is not kept")
    stage.send(.go(.previous))
    #expect(stage.asked.map(\.displayName) == ["a"], "it has another chance")
    #expect(stage.problems.isEmpty)
  }

  @Test func missingPartsAreReportedWhenThePictureIsShown() throws {
    var stage = PictureStage(files: "a", "b")
    let first = try stage.bring("a")
    let entry = try #require(stage.pictures.album?.current)
    #expect(
      stage.send(.source(first, .incomplete("it ends early")))
        == [.window(.tellMissing(entry, sentence: "it ends early"))])
    stage.send(.idle)
    let second = try stage.bring("b")
    #expect(stage.send(.source(second, .incomplete("it is cut"))).isEmpty)
    let effects = stage.send(.go(.next))
    #expect(
      effects.contains {
        if case .window(.tellMissing(_, "it is cut")) = $0 { true } else { false }
      })
  }

  @Test func theTitleNamesThePendingPicture() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    var title = try #require(stage.pictures.titleParts(scale: 0.5))
    #expect(title.name == "a" && title.scale == 0.5 && title.size != nil && title.place == 1)
    #expect(stage.send(.go(.next)).contains(.window(.updateTitle)))
    title = try #require(stage.pictures.titleParts(scale: 0.5))
    #expect(title.name == "b" && title.scale == nil && title.size == nil && title.place == 2)
  }

  @Test func anotherSizeNeedsNewFirstViews() throws {
    var stage = PictureStage(files: "a", "b")
    let first = try stage.bring("a")
    stage.send(.idle)
    let second = try stage.bring("b")
    stage.send(.resized(width: 800))
    stage.send(.go(.next))
    #expect(stage.screen == .picture(first))
    #expect(
      stage.send(.resized(width: 700)) == [
        .gallery(.setRole(second, .awaited)), .gallery(.redraw),
      ],
      "its first view is another again")
    stage.cover(second)
    #expect(stage.screen == .picture(second) && stage.problems.isEmpty)
  }

  @Test func lostTilesMustArriveAgain() throws {
    var stage = PictureStage(files: "a", "b")
    let first = try stage.bring("a")
    stage.send(.idle)
    let second = try stage.bring("b")
    stage.loseTiles()
    stage.send(.go(.next))
    #expect(stage.screen == .picture(first), "what the screen shows stays")
    stage.cover(second)
    #expect(stage.screen == .picture(second) && stage.problems.isEmpty)
  }

  @Test func aFolderIsPendingUntilItIsListed() throws {
    var stage = PictureStage(Album(arguments: [Array("d".utf8)], first: .folder))
    #expect(stage.asked.isEmpty && stage.outcome == nil)
    var list = NameList()
    list.merge([Array("a".utf8), Array("b".utf8)])
    stage.send(.listed(.names(argument: 0, list, isComplete: false)))
    #expect(stage.asked.map(\.displayName) == ["a"])
    try stage.open("a", .unknownFormat(.text))
    #expect(stage.asked.map(\.displayName) == ["b"], "what is no picture is passed over")
    try stage.bring("b")
    #expect(stage.problems.isEmpty)
  }

  @Test func everySourceIsClosedOnceAtTheEnd() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    stage.send(.idle)
    try stage.open("b")
    stage.send(.ended)
    #expect(stage.sources.isEmpty && stage.send(.ended).isEmpty && stage.send(.idle).isEmpty)
    #expect(stage.problems.isEmpty)
  }
}
