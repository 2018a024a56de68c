import Geometry
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Windowing

/// Drags out of a window, to programs that behave and some that don't.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DragTests {
  private let server: XServer
  private let client: TestClient
  /// Our own top-level window, at (0, 0) of the screen.
  private let own: UInt
  private let party: Party
  private let there = PixelRect(minX: 300, minY: 100, maxX: 400, maxY: 200)

  init() throws {
    server = try XServer()
    client = try TestClient(server)
    own = client.makeWindow(at: PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 200), color: 0)
    party = Party(server)
  }

  /// A clipboard with the reports that it delivered.
  private final class Party: Sendable {
    let clipboard: Clipboard
    private let box: Shared<Reports>

    struct Reports: ~Copyable, Sendable {
      let all = Mutex<[DragReport]>([])
    }

    init(_ server: XServer) {
      let box = Shared(Reports())
      clipboard = Clipboard(
        display: server.display,
        deliverDrag: { report in box.value.all.withLock { $0.append(report) } },
        deliver: { _ in })
      self.box = box
    }

    var reports: [DragReport] { box.value.all.withLock { $0 } }
    var outcome: DragOutcome? {
      for case .ended(let outcome) in reports { return outcome }
      return nil
    }
  }

  private func offer() -> ClipboardOffer {
    var offer = ClipboardOffer()
    offer.add(["image/png"]) { $0(.bytes([1, 2, 3])) }
    offer.add(["text/uri-list"], Array("file:///a.png\r\n".utf8))
    offer.add(text: Array("/a.png".utf8))
    return offer
  }

  private func sink(_ target: String?, version: UInt? = 5) throws -> DragSink {
    try DragSink(server, at: there, target: target, version: version)
  }

  /// Drags from our window to a point of the screen.
  private func drag(toX x: Int = 350, y: Int = 150) {
    party.clipboard.drag(offer(), from: own)
    party.clipboard.moveDrag(toX: x, y: y)
  }

  // MARK: Programs that behave

  @Test(arguments: ["text/uri-list", "image/png"])
  func aDropIsReadInTheFormThatIsWanted(target: String) throws {
    let sink = try sink(target)
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    let enter = try #require(sink.messages.first?.numbers)
    #expect(enter[1] == 5 << 24 | 1, "version 5, more than three forms")
    #expect(sink.types(of: enter[0]).prefix(2) == ["image/png", "text/uri-list"])
    let position = try #require(sink.messages.first { $0.name == "XdndPosition" }?.numbers)
    let place: UInt = 350 << 16 | 150
    #expect(position[2] == place)
    #expect(position[4] == client.atom("XdndActionCopy"))
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.outcome != nil })
    #expect(party.outcome == .taken)
    let expected = target == "image/png" ? [1, 2, 3] : Array("file:///a.png\r\n".utf8)
    #expect(sink.received == expected)
    #expect(sink.names == ["XdndEnter", "XdndPosition", "XdndDrop"])
  }

  @Test func aTargetIsFoundInsideItsFrame() throws {
    let frame = client.makeWindow(at: there, color: 0)
    let sink = try DragSink(server, at: there, target: "image/png")
    client.reparent(sink.window, into: frame)
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
  }

  @Test func aProxyGetsTheMessages() throws {
    let plain = client.makeWindow(at: there, color: 0)
    let sink = try DragSink(
      server, at: PixelRect(minX: 900, minY: 700, maxX: 910, maxY: 710), target: "image/png")
    sink.standFor(plain)
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.outcome == .taken })
  }

  @Test func ourOwnWindowIsNoTarget() throws {
    client.setProperty("XdndAware", of: own, type: "ATOM", numbers: [5])
    drag(toX: 50, y: 50)
    party.clipboard.releaseDrag()
    #expect(waitUntil(20) { party.outcome == .nowhere })
  }

  @Test func escapeLeavesTheTarget() throws {
    let sink = try sink("image/png")
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    party.clipboard.cancelDrag()
    #expect(sink.serve { sink.names.last == "XdndLeave" })
    #expect(waitUntil(20) { party.outcome == .cancelled })
  }

  @Test func aRestingPointerIsReportedAgain() throws {
    let sink = try sink("image/png")
    drag()
    #expect(sink.serve { sink.messages.count { $0.name == "XdndPosition" } >= 3 })
  }

  // MARK: Files that the target names

  /// The addresses that were to be written.
  private final class Writer: Sendable {
    private let log = Mutex<[String]>([])

    var addresses: [String] { log.withLock { $0 } }

    func offer(_ answer: DirectSave.Answer = .saved) -> ClipboardOffer {
      var offer = ClipboardOffer()
      offer.add(
        DirectSave(name: Array("a.png".utf8)) { [self] address, end in
          log.withLock { $0.append(String(decoding: address, as: UTF8.self)) }
          end(answer)
        })
      offer.add(["image/png"], made: { $0(.bytes([1, 2, 3])) })
      return offer
    }
  }

  /// Drags a file without a place over a target; returns the window in whose name.
  private func drag(_ offer: ClipboardOffer, over sink: DragSink) throws -> UInt {
    party.clipboard.drag(offer, from: own)
    party.clipboard.moveDrag(toX: 350, y: 150)
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    return try #require(sink.messages.first?.numbers[0])
  }

  @Test(
    arguments: [(.saved, "S"), (.unreachable, "F"), (.refused, "E")]
      as [(DirectSave.Answer, String)])
  func theTargetNamesTheFile(answer: DirectSave.Answer, letter: String) throws {
    let writer = Writer()
    let sink = try sink("XdndDirectSave0")
    sink.address = Array("file:///there/a.png".utf8)
    let source = try drag(writer.offer(answer), over: sink)
    #expect(client.text("XdndDirectSave0", of: source) == "a.png", "the offered name")
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.outcome == .taken })
    #expect(sink.received == Array(letter.utf8))
    #expect(writer.addresses == ["file:///there/a.png"])
  }

  @Test func beforeTheDropNothingIsWritten() throws {
    let writer = Writer()
    let sink = try sink("image/png")
    let source = try drag(writer.offer(), over: sink)
    client.setProperty(
      "XdndDirectSave0", of: source, type: "text/plain", bytes: Array("file:///a.png".utf8))
    sink.ask("XdndDirectSave0")
    #expect(sink.serve { sink.isRefused })
    #expect(writer.addresses.isEmpty)
  }

  @Test func aDraggedFileIsWrittenOnceWhateverIsNamedLater() throws {
    let writer = Writer()
    let sink = try sink("XdndDirectSave0")
    sink.reads = false
    let source = try drag(writer.offer(), over: sink)
    party.clipboard.releaseDrag()
    #expect(sink.serve { sink.names.last == "XdndDrop" })
    for name in ["one", "two"] {
      client.setProperty(
        "XdndDirectSave0", of: source, type: "text/plain", bytes: Array(name.utf8))
      sink.ask("XdndDirectSave0")
      #expect(sink.serve { sink.received == Array("S".utf8) })
    }
    // Answers come in order.
    sink.ask("image/png")
    #expect(sink.serve { sink.received == [1, 2, 3] })
    #expect(writer.addresses == ["one"])
  }

  @Test func anAddressWithoutAnEndIsNone() throws {
    let writer = Writer()
    let sink = try sink("XdndDirectSave0")
    sink.address = [UInt8](repeating: 0x61, count: 200_000)
    _ = try drag(writer.offer(.unreachable), over: sink)
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.outcome == .taken })
    #expect(writer.addresses == [""])
  }

  // MARK: Programs that don't

  @Test(arguments: [0, 2])
  func oldVersionsAreNoTargets(version: UInt) throws {
    let sink = try sink("image/png", version: version)
    drag()
    party.clipboard.releaseDrag()
    #expect(waitUntil(20) { party.outcome == .nowhere })
    sink.serve()
    #expect(sink.messages.isEmpty)
  }

  @Test func newerVersionsGetOurs() throws {
    let sink = try sink("image/png", version: 99)
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    #expect(sink.messages.first.map { $0.numbers[1] >> 24 } == 5)
  }

  @Test func aTargetThatNeverAnswersIsLeft() throws {
    let sink = try sink("image/png")
    sink.answers = false
    drag()
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.outcome == .silent })
    #expect(sink.serve { sink.names == ["XdndEnter", "XdndPosition", "XdndLeave"] })
  }

  @Test func aDragMayBeginWhileTheLastOneAwaitsItsAnswer() throws {
    let sink = try sink("image/png")
    sink.answers = false
    drag()
    party.clipboard.releaseDrag()
    #expect(sink.serve { sink.names == ["XdndEnter", "XdndPosition"] })
    sink.answers = true
    drag()
    #expect(sink.serve { party.reports.last == .acceptance(true) })
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.reports.last == .ended(.taken) })
    #expect(sink.received == [1, 2, 3])
  }

  @Test func answersToAnEarlierDragAreNotTakenForThisOne() throws {
    let sink = try sink("image/png")
    sink.answers = false
    drag()
    #expect(sink.serve { sink.names == ["XdndEnter", "XdndPosition"] })
    let former = try #require(sink.messages.first?.numbers[0])
    drag()
    #expect(
      sink.serve { sink.messages.last?.name == "XdndPosition" && sink.names.count == 5 })
    let present = try #require(sink.messages.last?.numbers[0])
    #expect(present != former)
    sink.send(
      "XdndStatus", to: former, [sink.window, 3, 0, 0, client.atom("XdndActionCopy")])
    sink.send("XdndFinished", to: former, [sink.window, 1])
    sink.send("XdndStatus", to: present, [sink.window, 2])
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.reports.count >= 2 })
    #expect(party.reports.first == .ended(.cancelled))
    #expect(!party.reports.contains(.acceptance(true)), "\(party.reports)")
  }

  @Test func aTargetThatNeverReadsIsGivenUp() throws {
    let sink = try sink("image/png")
    sink.reads = false
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    party.clipboard.releaseDrag()
    #expect(sink.serve(40) { party.outcome == .silent })
  }

  @Test func aTargetMayDieAtAnyTime() throws {
    var sink: DragSink? = try sink("image/png")
    drag()
    #expect(sink?.serve { party.reports == [.acceptance(true)] } == true)
    sink = nil
    party.clipboard.moveDrag(toX: 351, y: 150)
    #expect(waitUntil(20) { party.reports == [.acceptance(true), .acceptance(false)] })
    party.clipboard.releaseDrag()
    #expect(waitUntil(20) { party.outcome == .nowhere })
  }

  @Test func aProxyThatIsGoneIsIgnored() throws {
    let sink = try sink("image/png")
    client.setProperty("XdndProxy", of: sink.window, type: "WINDOW", numbers: [12345])
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
  }

  @Test func ourWindowMayBeGone() throws {
    client.destroy(own)
    drag()
    party.clipboard.releaseDrag()
    #expect(waitUntil(20) { party.outcome == .nowhere })
  }

  @Test func randomMessagesChangeNothing() throws {
    let sink = try sink("image/png")
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    let source = try #require(sink.messages.first?.numbers[0])
    var numbers = SeededNumbers()
    let names = [
      "XdndEnter", "XdndPosition", "XdndLeave", "XdndDrop", "XdndStatus", "XdndFinished",
    ]
    for _ in 0..<2000 {
      sink.send(
        names.randomElement(using: &numbers) ?? "", to: source,
        (0..<5).map { _ in UInt(UInt32.random(in: 0 ... .max, using: &numbers)) })
    }
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.outcome == .taken }, "\(numbers.origin)")
    #expect(sink.received == [1, 2, 3])
  }

  @Test func theSelectionIsGivenUpAtTheEnd() throws {
    let sink = try sink("image/png")
    drag()
    #expect(sink.serve { party.reports == [.acceptance(true)] })
    #expect(client.owner(ofSelection: "XdndSelection") != 0)
    party.clipboard.releaseDrag()
    #expect(sink.serve { party.outcome == .taken })
    #expect(waitUntil(20) { client.owner(ofSelection: "XdndSelection") == 0 })
  }
}
