import CX11
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Windowing

/// The clipboard between programs that behave, and with some that don't.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ClipboardTests {
  private let server: XServer

  init() throws { server = try XServer() }

  /// A clipboard with the answers that it delivered.
  private final class Party: Sendable {
    let clipboard: Clipboard
    private let box: Shared<Answers>

    init(_ server: XServer) {
      let box = Shared(Answers())
      clipboard = Clipboard(display: server.display) { box.value.add($0) }
      self.box = box
    }

    /// Reads the clipboard, and returns the target and the bytes, or why there are none.
    func read(_ targets: [String], within seconds: Double = 30) -> (String, [UInt8]) {
      let before = box.value.all.count
      clipboard.read(targets)
      _ = waitUntil(seconds) { box.value.all.count > before }
      switch box.value.all.dropFirst(before).first {
      case .received(let target, let data): return (target, data.bytes(from: 0, limit: data.count))
      case .nothing: return ("nothing", [])
      case .failed(let sentence): return (sentence, [])
      case nil: return ("no answer", [])
      }
    }
  }

  private struct Answers: ~Copyable, Sendable {
    private let answers = Mutex<[Clipboard.Pasted]>([])
    var all: [Clipboard.Pasted] { answers.withLock { $0 } }
    func add(_ answer: Clipboard.Pasted) { answers.withLock { $0.append(answer) } }
  }

  private func text(_ bytes: String) -> ClipboardOffer {
    var offer = ClipboardOffer()
    offer.add(text: Array(bytes.utf8))
    return offer
  }

  /// Offers something, and waits until the clipboard is taken.
  private func offer(_ offer: ClipboardOffer, by party: Party, seenBy raw: RawPeer) {
    party.clipboard.offer(offer)
    #expect(waitUntil(30) { raw.owner("CLIPBOARD") != 0 })
  }

  // MARK: Programs that behave

  @Test func whatIsCopiedIsPastedInTheBestForm() throws {
    let (giver, taker) = (Party(server), Party(server))
    #expect(taker.read(["UTF8_STRING"]).0 == "nothing", "an empty clipboard")
    var both = text("größe")
    both.add(["image/png"], [1, 2, 3])
    try offer(both, by: giver, seenBy: RawPeer(server))
    #expect(taker.read(["image/png", "UTF8_STRING"]) == ("image/png", [1, 2, 3]))
    #expect(taker.read(["image/webp", "UTF8_STRING"]) == ("UTF8_STRING", Array("größe".utf8)))
    #expect(taker.read(["image/webp"]).0 == "nothing")
    #expect(giver.read(["UTF8_STRING"]) == ("UTF8_STRING", Array("größe".utf8)), "its own")
  }

  @Test func aLargePictureIsMadeOnceAndArrivesInPieces() throws {
    let (giver, taker) = (Party(server), Party(server))
    var numbers = SeededNumbers()
    let bytes = (0..<3_000_001).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let counter = Shared(Counter())
    var offer = ClipboardOffer()
    offer.add(["image/png"]) { deliver in
      counter.value.count.add(1, ordering: .relaxed)
      let file = try? UnnamedFile.create(in: ["/tmp"])
      guard let file, (try? FileDescriptor.writeAll(bytes[...], to: file.number)) != nil else {
        return deliver(nil)
      }
      deliver(.file(Shared(file), count: bytes.count))
    }
    try self.offer(offer, by: giver, seenBy: RawPeer(server))
    for _ in 0..<2 {
      let (target, received) = taker.read(["image/png"])
      #expect(target == "image/png" && received == bytes, "\(numbers.origin)")
    }
    #expect(counter.value.count.load(ordering: .relaxed) == 1)
  }

  private struct Counter: ~Copyable, Sendable {
    let count = Atomic(0)
  }

  @Test func aSecondCopyDoesNotWaitForTheFirst() throws {
    let giver = Party(server)
    let (first, second) = (Party(server), Party(server))
    let isAsked = Shared(Counter())
    var endless = ClipboardOffer()
    endless.add(["image/png"]) { _ in isAsked.value.count.add(1, ordering: .relaxed) }
    try offer(endless, by: giver, seenBy: RawPeer(server))
    first.clipboard.read(["image/png"])
    #expect(waitUntil(30) { isAsked.value.count.load(ordering: .relaxed) == 1 })
    var quick = ClipboardOffer()
    quick.add(["image/png"]) { $0(.bytes([4, 2])) }
    giver.clipboard.offer(quick)
    #expect(waitUntil(30) { second.read(["image/png"]).1 == [4, 2] })
  }

  @Test func aFormThatCannotBeMadeIsRefused() throws {
    let (giver, taker) = (Party(server), Party(server))
    var offer = text("path")
    offer.add(["image/png"]) { $0(nil) }
    try self.offer(offer, by: giver, seenBy: RawPeer(server))
    #expect(taker.read(["image/png"]).0 == "nothing")
    #expect(taker.read(["UTF8_STRING"]).1 == Array("path".utf8), "the others stay")
  }

  @Test func severalTargetsAreAnsweredInOneRequest() throws {
    let giver = Party(server)
    let raw = try RawPeer(server)
    try offer(text("abc"), by: giver, seenBy: RawPeer(server))
    let answer = raw.multiple(["UTF8_STRING", "TIMESTAMP", "image/png"])
    #expect(answer?.bytes[0] == Array("abc".utf8))
    #expect(answer?.numbers[1].first.map { $0 > 0 } == true)
    #expect(answer?.refused == [false, false, true])
  }

  @Test func anotherProgramTakesTheClipboard() throws {
    let (first, second, taker) = (Party(server), Party(server), Party(server))
    try offer(text("first"), by: first, seenBy: RawPeer(server))
    second.clipboard.offer(text("second"))
    #expect(waitUntil(30) { taker.read(["UTF8_STRING"]).1 == Array("second".utf8) })
    first.clipboard.finish()
    #expect(taker.read(["UTF8_STRING"]).1 == Array("second".utf8))
  }

  @Test func aLossFromBeforeACopyDoesNotEndIt() throws {
    let display = try DisplayConnection(name: server.display)
    let window = XCreateSimpleWindow(display.pointer, display.root, 0, 0, 1, 1, 0, 0, 0)
    var owner = SelectionOwner(display, of: .clipboard) { _, _, _ in }
    let isOurs = owner.own(text("new"), by: window, at: UInt(CurrentTime))
    var event = XSelectionClearEvent()
    (event.window, event.time) = (window, UInt(UInt32.max))
    let isLostByAnOldEvent = owner.lose(event)
    (event.window, event.time) = (window + 1, 1)
    let isLostByAnotherWindow = owner.lose(event)
    #expect(isOurs && !isLostByAnOldEvent && !isLostByAnotherWindow && owner.isOwner)
    event.window = window
    let isLost = owner.lose(event)
    #expect(isLost && !owner.isOwner)
  }

  @Test func aClipboardManagerKeepsWhatIsThere() throws {
    let giver = Party(server)
    let manager = try RawPeer(server)
    manager.own("CLIPBOARD_MANAGER")
    var offer = text("kept")
    offer.add(["image/png"]) { _ in Issue.record("nothing is made at the end") }
    try self.offer(offer, by: giver, seenBy: RawPeer(server))
    let saving = Saving(manager)
    let thread = try Thread(name: "manager") { saving.serve() }
    giver.clipboard.finish(within: 20)
    thread.join()
    #expect(saving.saved == Array("kept".utf8))
    #expect(!saving.targets.contains("image/png") && saving.targets.contains("UTF8_STRING"))
  }

  // MARK: Programs that don't

  @Test func aProgramThatNeverTakesItsPiecesIsGivenUp() throws {
    let (giver, taker) = (Party(server), Party(server))
    let large = [UInt8](repeating: 7, count: 2_000_000)
    var offer = text("small")
    offer.add(["image/png"], large)
    try self.offer(offer, by: giver, seenBy: RawPeer(server))
    let deaf = try (0..<40).map { _ in try RawPeer(server) }
    for peer in deaf { peer.convert("image/png") }
    // Further requests are refused until the silent ones time out.
    #expect(waitUntil(30) { taker.read(["UTF8_STRING"]).1 == Array("small".utf8) })
    #expect(waitUntil(30) { taker.read(["image/png"]).1 == large })
  }

  @Test func aProgramMayDieAtAnyTime() throws {
    let (giver, taker) = (Party(server), Party(server))
    var offer = text("small")
    offer.add(["image/png"], [UInt8](repeating: 7, count: 2_000_000))
    try self.offer(offer, by: giver, seenBy: RawPeer(server))
    for _ in 0..<20 {
      let peer = try RawPeer(server)
      peer.convert("image/png")
      peer.convert("UTF8_STRING")
    }
    #expect(waitUntil(30) { taker.read(["UTF8_STRING"]).1 == Array("small".utf8) })
  }

  @Test func randomRequestsChangeNothing() throws {
    let (giver, taker) = (Party(server), Party(server))
    try offer(text("still here"), by: giver, seenBy: RawPeer(server))
    var numbers = SeededNumbers()
    let raw = try RawPeer(server)
    for _ in 0..<2000 { raw.sendNonsense(to: raw.owner("CLIPBOARD"), &numbers) }
    raw.synchronize()
    #expect(taker.read(["UTF8_STRING"]).1 == Array("still here".utf8), "\(numbers.origin)")
  }

  @Test func aSilentOwnerIsGivenUp() throws {
    let taker = Party(server)
    let silent = try RawPeer(server)
    silent.own("CLIPBOARD")
    #expect(taker.read(["UTF8_STRING"]).0 == "the other program does not answer")
    #expect(taker.read(["UTF8_STRING"]).0 == "the other program does not answer", "again")
  }

  @Test func tooManyBytesAreRefused() {
    var received = ReceivedBytes(limit: 2 << 20)
    let piece = [UInt8](repeating: 1, count: 700_000)
    let taken = (0..<4).map { _ in piece.withUnsafeBytes { received.append($0) } }
    #expect(taken == [true, true, false, false])
    #expect(received.data?.bytes(from: 1_399_999, limit: 10) == [1])
  }

  @Test func aMissingDisplayGivesASentence() {
    let box = Shared(Answers())
    let clipboard = Clipboard(display: ":987") { box.value.add($0) }
    for count in 1...2 {
      clipboard.read(["UTF8_STRING"])
      #expect(waitUntil(30) { box.value.all.count == count })
    }
    clipboard.finish()
  }

  @Test(.enabled(if: access("/usr/bin/xclip", X_OK) == 0, "xclip is not installed"))
  func xclipTakesEachForm() throws {
    let giver = Party(server)
    var offer = text("a path")
    let large = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0) }
    offer.add(["image/png"], large)
    try self.offer(offer, by: giver, seenBy: RawPeer(server))
    for (target, bytes) in [("UTF8_STRING", Array("a path".utf8)), ("image/png", large)] {
      let program = try server.run("xclip", ["-selection", "clipboard", "-o", "-t", target])
      #expect(program.wait(limit: 60) == .status(0))
      #expect(program.standardOutput == bytes, "\(target)")
    }
  }
}

/// A program that speaks the protocol badly, or only in part.
private final class RawPeer {
  private let display: DisplayConnection
  let window: CX11.Window

  init(_ server: XServer) throws {
    display = try DisplayConnection(name: server.display)
    window = XCreateSimpleWindow(display.pointer, display.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(display.pointer, window, PropertyChangeMask)
    display.flush()
  }

  func synchronize() { display.synchronize() }

  func owner(_ selection: String) -> CX11.Window {
    XGetSelectionOwner(display.pointer, display.atom(selection))
  }

  func own(_ selection: String) {
    XSetSelectionOwner(display.pointer, display.atom(selection), window, UInt(CurrentTime))
    display.synchronize()
  }

  func convert(_ target: String, _ property: String = "ANSWER") {
    XConvertSelection(
      display.pointer, display.atom("CLIPBOARD"), display.atom(target), display.atom(property),
      window, UInt(CurrentTime))
    display.synchronize()
  }

  private func next(_ type: Int32) -> XEvent? {
    var event = XEvent()
    let isThere = waitUntil(20) {
      XPending(display.pointer) > 0
        && XCheckTypedWindowEvent(display.pointer, window, type, &event) != 0
    }
    return isThere ? event : nil
  }

  struct Multiple {
    var bytes: [[UInt8]] = []
    var numbers: [[UInt]] = []
    var refused: [Bool] = []
  }

  /// Requests several targets at once.
  func multiple(_ targets: [String]) -> Multiple? {
    let properties = targets.indices.map { display.atom("PART_\($0)") }
    let pairs = zip(targets, properties).flatMap { [display.atom($0), $1] }
    display.setProperty(
      display.atom("ANSWER"), of: window, type: display.atom("ATOM_PAIR"), numbers: pairs)
    convert("MULTIPLE")
    guard next(SelectionNotify) != nil,
      let answered = display.property(display.atom("ANSWER"), of: window, limit: 1024)?.numbers
    else { return nil }
    var answer = Multiple()
    for (index, property) in properties.enumerated() {
      let value = display.property(property, of: window, limit: 1 << 20)
      answer.bytes.append(value?.bytes ?? [])
      answer.numbers.append(value?.numbers ?? [])
      answer.refused.append(answered[2 * index + 1] == 0)
    }
    return answer
  }

  /// Sends an event of the protocol with random content.
  func sendNonsense(to owner: CX11.Window, _ numbers: inout SeededNumbers) {
    var event = XEvent()
    let atoms = ["CLIPBOARD", "MULTIPLE", "TARGETS", "UTF8_STRING", "nonsense"].map(display.atom)
    func some(_ choices: [UInt]) -> UInt {
      choices.randomElement(using: &numbers) ?? 0
    }
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0:
      event.xselectionrequest.type = SelectionRequest
      event.xselectionrequest.owner = owner
      event.xselectionrequest.requestor = some([window, owner, 0, 12345, UInt(UInt32.max >> 3)])
      event.xselectionrequest.selection = some(atoms)
      event.xselectionrequest.target = some(atoms + [0, 99999])
      event.xselectionrequest.property = some(atoms + [0, 99999])
      event.xselectionrequest.time = some([0, 1, UInt(UInt32.max)])
    case 1:
      event.xselection.type = SelectionNotify
      event.xselection.requestor = owner
      event.xselection.selection = some(atoms)
      event.xselection.target = some(atoms)
      event.xselection.property = some(atoms + [0])
    default:
      event.xproperty.type = PropertyNotify
      event.xproperty.window = some([window, owner])
      event.xproperty.atom = some(atoms)
      event.xproperty.state = Int32.random(in: 0...1, using: &numbers)
    }
    XSendEvent(display.pointer, owner, 0, NoEventMask, &event)
  }

  // MARK: A clipboard manager

  /// Waits for the request to save, reads the list and the text, and reports completion.
  func save() -> (targets: [String], text: [UInt8]) {
    guard var event = next(SelectionRequest) else { return ([], []) }
    let request = event.xselectionrequest
    let list = display.property(request.property, of: request.requestor, limit: 4096)?.numbers
    let targets = (list ?? []).compactMap(display.name(ofAtom:))
    convert("UTF8_STRING")
    var text: [UInt8] = []
    if next(SelectionNotify) != nil {
      text = display.property(display.atom("ANSWER"), of: window, limit: 4096)?.bytes ?? []
    }
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = request.property
    event.xselection.time = request.time
    XSendEvent(display.pointer, request.requestor, 0, NoEventMask, &event)
    display.synchronize()
    return (targets, text)
  }
}

/// A clipboard manager on a thread.
///
/// Unchecked: the test reads the results after it has joined the thread, and uses the peer before
/// it is started.
private final class Saving: @unchecked Sendable {
  private let peer: RawPeer
  private(set) var targets: [String] = []
  private(set) var saved: [UInt8] = []

  init(_ peer: RawPeer) { self.peer = peer }

  func serve() { (targets, saved) = peer.save() }
}
