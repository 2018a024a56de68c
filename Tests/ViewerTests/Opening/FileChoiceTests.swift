import GIOFiles
import TestSupport
import Testing

@testable import Viewer

/// What becomes of the portal's answers about files to open.
@Suite struct FileChoiceTests {
  private func choice(_ answer: GIOPortal.Answer, after seconds: Double = 5) -> FileChoice {
    FileChoice(answer, after: seconds)
  }

  @Test func localFilesAreOpenedByTheirPaths() {
    let addresses = ["file:///a%20%FF.png", "file://localhost/b.png", "sftp://host/c.png"]
    let paths = [Array("/a ".utf8) + [0xFF] + Array(".png".utf8), Array("/b.png".utf8)]
    let some = choice(.granted(token: nil, addresses: addresses))
    #expect(some == .files(paths, leavesOut: true))
    let all = choice(.granted(token: nil, addresses: Array(addresses.prefix(2))))
    #expect(all == .files(paths))
  }

  @Test(arguments: [
    "sftp://host/c.png", "https://example.org/a.png", "file://elsewhere.invalid/a.png", "/a.png",
    "file:///a%00.png", "file:///a%", "file://", "",
  ])
  func otherAddressesAreNotOpened(address: String) {
    #expect(choice(.granted(token: nil, addresses: [address])) == .elsewhere)
  }

  @Test func aClosedDialogChoosesNothing() {
    #expect(choice(.cancelled) == .nothing)
    #expect(choice(.granted(token: 7)) == .nothing)
    #expect(choice(.failed(GIOPortal.refusal)) == .refused, "by its window's button")
    let silence = GIOPortal.Answer.failed("the desktop's portal did not answer")
    #expect(choice(silence, after: 3600) == .nothing, "it was forgotten")
    #expect(choice(silence, after: 0) != .nothing)
  }

  @Test func withoutADialogTheReasonIsKept() {
    #expect(choice(.missing) == .noDialog(reason: nil))
    #expect(choice(.failed("it has ended")) == .noDialog(reason: "it has ended"))
    // Nobody has closed a dialog so fast.
    let refused = choice(.failed(GIOPortal.refusal), after: 0.1)
    #expect(refused == .noDialog(reason: GIOPortal.refusal))
  }

  @Test(arguments: [
    (":0", true), (":1.0", true), ("unix:0", true), ("localhost:10.0", false),
    ("example.org:0", false), ("", false),
  ])
  func theDialogIsForDisplaysOfThisComputer(display: String, isLocal: Bool) {
    #expect(FileChooser.isLocal(Array(display.utf8)) == isLocal)
  }

  /// A portal parses the arguments, whatever bytes the folder's name has.
  @Test(.enabled(if: ScriptedPortal.isAvailable, "\(ScriptedPortal.missing)"))
  func theArgumentsHaveTheWindowAndTheFolder() throws {
    let portal = try ScriptedPortal(.cancels)
    let dialog = OpenDialog(window: 0x2a, folder: Array("/a 'b'\"\\\n".utf8) + [0xFF, 0x2F])
    let answer = try GIOPortal(address: portal.address).request(("FileChooser", "OpenFile")) {
      dialog.arguments(token: $0)
    }
    #expect(answer == .cancelled)
    let call = try #require(portal.calls.first)
    #expect(call.method == "FileChooser.OpenFile")
    #expect(call.arguments.hasPrefix("('x11:2a', 'Open pictures', {'handle_token': <'fresnel"))
    #expect(
      call.arguments.hasSuffix(
        #"'multiple': <true>, 'modal': <false>, "#
          + #"'current_folder': <b"/a 'b'\"\\\n\377/">})"#), "\(call.arguments)")
  }
}
