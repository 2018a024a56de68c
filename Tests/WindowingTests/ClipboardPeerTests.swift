import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Windowing

/// A hundred megabytes to and from other clipboard programs.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ClipboardPeerTests {
  private let server: XServer
  private let client: TestClient
  private let answers = Shared(Answers())

  private struct Answers: ~Copyable, Sendable {
    let all = Mutex<[Clipboard.Pasted]>([])
  }

  init() throws {
    server = try XServer()
    client = try TestClient(server)
  }

  /// Text, since a program may take nothing else; no two blocks are the same.
  private static let large: [UInt8] = {
    var block = (0..<1_000_000).map { UInt8(97 + ($0 ^ $0 >> 8) % 26) }
    var all: [UInt8] = []
    all.reserveCapacity(100 * block.count)
    for number in 0..<100 {
      (block[0], block[1]) = (UInt8(97 + number / 10), UInt8(97 + number % 10))
      all += block
    }
    return all
  }()

  /// Why programs are left out; `nil` if both are there.
  private static let missing = ["xclip", "xsel"].first { !TestProcess.canFind($0) }
    .map { "\($0) is not installed" }

  private var ours: Clipboard {
    Clipboard(display: server.display) { [answers] answer in
      answers.value.all.withLock { $0.append(answer) }
    }
  }

  private func waitForOwner(otherThan former: UInt = 0) {
    #expect(waitUntil(60) { ![0, former].contains(client.owner(ofSelection: "CLIPBOARD")) })
  }

  @Test(
    .enabled(if: missing == nil, "\(missing ?? "")"),
    arguments: [["xclip", "-selection", "clipboard", "-o"], ["xsel", "-b", "-o"]])
  func theyTakeAllOfIt(_ command: [String]) throws {
    let clipboard = ours
    var offer = ClipboardOffer()
    offer.add(text: Self.large)
    clipboard.offer(offer)
    waitForOwner()
    // The second gets all, although the first was killed after some of the pieces.
    let killed = try server.run(command[0], Array(command.dropFirst()))
    #expect(waitUntil(60) { ProcessFamily.peakBytes(of: killed.pid) > 20 << 20 })
    killed.signal(SIGKILL)
    #expect(killed.wait(limit: 60) == .signal(SIGKILL))
    let program = try server.run(command[0], Array(command.dropFirst()))
    #expect(program.wait(limit: 120) == .status(0))
    #expect(program.standardOutput == Self.large)
    clipboard.finish()
  }

  @Test(
    .enabled(if: missing == nil, "\(missing ?? "")"),
    arguments: [["xclip", "-selection", "clipboard", "-i"], ["xsel", "-b", "-i"]])
  func allOfTheirsIsTaken(_ command: [String]) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("large", Self.large)
    let input = FileDescriptor(adopting: open(file, O_RDONLY | O_CLOEXEC))
    let program = try server.run(
      command[0], Array(command.dropFirst()), passing: [input.number: 0])
    waitForOwner()
    let clipboard = ours
    clipboard.read(["UTF8_STRING", "STRING"])
    #expect(waitUntil(120) { answers.value.all.withLock { !$0.isEmpty } })
    switch answers.value.all.withLock({ $0.first }) {
    case .received(_, let data): #expect(data.bytes(from: 0, limit: data.count) == Self.large)
    case let other: Issue.record("\(String(describing: other))")
    }
    clipboard.finish()
    program.terminate()
  }
}
