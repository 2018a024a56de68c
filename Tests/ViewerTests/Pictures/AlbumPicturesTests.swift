import Testing
import Tiles

@testable import Viewer

/// The choice of the shown picture, and the errors if none can be shown.
@Suite struct AlbumPicturesTests {
  @Test func aPictureIsShownOnceItsFirstViewIsComplete() throws {
    var harness = PictureHarness(files: "a")
    try harness.open("a")
    let id = try harness.id(of: "a")
    #expect(harness.roles(of: "a") == [.pending])
    let mapped = harness.readHeader(id)
    let info = try #require(harness.sources[id]?.info)
    #expect(mapped == [.window(.mapWindow(info)), .gallery(.setRole(id, .pending))])
    #expect(harness.screen == .nothing)
    #expect(
      harness.cover(id) == [
        .gallery(.setRole(id, .shown)), .gallery(.show(id, isFirst: true)), .window(.hideMessage),
        .window(.showCaption), .gallery(.redraw),
        .window(.updateTitle),
      ])
    #expect(harness.problems.isEmpty)
  }

  @Test func coverageBeforeTheHeaderShowsNothing() throws {
    var harness = PictureHarness(files: "a")
    try harness.open("a")
    let id = try harness.id(of: "a")
    harness.cover(id)
    #expect(harness.screen == .nothing)
    harness.readHeader(id)
    #expect(harness.screen == .picture(id))
  }

  @Test func rowsAreShownIfNothingElseIs() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.open("a")
    let first = try harness.id(of: "a")
    harness.showRows(first)
    #expect(harness.screen == .nothing, "nothing is known of it")
    harness.readHeader(first)
    harness.showRows(first)
    #expect(harness.screen == .picture(first))
    harness.send(.go(.next))
    try harness.open("b")
    let second = try harness.id(of: "b")
    harness.readHeader(second)
    harness.showRows(second)
    #expect(harness.screen == .picture(first), "there is a picture to look at")
    harness.cover(second)
    #expect(harness.screen == .picture(second))
    #expect(harness.problems.isEmpty)
  }

  /// The question opens a window before there is a picture, and allowing the host opens the same
  /// entry again.
  @Test func aHostNeedsPermissionInTheWindow() throws {
    var harness = PictureHarness(files: "a", "b")
    harness.send(.hostAllowed)
    #expect(harness.allowedHosts.isEmpty)
    try harness.open("a", .needsNetwork(host: "example.org"))
    let a = try #require(harness.pictures.failure?.entry)
    #expect(harness.screen == .failure(a) && harness.mappings == 1 && harness.outcome == nil)
    harness.send(.hostAllowed)
    #expect(harness.allowedHosts == ["example.org"])
    #expect(harness.asked == [a])
    let id = try harness.bring("a")
    #expect(harness.screen == .picture(id))
    harness.send(.hostAllowed)
    #expect(harness.allowedHosts.count == 1 && harness.problems.isEmpty, "\(harness.problems)")
  }

  /// The user answers while the picture is being opened again without the permission.
  @Test func aPermissionCountsForAPictureThatIsBeingOpened() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.open("a", .needsNetwork(host: "example.org"))
    harness.send(.go(.next))
    harness.send(.go(.previous))
    #expect(Set(harness.asked.map(\.displayName)) == ["a", "b"])
    harness.send(.hostAllowed)
    try harness.open("a", .needsNetwork(host: "example.org"))
    let id = try harness.bring("a")
    #expect(harness.screen == .picture(id))
    #expect(harness.allowedHosts == ["example.org"] && harness.problems.isEmpty)
  }

  /// A host that is still unknown after that is asked about.
  @Test func aPermissionForOneHostIsNoneForAnother() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.open("a", .needsNetwork(host: "example.org"))
    harness.send(.go(.next))
    harness.send(.go(.previous))
    harness.send(.hostAllowed)
    for _ in 0..<2 { try harness.open("a", .needsNetwork(host: "example.com")) }
    #expect(harness.pictures.failure?.host == "example.com")
    #expect(harness.asked.map(\.displayName) == ["b"])
    #expect(harness.allowedHosts == ["example.org"] && harness.problems.isEmpty)
  }

  /// The question is still on the screen when the user has gone on: the answer opens the picture
  /// where the album is.
  @Test func aPermissionAfterPagingDoesNotPageBack() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.open("a", .needsNetwork(host: "example.org"))
    harness.send(.go(.next))
    try harness.open("b", .needsNetwork(host: "example.org"))
    harness.send(.go(.previous))
    harness.send(.hostAllowed)
    #expect(harness.asked.map(\.displayName) == ["a"])
    try harness.open("a", .needsNetwork(host: "example.org"))
    let id = try harness.bring("a")
    #expect(harness.screen == .picture(id))
    #expect(harness.allowedHosts == ["example.org"] && harness.problems.isEmpty)
  }

  @Test func theNextNamedFileIsTriedBeforeAnythingIsShown() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    try harness.open("a", .missing)
    #expect(harness.asked.map(\.displayName) == ["b"])
    try harness.open("b")
    harness.send(.source(try harness.id(of: "b"), .failed("it is broken")))
    #expect(harness.sources.isEmpty && harness.asked.map(\.displayName) == ["c"])
    try harness.open("c")
    let id = try harness.id(of: "c")
    harness.readHeader(id)
    let told = harness.cover(id).filter {
      if case .window(.printToStandardError) = $0 { true } else { false }
    }
    #expect(
      told == [
        .window(.printToStandardError("a: there is no such file")),
        .window(.printToStandardError("b: it is broken")),
      ])
    #expect(harness.outcome == nil && harness.problems.isEmpty)
  }

  @Test func ifNothingCanBeShownEverySentenceEndsTheProgram() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.open("a", .missing)
    try harness.open("b", .empty)
    #expect(
      harness.outcome?.sentence == "a: there is no such file\nfresnel: b: the file is empty")
    #expect(harness.send(.go(.previous)).isEmpty, "it is over")
  }

  @Test func aBrokenFirstPictureOfAFolderIsSkipped() throws {
    var harness = PictureHarness(Album(arguments: [Array("d".utf8)], first: .folder))
    var names = NameList()
    names.merge(["1.png", "2.png", "3.png"].map { Array($0.utf8) })
    harness.send(.listed(.names(argument: 0, names, isComplete: true)))
    harness.send(.listed(.ended))
    try harness.open("1.png", .notAllowed)
    try harness.open("2.png")
    harness.send(.source(try harness.id(of: "2.png"), .failed("it is damaged")))
    #expect(harness.outcome == nil)
    let effects = try harness.open("3.png")
    #expect(!effects.isEmpty)
    let id = try harness.id(of: "3.png")
    harness.readHeader(id)
    let told = harness.cover(id).filter {
      if case .window(.printToStandardError) = $0 { true } else { false }
    }
    #expect(
      told == [
        .window(.printToStandardError("d/1.png: you are not allowed to read it")),
        .window(.printToStandardError("d/2.png: it is damaged")),
      ])
    #expect(harness.screen == .picture(id))
  }

  @Test func theAlbumWaitsForAFolderAfterABadOne() throws {
    var harness = PictureHarness(
      Album(arguments: [Array("bad".utf8), Array("good".utf8)], first: .folder))
    var names = NameList()
    names.merge([Array("1.png".utf8)])
    harness.send(.listed(.names(argument: 0, names, isComplete: true)))
    try harness.open("1.png")
    harness.send(.source(try harness.id(of: "1.png"), .failed("it is damaged")))
    #expect(harness.outcome == nil)
    // The kind of the other argument is not known yet.
    try harness.open("good", .folder)
    harness.send(.listed(.isFolder(argument: 1)))
    #expect(harness.outcome == nil && harness.asked.isEmpty, "nothing of it is known yet")
    names = NameList()
    names.merge([Array("2.png".utf8)])
    harness.send(.listed(.names(argument: 1, names, isComplete: true)))
    try harness.bring("2.png")
    harness.send(.listed(.ended))
    #expect(harness.screen == .picture(try harness.id(of: "2.png")))
  }

  /// Going back to a picture that failed before the window was there must not end the program.
  @Test(arguments: [true, false])
  func theBadPictureBeforeTheFirstGoodOneCanBeVisited(isSlow: Bool) throws {
    var harness = PictureHarness(Album(arguments: [Array("d".utf8)], first: .folder))
    var names = NameList()
    names.merge([Array("1.png".utf8)])
    harness.send(.listed(.names(argument: 0, names, isComplete: false)))
    try harness.open("1.png", .notAllowed)
    names.merge([Array("2.png".utf8)])
    harness.send(.listed(.names(argument: 0, names, isComplete: true)))
    harness.send(.listed(.ended))
    if isSlow {
      for now in [0.0, 1] {
        harness.now = now
        harness.send(.tick)
      }
      #expect(harness.isWaitShown)
    } else {
      try harness.bring("2.png")
    }
    harness.send(.go(.previous))
    #expect(harness.outcome == nil)
    try harness.open("1.png", .notAllowed)
    let entry = try #require(harness.pictures.album?.current)
    #expect(harness.screen == .failure(entry))
    #expect(harness.outcome == nil && harness.problems.isEmpty)
  }

  @Test func aFolderOfOnlyBadPicturesEndsTheProgramWithTheirSentences() throws {
    var harness = PictureHarness(Album(arguments: [Array("bad".utf8)], first: .folder))
    var names = NameList()
    names.merge([Array("1.png".utf8), Array("2.png".utf8)])
    harness.send(.listed(.names(argument: 0, names, isComplete: true)))
    try harness.open("1.png", .notAllowed)
    try harness.open("2.png", .notAllowed)
    #expect(harness.outcome == nil, "more may be on its way")
    harness.send(.listed(.ended))
    #expect(
      harness.outcome
        == UserError(
          sentence: "bad/1.png: you are not allowed to read it\n"
            + "fresnel: bad/2.png: you are not allowed to read it"))
  }

  @Test func aNamedFileThatFailsIsNotReplacedByItsFolder() throws {
    var harness = PictureHarness(folder: "a", "b", at: "a")
    try harness.open("a", .notAllowed)
    #expect(harness.outcome?.sentence == "d/a: you are not allowed to read it")
  }

  @Test func aFileThatFailsLaterShowsItsSentence() throws {
    var harness = PictureHarness(files: "a", "b", "c")
    let first = try harness.bring("a")
    harness.send(.go(.next))
    let effects = try harness.open("b", .notAllowed)
    let entry = try #require(harness.pictures.album?.current)
    #expect(
      effects == [
        .gallery(.setRole(first, .near)),
        .gallery(.showNothing),
        .window(.showFailure(entry, sentence: "you are not allowed to read it")), .gallery(.redraw),
        .window(.updateProgress),
      ])
    #expect(harness.screen == .failure(entry))
    #expect(harness.pictures.titleParts(scale: 1)?.name == "b")
    harness.send(.go(.previous))
    #expect(harness.screen == .picture(first) && harness.pictures.failure == nil)
    #expect(harness.problems.isEmpty)
  }

  @Test func aBrokenPictureShowsItsSentenceToo() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.go(.next))
    try harness.open("b")
    let id = try harness.id(of: "b")
    harness.send(.source(id, .failed("it is broken")))
    #expect(harness.pictures.failure?.sentence == "it is broken")
    #expect(harness.sources[id] == nil && harness.problems.isEmpty)
  }

  @Test func aPictureBrokenFurtherDownStays() throws {
    var harness = PictureHarness(files: "a", "b")
    let id = try harness.bring("a")
    #expect(
      harness.send(.source(id, .failed("it ends too early")))
        == [.window(.showMessage(title: "a", sentence: "it ends too early"))])
    #expect(harness.screen == .picture(id))
    harness.send(.go(.next))
    try harness.bring("b")
    #expect(harness.sources[id] == nil, "it is not kept")
    harness.send(.go(.previous))
    #expect(harness.asked.map(\.displayName) == ["a"], "it has another chance")
    #expect(harness.problems.isEmpty)
  }

  @Test func missingPartsAreReportedWhenThePictureIsShown() throws {
    var harness = PictureHarness(files: "a", "b")
    let first = try harness.bring("a")
    let entry = try #require(harness.pictures.album?.current)
    #expect(
      harness.send(.source(first, .incomplete("it ends early")))
        == [.window(.reportMissing(entry, sentence: "it ends early"))])
    harness.send(.idle)
    let second = try harness.bring("b")
    #expect(harness.send(.source(second, .incomplete("it is cut"))).isEmpty)
    let effects = harness.send(.go(.next))
    #expect(
      effects.contains {
        if case .window(.reportMissing(_, "it is cut")) = $0 { true } else { false }
      })
  }

  @Test func theTitleNamesThePendingPicture() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    var title = try #require(harness.pictures.titleParts(scale: 0.5))
    #expect(title.name == "a" && title.scale == 0.5 && title.size != nil && title.place == 1)
    #expect(harness.send(.go(.next)).contains(.window(.updateTitle)))
    title = try #require(harness.pictures.titleParts(scale: 0.5))
    #expect(title.name == "b" && title.scale == nil && title.size == nil && title.place == 2)
  }

  @Test func anotherSizeNeedsNewFirstViews() throws {
    var harness = PictureHarness(files: "a", "b")
    let first = try harness.bring("a")
    harness.send(.idle)
    let second = try harness.bring("b")
    harness.send(.resized(width: 800))
    harness.send(.go(.next))
    #expect(harness.screen == .picture(first))
    #expect(
      harness.send(.resized(width: 700)) == [
        .gallery(.setRole(second, .pending)), .gallery(.redraw),
      ],
      "its first view is another again")
    harness.cover(second)
    #expect(harness.screen == .picture(second) && harness.problems.isEmpty)
  }

  @Test func lostTilesMustArriveAgain() throws {
    var harness = PictureHarness(files: "a", "b")
    let first = try harness.bring("a")
    harness.send(.idle)
    let second = try harness.bring("b")
    harness.loseTiles()
    harness.send(.go(.next))
    #expect(harness.screen == .picture(first), "what the screen shows stays")
    harness.cover(second)
    #expect(harness.screen == .picture(second) && harness.problems.isEmpty)
  }

  @Test func aFolderIsPendingUntilItIsListed() throws {
    var harness = PictureHarness(Album(arguments: [Array("d".utf8)], first: .folder))
    #expect(harness.asked.isEmpty && harness.outcome == nil)
    var list = NameList()
    list.merge([Array("a".utf8), Array("b".utf8)])
    harness.send(.listed(.names(argument: 0, list, isComplete: false)))
    #expect(harness.asked.map(\.displayName) == ["a"])
    try harness.open("a", .unknownFormat(.text))
    #expect(harness.asked.map(\.displayName) == ["b"], "what is no picture is passed over")
    try harness.bring("b")
    #expect(harness.problems.isEmpty)
  }

  @Test func everySourceIsClosedOnceAtTheEnd() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    harness.send(.idle)
    try harness.open("b")
    harness.send(.ended)
    #expect(harness.sources.isEmpty && harness.send(.ended).isEmpty && harness.send(.idle).isEmpty)
    #expect(harness.problems.isEmpty)
  }
}
