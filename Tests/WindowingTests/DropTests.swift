import CX11
import Geometry
import Gestures
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Windowing

/// Drops on a real window, by programs that behave and some that don't.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DropTests {
  private let session: WindowSession
  private var target: UInt { session.window.id }

  init() throws {
    session = try WindowSession()
    session.map()
    session.window.acceptDrops(["text/uri-list", "image/png", "UTF8_STRING"])
    session.forget()
  }

  private func source(_ content: [String: [UInt8]]) throws -> DragSource {
    try DragSource(session.server, content)
  }

  private func waitForDrop() -> DroppedContent? {
    _ = session.wait { if case .drag(.dropped) = $0 { true } else { false } }
    for case .drag(.dropped(let content)) in session.events { return content }
    return nil
  }

  /// A clipboard, and what it has read of drops.
  private final class Reader: Sendable {
    let clipboard: Clipboard
    private let box: Shared<Answers>

    struct Answers: ~Copyable, Sendable {
      let all = Mutex<[(number: Int, content: Clipboard.Pasted)]>([])
    }

    init(_ session: WindowSession) {
      let box = Shared(Answers())
      clipboard = Clipboard(
        display: session.server.display,
        deliverDrop: { number, content in box.value.all.withLock { $0.append((number, content)) } },
        deliver: { _ in })
      self.box = box
    }

    var answers: [(number: Int, content: Clipboard.Pasted)] { box.value.all.withLock { $0 } }

    /// What was read first: the target and the bytes, or why there are none.
    var first: (String, [UInt8])? {
      switch answers.first?.content {
      case .received(let target, let data): (target, data.bytes(from: 0, limit: data.count))
      case .nothing: ("nothing", [])
      case .failed(let sentence): (sentence, [])
      case nil: nil
      }
    }
  }

  // MARK: Programs that behave

  @Test func theWindowAnnouncesTheVersion() {
    #expect(session.client.numbers("XdndAware", of: target) == [5])
  }

  @Test func aDropIsReadInTheBestForm() throws {
    let file = Array("file:///a.png\r\n".utf8)
    let source = try source(["text/uri-list": file, "UTF8_STRING": [1], "x": [2], "y": [3]])
    source.enter(target)
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) }, "from the list of four")
    source.move(target, x: 200, y: 100)
    session.read()
    let status = source.wait(for: "XdndStatus")
    #expect(status?[0] == target && status?[1] == 3)
    #expect(status?[4] == session.client.atom("XdndActionCopy"), "copied, whatever is proposed")
    source.drop(target, time: 0)
    let drop = try #require(waitForDrop())
    #expect(drop.targets == ["text/uri-list", "UTF8_STRING"] && drop.number == 1)
    let reader = Reader(session)
    reader.clipboard.read(drop)
    #expect(
      waitUntil(20) {
        source.serve()
        return reader.first != nil
      })
    #expect(reader.first ?? ("", []) == ("text/uri-list", file))
    session.window.finishDrop(1, isAccepted: true)
    let finished = source.wait(for: "XdndFinished")
    #expect(finished?.prefix(2) == [target, 1])
    #expect(source.requests.map(\.target) == ["text/uri-list"])
  }

  @Test func theDropsTimeIsThatOfTheRequest() throws {
    let source = try source(["image/png": [1, 2, 3]])
    source.enter(target)
    source.move(target, x: 200, y: 100)
    source.drop(target, time: 0x8000_0001)
    let drop = try #require(waitForDrop())
    #expect(drop.time == 0x8000_0001)
    let reader = Reader(session)
    reader.clipboard.read(drop)
    #expect(
      waitUntil(20) {
        source.serve()
        return !source.requests.isEmpty
      })
    #expect(source.requests.first?.time == 0x8000_0001)
  }

  @Test func otherFormsAreRefused() throws {
    let source = try source(["application/x-color": [1]])
    source.enter(target)
    #expect(session.wait { $0 == .drag(.over(isAccepted: false)) })
    source.move(target, x: 200, y: 100)
    session.read()
    #expect(source.wait(for: "XdndStatus")?[1] == 2)
    source.drop(target)
    session.read()
    #expect(source.wait(for: "XdndFinished")?[1] == 0)
  }

  @Test func aWindowThatTakesNoDropsAnswersNothing() throws {
    let session = try WindowSession()
    session.map()
    let source = try DragSource(session.server, ["image/png": [1]])
    source.enter(session.window.id)
    source.move(session.window.id, x: 1, y: 1)
    session.forget()
    source.serve()
    #expect(source.answers.isEmpty)
    #expect(session.client.numbers("XdndAware", of: session.window.id).isEmpty)
  }

  // MARK: Programs that don't

  @Test func aProgramThatDiesHasLeft() throws {
    var source: DragSource? = try source(["image/png": [1]])
    source?.enter(target)
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) })
    source = nil
    #expect(session.wait { $0 == .drag(.left) })
  }

  @Test func aProgramThatIsGoneBeforeItsEntryIsReadHasLeft() throws {
    let source = try source(["image/png": [1]])
    let gone = session.client.makeWindow(
      at: PixelRect(minX: 900, minY: 700, maxX: 910, maxY: 710), color: 0)
    session.client.destroy(gone)
    source.send("XdndEnter", to: target, [gone, 5 << 24, session.client.atom("image/png")])
    #expect(session.wait { $0 == .drag(.left) })
  }

  @Test func aProgramThatNeverAnswersIsGivenUp() throws {
    let source = try source(["image/png": [1]])
    source.enter(target)
    source.drop(target)
    let drop = try #require(waitForDrop())
    let reader = Reader(session)
    reader.clipboard.read(drop)
    #expect(waitUntil(30) { reader.first != nil })
    #expect(reader.first?.0 == "the other program does not answer")
  }

  @Test func aNewDropReplacesOneThatIsBeingRead() throws {
    let source = try source(["image/png": [1, 2]])
    let reader = Reader(session)
    // The first stays unanswered for as long as the source isn't served.
    reader.clipboard.read(DroppedContent(number: 1, time: 0, targets: ["image/webp"]))
    reader.clipboard.read(DroppedContent(number: 2, time: 0, targets: ["image/png"]))
    #expect(
      waitUntil(20) {
        source.serve()
        return reader.answers.contains { $0.number == 2 }
      })
    #expect(!reader.answers.contains { $0.number == 1 })
  }

  @Test func aLateAnswerToAnEarlierDropIsNotTakenForThisOne() throws {
    let source = try source(["image/png": [1]])
    let reader = Reader(session)
    for number in 1...2 {
      reader.clipboard.read(DroppedContent(number: number, time: 0, targets: ["image/png"]))
    }
    #expect(waitUntil(20) { source.waiting == 2 })
    source.mostRequests = 1
    source.serve()
    // The answer to the first request is on its way; that to the second is another.
    source.content = ["image/png": [2]]
    source.mostRequests = .max
    #expect(
      waitUntil(20) {
        source.serve()
        return !reader.answers.isEmpty
      })
    #expect(reader.answers.map(\.number) == [2])
    #expect(reader.first ?? ("", []) == ("image/png", [2]))
  }

  @Test func aFloodOfEntriesCostsFewAnswersOfTheServer() throws {
    let source = try source(["image/png": [1]])
    source.enter(target, types: ["image/png", "a", "b", "c"])
    session.forget()
    func requests() -> UInt { XNextRequest(session.display.pointer) }
    for _ in 0..<2000 { source.send("XdndEnter", to: target, [source.window, 5 << 24 | 1]) }
    session.display.synchronize()
    let before = requests()
    session.read()
    #expect(requests() - before < 100, "entries alone")
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) })
    // With a message after each entry its list must be read, but not all of them at once.
    for _ in 0..<1000 {
      source.send("XdndEnter", to: target, [source.window, 5 << 24 | 1])
      source.leave(target)
    }
    session.display.synchronize()
    let start = requests()
    session.read()
    #expect(requests() - start < 200, "entries and leaves")
    #expect(session.window.hasQueuedEvents, "the rest waits")
    #expect(session.wait(60) { !session.window.hasQueuedEvents })
    session.forget()
    source.enter(target)
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) })
  }

  /// Selecting the events of a drag's source must not take those away that others want of it.
  @Test func anEntryInTheNameOfTheSettingsManagerLeavesItsEvents() throws {
    let manager = session.client.makeWindow(
      at: PixelRect(minX: 900, minY: 700, maxX: 910, maxY: 710), color: 0)
    func set(_ theme: String) {
      var writer = XSettingsWriter()
      writer.add("Net/ThemeName", theme)
      session.client.setProperty(
        "_XSETTINGS_SETTINGS", of: manager, type: "_XSETTINGS_SETTINGS", bytes: writer.bytes())
    }
    session.client.own("_XSETTINGS_S0", by: manager)
    session.window.followDesktop()
    session.forget()
    let source = try source(["image/png": [1]])
    let png = session.client.atom("image/png")
    source.send("XdndEnter", to: target, [manager, 5 << 24, png])
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) })
    set("HighContrast")
    #expect(session.wait { $0 == .desktopSettingsChanged }, "while it is over the window")
    session.forget()
    source.send("XdndLeave", to: target, [manager])
    #expect(session.wait { $0 == .drag(.left) })
    set("Adwaita")
    #expect(session.wait { $0 == .desktopSettingsChanged }, "after it has left")
    // The end of the manager is the end of its drag, too.
    source.send("XdndEnter", to: target, [manager, 5 << 24, png])
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) })
    session.forget()
    session.client.destroy(manager)
    #expect(session.wait { $0 == .drag(.left) })
  }

  @Test func aMillionFormsAreRefusedAtOnce() throws {
    let source = try source(["image/png": [1]])
    // As many as the server takes in one request; each is valid.
    source.enter(target, types: ["image/png", "a", "b", "c"])
    source.setTypeList([UInt](repeating: 1, count: 1 << 17))
    session.forget()
    source.send("XdndEnter", to: target, [source.window, 5 << 24 | 1])
    #expect(session.wait { $0 == .drag(.over(isAccepted: false)) })
  }

  @Test func windowsThatDoNotExistAreHarmless() throws {
    let source = try source(["image/png": [1]])
    let png = session.client.atom("image/png")
    for window in [0, target, session.client.root, 12345, UInt(UInt32.max >> 3)] {
      source.send("XdndEnter", to: target, [window, 5 << 24, png])
      source.send("XdndPosition", to: target, [window, 0, 0, 0, 0])
      source.send("XdndEnter", to: target, [window, 5 << 24 | 1])
      source.send("XdndDrop", to: target, [window, 0, 0])
    }
    session.forget()
    // The window still sees its own events.
    source.enter(target)
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) })
    session.client.place(target, at: PixelRect(minX: 0, minY: 0, maxX: 300, maxY: 200))
    #expect(session.wait { $0 == .resized(PixelSize(width: 300, height: 200)) })
  }

  @Test func randomMessagesChangeNothing() throws {
    let source = try source(["image/png": [1]])
    var numbers = SeededNumbers()
    let names = [
      "XdndEnter", "XdndPosition", "XdndLeave", "XdndDrop", "XdndStatus", "XdndFinished",
    ]
    let windows = [source.window, target, session.client.root, 0, 4711]
    for _ in 0..<2000 {
      let data = (0..<5).map { index -> UInt in
        index == 0 && Bool.random(using: &numbers)
          ? windows.randomElement(using: &numbers) ?? 0
          : UInt(UInt32.random(in: 0 ... .max, using: &numbers))
      }
      source.send(
        names.randomElement(using: &numbers) ?? "", to: target, data,
        format: [8, 16, 32, 32].randomElement(using: &numbers) ?? 32)
    }
    session.forget()
    source.enter(target)
    #expect(session.wait { $0 == .drag(.over(isAccepted: true)) }, "\(numbers.origin)")
  }
}
