import Controls
import FileChanges
import Geometry
import Gestures
import Testing

@testable import Viewer

/// Questions about files, by keys and by the pointer.
@Suite struct FileDialogTests {
  private final class Driver {
    private(set) var dialog = FileDialog()
    private(set) var answer: [FileRequest]?
    let surface = PixelSize(width: 900, height: 600)

    init(_ question: FileDialog.Question) { dialog.ask(question, scale: 1) }

    func type(_ text: String) { for scalar in text.unicodeScalars { key(Keysym(scalar)) } }

    func key(_ key: Keysym, _ modifiers: Modifiers = []) {
      send(.key(KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: 0)))
    }

    func press(at place: Point) {
      send(
        .button(ButtonEvent(button: 1, isPressed: true, position: place, modifiers: [], time: 0)))
    }

    func press(choice index: Int) throws {
      let rect = dialog.placed(on: surface).rect(of: Target(.choice(index)))
      press(at: Rect(try #require(rect)).center)
    }

    var choices: [String] { dialog.placed(on: surface).rows.map(\.node.name) }

    private func send(_ event: WindowEvent) {
      let (isConsumed, requests) = dialog.take(event, on: surface)
      #expect(isConsumed)
      if let requests { answer = requests }
    }
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private var file: [UInt8] { bytes("d/photo.jpg") }

  @Test func typingReplacesTheNameWithoutItsExtension() {
    let driver = Driver(.name(file))
    driver.type("new")
    driver.key(.enter)
    #expect(driver.answer == [FileRequest(.rename(to: bytes("new.jpg")), file)])
    #expect(!driver.dialog.isOpen)
  }

  @Test func anUnchangedNameChangesNothing() {
    for name in [file, bytes("d/") + [0xFF, 0x0A, 0xFE]] {
      let driver = Driver(.name(name))
      driver.key(.right)
      driver.key(.enter)
      #expect(driver.answer == [])
    }
  }

  @Test func escapeAndClicksOutsideAnswerNo() {
    for question in [
      FileDialog.Question.name(file), .deletion([file], reason: nil),
      .folder(isMove: true, [file], recent: []),
      .collision(FileChangeError(.collision, file), [FileRequest(.move(into: [47]), file)]),
    ] {
      var driver = Driver(question)
      driver.key(.escape)
      #expect(driver.answer == [] && !driver.dialog.isOpen)
      driver = Driver(question)
      driver.press(at: Point(x: 5, y: 595))
      #expect(driver.answer == [] && !driver.dialog.isOpen)
    }
  }

  /// Edges that can't be turned without loss: the first choice loses nothing.
  @Test func imperfectEdgesAreAskedAbout() {
    let requests = ["a", "b"].map {
      FileRequest(.turn(FileTurn(by: Orientation(quarterTurns: 1))), bytes($0))
    }
    let error = FileChangeError(.notTurned(.edges(columns: 2, rows: 0)), bytes("a"))
    let driver = Driver(.turning(error, requests))
    #expect(
      driver.choices == [
        "Turn by the orientation tag", "Trim the edges", "Skip",
        "Turn by the orientation tag, for all", "Trim the edges, for all", "Cancel",
      ])
    driver.key(.enter)
    #expect(driver.answer == [requests[0].turning { $0.edges = .tag }, requests[1]])
    let all = Driver(.turning(error, requests))
    for _ in 0..<4 { all.key(.down) }
    all.key(.enter)
    #expect(all.answer == requests.map { $0.turning { $0.edges = .trim } })
    let names = Driver(
      .turning(FileChangeError(.otherNames(1), bytes("a")), Array(requests.prefix(1))))
    #expect(names.choices == ["Turn under this name only", "Cancel"])
    names.key(.enter)
    #expect(names.answer == [requests[0].turning { $0.leavesOtherNames = true }])
    let more = Driver(
      .turning(FileChangeError(.notTurned(.moreData), bytes("a")), Array(requests.prefix(1))))
    #expect(more.choices == ["Turn by the orientation tag", "Cancel"])
    more.key(.escape)
    #expect(more.answer == [])
  }

  /// Of a picture with a RAW file, the user says which one goes.
  @Test func pairsAreAskedAbout() {
    let files = [
      PairedFile(path: bytes("d/a.jpg"), raw: bytes("d/a.cr3")),
      PairedFile(path: bytes("d/b.jpg"), raw: nil),
    ]
    let expected: [[String]] = [
      ["d/a.jpg", "d/a.cr3", "d/b.jpg"], ["d/a.cr3"], ["d/a.jpg", "d/b.jpg"], [],
    ]
    for isDeletion in [false, true] {
      for (index, paths) in expected.enumerated() {
        let driver = Driver(.pairs(isDeletion: isDeletion, files))
        for _ in 0..<index { driver.key(.down) }
        driver.key(.enter)
        let action: FileRequest.Action = isDeletion ? .delete : .trash
        #expect(driver.answer == paths.map { FileRequest(action, bytes($0)) })
      }
    }
    let driver = Driver(.name(bytes("d/a.jpg"), raw: bytes("d/a.CR3")))
    driver.type("new")
    driver.key(.enter)
    #expect(
      driver.answer == [
        FileRequest(.rename(to: bytes("new.jpg")), bytes("d/a.jpg")),
        FileRequest(.rename(to: bytes("new.CR3")), bytes("d/a.CR3")),
      ])
  }

  @Test func noKeyReachesThePicture() {
    let driver = Driver(.deletion([file], reason: nil))
    driver.type("nqxd1")
    #expect(driver.dialog.isOpen && driver.answer == nil)
  }

  @Test func deletingIsChosenFirstOnlyIfItWasAskedFor() {
    let asked = Driver(.deletion([file, [65]], reason: nil))
    asked.key(.enter)
    #expect(asked.answer == [FileRequest(.delete, file), FileRequest(.delete, [65])])
    let offered = Driver(.deletion([file], reason: "there is no trash"))
    offered.key(.enter)
    #expect(offered.answer == [])
    // The question is only about the file that can't be moved to the trash.
    let first = Driver(.deletion([file, [65]], reason: "the name is too long"))
    first.key(.enter)
    #expect(first.answer == [FileRequest(.trash, [65])])
    let deleted = Driver(.deletion([file, [65]], reason: "the name is too long"))
    deleted.key(.up)
    deleted.key(.enter)
    #expect(deleted.answer == [FileRequest(.delete, file), FileRequest(.trash, [65])])
  }

  @Test func digitsChooseAFolder() throws {
    let recent = (0..<10).map { bytes("/f\($0)") }
    for (digit, folder) in [("1", "/f0"), ("3", "/f2"), ("0", "/f9")] {
      let driver = Driver(.folder(isMove: false, [file], recent: recent))
      driver.type(digit)
      #expect(driver.answer == [FileRequest(.copy(into: bytes(folder)), file)])
    }
    let clicked = Driver(.folder(isMove: true, [file], recent: recent))
    try clicked.press(choice: 1)
    #expect(clicked.answer == [FileRequest(.move(into: bytes("/f1")), file)])
    let none = Driver(.folder(isMove: true, [file], recent: []))
    // Without a folder for the digit, it begins a name.
    none.type("4")
    none.key(.enter)
    #expect(none.answer == [FileRequest(.move(into: FileDialog.folder("4", beside: file)), file)])
  }

  /// The user's own folders keep their digits, whatever was used last.
  @Test func digitsOfTheSettingsComeBeforeTheLastFolders() {
    let slots = [2: bytes("/best"), 9: bytes("/bin")]
    let recent = [bytes("/f0"), bytes("/best"), bytes("/f1")]
    for (digit, folder) in [("1", "/f0"), ("2", "/best"), ("3", "/f1"), ("9", "/bin")] {
      let driver = Driver(.folder(isMove: true, [file], recent: recent, slots: slots))
      #expect(driver.choices == ["/f0", "/best", "/f1", "/bin"])
      driver.type(digit)
      #expect(driver.answer == [FileRequest(.move(into: bytes(folder)), file)])
    }
    let driver = Driver(.folder(isMove: true, [file], recent: recent, slots: slots))
    driver.type("4")
    #expect(driver.answer == nil, "no folder has it, so it begins a name")
    let found = Driver(.folder(isMove: true, [file], recent: [], slots: slots))
    found.type("bes")
    #expect(found.choices.contains("/best"))
  }

  @Test func eachFolderIsOfferedOnce() {
    let slots = Dictionary(uniqueKeysWithValues: (1...9).map { ($0, bytes("/s\($0)")) })
    let recent = (0..<5).map { bytes("/f\($0)") } + [bytes("/s3")]
    let folders = OfferedFolder.list(slots: slots, recent: recent)
    #expect(folders.map(\.digit) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, nil, nil, nil, nil])
    #expect(Set(folders.map(\.path)).count == folders.count)
    #expect(folders[9].path == bytes("/f0"))
    #expect(OfferedFolder.list(slots: [:], recent: []).isEmpty)
  }

  @Test func aTypedPathComesBeforeTheFoldersThatMatch() {
    let driver = Driver(.folder(isMove: true, [file], recent: [bytes("/old/2024"), bytes("/x")]))
    driver.type("/old")
    #expect(driver.choices == ["/old", "/old/2024"])
    driver.type("/2025")
    driver.key(.enter)
    #expect(driver.answer == [FileRequest(.move(into: bytes("/old/2025")), file)])
  }

  @Test func aTypedPathBeginsInTheFilesFolder() {
    func folder(_ text: String) -> String {
      String(
        decoding: FileDialog.folder(text, beside: file, home: bytes("/home/x")), as: UTF8.self)
    }
    #expect(folder("sub") == "d/sub")
    #expect(folder("../e") == "d/../e")
    #expect(folder("/a") == "/a")
    #expect(folder("~") == "/home/x")
    #expect(folder("~/a") == "/home/x/a")
    #expect(folder("~a") == "d/~a")
  }

  @Test func aCollisionIsAnsweredForOneOrForAll() throws {
    let error = FileChangeError(.collision, bytes("/to/photo.jpg"))
    let one = FileRequest(.move(into: bytes("/to")), file)
    let other = FileRequest(.move(into: bytes("/to")), [65])
    func answer(_ choice: String, _ rest: [FileRequest]) throws -> [FileRequest]? {
      let driver = Driver(.collision(error, rest))
      try driver.press(choice: try #require(driver.choices.firstIndex(of: choice)))
      return driver.answer
    }
    func with(_ request: FileRequest, _ collision: FileRequest.Collision) -> FileRequest {
      FileRequest(request.action, request.path, collision: collision)
    }
    #expect(try answer("Keep both", [one, other]) == [with(one, .keepBoth), other])
    #expect(try answer("Replace", [one, other]) == [with(one, .replace), other])
    #expect(try answer("Skip", [one, other]) == [other])
    #expect(try answer("Skip", [one]) == [])
    #expect(
      try answer("Keep both, for all", [one, other]) == [
        with(one, .keepBoth), with(other, .keepBoth),
      ])
    #expect(
      try answer("Replace all", [one, other]) == [with(one, .replace), with(other, .replace)])
    #expect(try answer("Cancel", [one, other]) == [])
    // A folder is never replaced.
    let folder = Driver(.collision(FileChangeError(.folderInTheWay, [65]), [one]))
    #expect(folder.choices == ["Keep both", "Skip"])
  }

  @Test(arguments: [PixelSize(width: 64, height: 48), PixelSize(width: 3840, height: 2160)])
  func everyQuestionIsDrawnOnAnySurface(surface: PixelSize) {
    let long = [UInt8](repeating: 0xFF, count: 255)
    var dialog = FileDialog()
    for question in [
      FileDialog.Question.name(long), .folder(isMove: true, [long], recent: [long, [47]]),
      .deletion([long], reason: String(repeating: "x", count: 500)),
      .collision(FileChangeError(.collision, long), [FileRequest(.delete, long)]),
    ] {
      dialog.ask(question, scale: 2)
      let frame = dialog.drawing(on: surface)?.position
      #expect(frame.map { !$0.isEmpty && $0.maxX <= surface.width } == true)
    }
  }
}
