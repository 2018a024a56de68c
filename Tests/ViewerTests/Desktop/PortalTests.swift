import GIOFiles
import Glibc
import Platform
import TestSupport
import Testing

/// Requests to the desktop's portal, whatever it answers.
@Suite(.serialized, .enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
struct PortalTests {
  private func request(
    _ portal: ScriptedPortal, limit: Double = 20, isCancelled: @escaping () -> Bool = { false }
  ) throws -> GIOPortal.Answer {
    try GIOPortal(address: portal.address, isCancelled: isCancelled).request(
      ("Print", "PreparePrint"), limit: limit
    ) { token in
      "('x11:1', 'a.png', @a{sv} {}, @a{sv} {}, {'handle_token': <'\(token)'>})"
    }
  }

  private static let ends: [(ScriptedPortal.Behaviour?, GIOPortal.Answer)] = [
    (.grants, .granted(token: 7)), (.grantsEarly, .granted(token: 7)), (.cancels, .cancelled),
    (.refuses, .failed("the desktop's portal has refused it")),
    (.isNonsense, .failed("the desktop's portal gave no valid answer")), (.isMissing, .missing),
    (nil, .missing),
  ]

  @Test(arguments: 0..<7) func eachAnswerIsUnderstood(index: Int) throws {
    let (behaviour, expected) = Self.ends[index]
    let portal = try ScriptedPortal(behaviour)
    #expect(try request(portal) == expected)
    #expect(portal.calls.map(\.method) == (behaviour == nil ? [] : ["Print.PreparePrint"]))
  }

  @Test func aSecondRequestHasAHandleOfItsOwn() throws {
    let portal = try ScriptedPortal(.grants)
    let ours = try GIOPortal(address: portal.address)
    for _ in 0..<2 {
      let answer = ours.request(("Wallpaper", "SetWallpaperFile")) { token in
        "('', {'handle_token': <'\(token)'>})"
      }
      #expect(answer == .granted(token: 7))
    }
    #expect(Set(portal.calls.map(\.arguments)).count == 2)
  }

  @Test(
    arguments: [[], ["file:///a%20b.png"], ["file:///a.png", "sftp://host/b.png"]] as [[String]])
  func theAddressesOfChosenFilesArrive(addresses: [String]) throws {
    let portal = try ScriptedPortal(.chooses(addresses))
    #expect(try request(portal) == .granted(token: nil, addresses: addresses))
  }

  @Test func aFileArrives() throws {
    let portal = try ScriptedPortal(.grants)
    let folder = try TemporaryFolder()
    let file = try FileDescriptor.openForReading(
      Array(try folder.file("a", Array("content".utf8)).utf8))
    let answer = try GIOPortal(address: portal.address).request(
      ("Print", "Print"), file: file.number
    ) { "('', 'a', handle 0, {'handle_token': <'\($0)'>})" }
    #expect(answer == .granted(token: 7))
    #expect(portal.calls.map(\.file) == [Array("content".utf8)])
  }

  @Test func aSilentPortalIsGivenUpAndTold() throws {
    let portal = try ScriptedPortal(.isSilent)
    let start = MonotonicClock.now()
    #expect(
      try request(portal, limit: 0.5) == .failed("the desktop's portal did not answer"))
    #expect(MonotonicClock.now() - start < 10)
    #expect(waitUntil(10) { portal.calls.last?.method == "Request.Close" }, "\(portal.calls)")
  }

  /// A portal that is started for the call takes a while for that.
  @Test(arguments: [.isMissing, .isSilent] as [ScriptedPortal.Behaviour])
  func theWaitBeginsOnceTheRequestIsAccepted(behaviour: ScriptedPortal.Behaviour) throws {
    let portal = try ScriptedPortal(behaviour)
    let ours = try GIOPortal(address: portal.address)
    #expect(ours.waited == 0)
    _ = ours.request(("FileChooser", "OpenFile"), limit: 0.5) { token in
      "('', 'a', {'handle_token': <'\(token)'>})"
    }
    #expect((ours.waited > 0) == (behaviour == .isSilent))
  }

  @Test func aRequestIsCancelledFromElsewhere() throws {
    let portal = try ScriptedPortal(.isSilent)
    #expect(try request(portal, isCancelled: { !portal.calls.isEmpty }) == .cancelled)
  }

  /// The portal or the bus ends while the user looks at its dialog.
  @Test(arguments: [false, true]) func aPortalThatEndsIsNoticed(endsBus: Bool) throws {
    let portal = try ScriptedPortal(.isSilent)
    let killer = try Thread(name: "killer") {
      _ = waitUntil(20) { !portal.calls.isEmpty }
      usleep(200_000)
      if endsBus { portal.endBus() } else { portal.die() }
    }
    let start = MonotonicClock.now()
    #expect(try request(portal, limit: 60) == .failed("the desktop's portal has ended"))
    #expect(MonotonicClock.now() - start < 30)
    killer.join()
  }

  @Test func aBusThatNeverAnswersIsGivenUp() throws {
    let folder = try TemporaryFolder()
    let listener = try LocalListener(at: Array(folder["bus"].utf8))
    let start = MonotonicClock.now()
    #expect(throws: GIOError.self) {
      _ = try GIOPortal(address: "unix:path=\(folder["bus"])", callLimit: 0.5)
    }
    #expect(MonotonicClock.now() - start < 10)
    #expect(throws: GIOError.self) { _ = try GIOPortal(address: "unix:path=/nowhere/bus") }
    #expect(throws: GIOError.self) { _ = try GIOPortal(address: "nonsense") }
    _ = listener.number
  }

  @Test func argumentsThatAreNoneAreAnError() throws {
    let portal = try ScriptedPortal(.grants)
    let answer = try GIOPortal(address: portal.address).request(("Print", "Print")) { _ in "(" }
    guard case .failed(let reason) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(!reason.isEmpty && portal.calls.isEmpty)
  }
}
