import Controls
import Geometry
import Gestures
import Testing

@testable import Viewer

/// The field that opens a path, by keys and by the pointer.
@Suite struct OpenStateTests {
  private final class Driver {
    private(set) var state = OpenState()
    /// The requests that were not answered yet.
    var requests: [OpenState.Request] = []
    let surface = PixelSize(width: 900, height: 600)
    /// The folders that can be listed.
    private let folders: [String: PathListing]
    private var time = 0.0

    init(in folder: String, _ folders: [String: PathListing]) {
      self.folders = folders
      requests = state.open(in: Array(folder.utf8), home: Array("/home/me".utf8), scale: 1)
      answer()
    }

    /// Answers the requests for listings.
    private func answer() {
      for request in requests {
        guard case .list(let folder) = request else { continue }
        let name = String(decoding: folder, as: UTF8.self)
        state.note(folders[name] ?? PathListing(of: Array("/no such folder".utf8)), of: folder)
      }
      requests.removeAll { if case .list = $0 { true } else { false } }
    }

    func type(_ text: String) { for scalar in text.unicodeScalars { key(Keysym(scalar)) } }

    func key(_ key: Keysym) {
      send(.key(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0)))
    }

    func send(_ event: WindowEvent) {
      requests += state.take(event, on: surface).answer ?? []
      answer()
    }

    /// Clicks a row, `seconds` after the click before.
    func click(row index: Int, after seconds: Double = 1) throws {
      time += seconds
      let row = try #require(placed.rect(of: Target(.choice(index))))
      for isPressed in [true, false] {
        send(
          .button(
            ButtonEvent(
              button: 1, isPressed: isPressed, position: Rect(row).center, modifiers: [],
              time: time)))
      }
    }

    func note(_ recent: RecentFiles) { state.note(recent) }
    func noteLate(_ listing: PathListing, of folder: String) {
      state.note(listing, of: Array(folder.utf8))
    }

    var opened: String? {
      for case .open(let path) in requests { return String(decoding: path, as: UTF8.self) }
      return nil
    }
    var text: String { state.input.typing?.field.text ?? "" }
    var rows: [String] { state.placed(on: surface).rows.map(\.node.name) }
    var placed: Placed<OpenState.Part> { state.placed(on: surface) }
  }

  private static let folders = [
    "/home/me/Pictures/": PathListing(["Alps", "Sea"], ["a.jpg", "b.png", ".hidden.png"]),
    "/home/me/Pictures/Alps/": PathListing([], ["peak.jpg"]),
    "/": PathListing(["home", "tmp"], []),
    "/tmp/": PathListing([], ["x.png"]),
  ]

  private func opened(in folder: String = "/home/me/Pictures/") -> Driver {
    Driver(in: folder, Self.folders)
  }

  @Test func theFolderOfThePictureIsListed() {
    let driver = opened()
    #expect(
      driver.rows == [
        "Parent folder", "All pictures in this folder", "Alps/", "Sea/", "a.jpg", "b.png",
      ])
    driver.key(.enter)
    #expect(driver.opened == "/home/me/Pictures/")
    #expect(!driver.state.isOpen)
  }

  @Test func aNameIsFoundAndOpened() {
    let driver = opened()
    driver.type("b")
    #expect(driver.rows.first == "b.png")
    driver.key(.enter)
    #expect(driver.opened == "/home/me/Pictures/b.png")
  }

  /// The keyboard reports `ł` and `я` as the Latin letters of their keys, with their own beside.
  @Test func namesAreTypedInTheirOwnAlphabet() {
    let driver = Driver(
      in: "/tmp/", ["/tmp/": PathListing([], ["l.png", "z.png", "ł.png", "я.png"])])
    for (letter, latin) in [("ł", "l"), ("я", "z")] as [(Unicode.Scalar, Unicode.Scalar)] {
      driver.send(
        .key(
          KeyPress(
            keysym: Keysym(latin).rawValue, originalKeysym: Keysym(letter).rawValue, modifiers: [],
            position: .zero, time: 0)))
      #expect(driver.text == "/tmp/\(letter)")
      #expect(driver.rows == ["\(letter).png"])
      driver.key(.backspace)
    }
    #expect(driver.text == "/tmp/")
  }

  @Test func enterWalksIntoFoldersAndTabCompletes() {
    let driver = opened()
    driver.type("al")
    driver.key(.enter)
    #expect(driver.state.isOpen && driver.opened == nil)
    #expect(driver.rows == ["Parent folder", "All pictures in this folder", "peak.jpg"])
    driver.type("p")
    driver.key(.tab)
    #expect(driver.rows == ["peak.jpg"])
    driver.key(.enter)
    #expect(driver.opened == "/home/me/Pictures/Alps/peak.jpg")
  }

  @Test func thePointerAloneGoesUpToTheRoot() throws {
    let driver = opened(in: "/home/me/Pictures/Alps/")
    var texts = [driver.text]
    for _ in 0..<4 {
      #expect(driver.rows.first == "Parent folder")
      try driver.click(row: 0)
      texts.append(driver.text)
    }
    #expect(texts == ["~/Pictures/Alps/", "~/Pictures/", "~/", "/home/", "/"])
    #expect(driver.rows == ["All pictures in this folder", "home/", "tmp/"], "nothing is above")
    #expect(driver.state.isOpen && driver.opened == nil)
  }

  @Test func aDoubleClickGoesUpOrDownOnce() throws {
    let driver = opened(in: "/home/me/Pictures/Alps/")
    try driver.click(row: 0)
    try driver.click(row: 0, after: 0.2)
    #expect(driver.text == "~/Pictures/")
    // Where the folder was, its contents have a picture.
    try driver.click(row: 2)
    try driver.click(row: 2, after: 0.2)
    #expect(driver.text == "~/Pictures/Alps/" && driver.opened == nil)
    try driver.click(row: 2)
    #expect(driver.opened == "/home/me/Pictures/Alps/peak.jpg")
  }

  /// A third click, soon after the second, is none of a double-click.
  @Test func manyQuickClicksGoUpOneAfterTheOther() throws {
    let driver = opened(in: "/home/me/Pictures/Alps/")
    var texts: [String] = []
    for _ in 0..<5 {
      try driver.click(row: 0, after: 0.2)
      texts.append(driver.text)
    }
    #expect(texts == ["~/Pictures/", "~/Pictures/", "~/", "/home/", "/"])
    // After a pause, a double-click is one again.
    let other = opened(in: "/home/me/Pictures/Alps/")
    for pause in [1, 0.2, 1, 0.2] { try other.click(row: 0, after: pause) }
    #expect(other.text == "~/")
  }

  @Test func aKeyGoesUpAndEnterThenOpensTheFolder() {
    let driver = opened(in: "/tmp/")
    driver.key(.up)
    driver.key(.enter)
    #expect(driver.text == "/" && driver.opened == nil)
    driver.key(.enter)
    #expect(driver.opened == "/")
  }

  @Test func aboveARelativeFolderIsTheOneAboveIt() throws {
    let driver = opened(in: "/home/me/Pictures/Alps/")
    driver.type("../")
    #expect(driver.rows.first == "Parent folder")
    try driver.click(row: 0)
    #expect(driver.text == "~/Pictures/Alps/../../")
  }

  @Test func anUnreadableFolderCanBeLeft() throws {
    let driver = opened()
    driver.type("none/")
    #expect(driver.rows == ["Parent folder", "No such file or directory"])
    try driver.click(row: 1)
    #expect(driver.state.isOpen && driver.opened == nil, "an error is no button")
    try driver.click(row: 0)
    #expect(driver.text == "~/Pictures/" && driver.opened == nil)
    let other = opened()
    other.type("none/")
    other.key(.enter)
    #expect(other.opened == "/home/me/Pictures/none/", "its error is shown in the window")
  }

  @Test func hiddenNamesAreListedForADot() {
    let driver = opened()
    driver.type(".")
    #expect(driver.rows == [".hidden.png"])
  }

  @Test(arguments: ["/tmp/x", "~/Pictures/a."])
  func aSecondSlashOrATildeBeginsAnew(text: String) {
    let driver = opened(in: "/home/me/Pictures/Alps/")
    driver.type(text)
    driver.key(.enter)
    let path = text == "/tmp/x" ? "/tmp/x.png" : "/home/me/Pictures/a.jpg"
    #expect(driver.opened == path)
  }

  @Test(arguments: ["https://example.org//a/b.png", "file:///tmp/x.png"])
  func anAddressIsOpenedAsTyped(address: String) {
    let driver = opened()
    driver.send(
      .key(KeyPress(keysym: 0x75, modifiers: [.control], position: .zero, time: 0)))
    driver.type(address)
    driver.key(.enter)
    #expect(driver.opened == address)
  }

  @Test func anUnreadableFolderSaysWhy() {
    let driver = opened()
    driver.type("none/")
    let area = driver.placed.tree.first { $0.role == .scrollArea }
    #expect(area?.name == "No such file or directory")
    driver.type("x")
    driver.key(.enter)
    #expect(driver.opened == "/home/me/Pictures/none/x", "its error is shown in the window")
  }

  @Test func anEmptyFieldOffersRecentFiles() {
    let driver = opened()
    var recent = RecentFiles()
    recent.add(Array("/tmp/old.png".utf8))
    recent.add(Array("/tmp/new.png".utf8))
    driver.note(recent)
    driver.send(
      .key(KeyPress(keysym: 0x75, modifiers: [.control], position: .zero, time: 0)))
    #expect(driver.rows == ["new.png", "old.png"])
    driver.key(.down)
    driver.key(.enter)
    #expect(driver.opened == "/tmp/old.png")
  }

  @Test func aLateListingOfAnotherFolderIsIgnored() {
    let driver = opened()
    driver.noteLate(PathListing([], ["evil.png"]), of: "/tmp/")
    #expect(!driver.rows.contains("evil.png"))
  }

  @Test func aRowIsClickedAndAClickOutsideCloses() throws {
    let driver = opened()
    try driver.click(row: 4)
    #expect(driver.opened == "/home/me/Pictures/a.jpg")
    let other = opened()
    other.send(
      .button(
        ButtonEvent(
          button: 1, isPressed: true, position: Point(x: 5, y: 590), modifiers: [], time: 0)))
    #expect(!other.state.isOpen && other.opened == nil)
  }

  @Test func namesThatAreNoTextAreOpenedByTheirBytes() {
    let bytes: [UInt8] = [0x66, 0xFF, 0x0A]
    let driver = Driver(
      in: "/", ["/": PathListing(folders: [bytes], files: [bytes + [0x31]])])
    #expect(driver.rows.dropFirst() == ["f\\xFF\\n/", "f\\xFF\\n1"])
    driver.key(.down)
    driver.key(.enter)
    #expect(driver.requests == [.open([0x2F] + bytes)], "a folder that can't be typed is opened")
  }

  @Test func randomEventsNeverOpenWhatIsNotThere() {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
    print("seed \(seed)")
    var state = seed
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let keys: [Keysym] =
      [.tab, .enter, .up, .down, .backspace, .left, .right, .home, .end]
      + "abAx/.~:h\u{1F600}".unicodeScalars.map(Keysym.init)
    for _ in 0..<300 {
      let driver = opened()
      for _ in 0..<40 where driver.state.isOpen { driver.key(keys[next(keys.count)]) }
      #expect(driver.requests.count <= 1)
      #expect(driver.state.isOpen || driver.requests.count == 1)
    }
  }
}

extension PathListing {
  init(_ folders: [String], _ files: [String]) {
    self.init(folders: folders.map { Array($0.utf8) }, files: files.map { Array($0.utf8) })
  }
}
