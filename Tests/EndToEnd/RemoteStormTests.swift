import Geometry
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// Programs that send more to a window than it can draw, or nonsense.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct RemoteStormTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let file: String
  var socket: String { folder["socket"] }

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
  }

  private func listening() throws -> RunningViewer {
    let viewer = try RunningViewer(
      ["--geometry", "600x400", "--listen", socket, file], environment: RunningViewer.nobody)
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    return viewer
  }

  /// A program that sends commands, and reads their answers.
  private final class Sender {
    let peer: RemotePeer
    private(set) var sent = 0
    private(set) var answers = 0
    /// True if every answer was the next one, and a success.
    private(set) var isInOrder = true
    /// The last rotation that the window has reported.
    private(set) var rotation: JSON?

    init(_ path: String) throws { peer = try RemotePeer(path) }

    func send(_ command: String) {
      peer.send(line: "{\"command\":\"\(command)\",\"request_id\":\(sent)}")
      sent += 1
    }

    func read() {
      peer.send()
      for message in peer.receive() {
        if message["event"] == .string("property-change") { rotation = message["data"] }
        guard let id = message["request_id"] else { continue }
        if id != .integer(answers) || message["error"] != .string("success") { isInOrder = false }
        answers += 1
      }
    }
  }

  @Test func aThousandCommandsASecondFromThreeProgramsLeaveTheWindowToTheUser() throws {
    let viewer = try listening()
    let senders = [try Sender(socket), try Sender(socket)]
    let silent = try RemotePeer(socket)
    senders[0].send("observe 1 rotation")
    let padding = String(repeating: " ", count: 1000)
    let start = MonotonicClock.now()
    var (duration, sent, hasTyped) = (0.0, 0, false)
    // The user's key must have its effect while the commands go on.
    while duration < 3 || senders[0].rotation != .integer(90) && duration < RunningViewer.timeout {
      duration = MonotonicClock.now() - start
      for number in sent..<max(sent, Int(duration * 1000)) {
        let command = number % 2 == 0 ? "zoom-to \(1 + number % 7)" : "pan 0.01 0"
        for sender in senders { sender.send(command) }
        // More answers than the socket and the viewer keep for a program that does not read.
        for _ in 0..<8 { silent.send(line: "get zoom" + padding) }
        sent = number + 1
      }
      for sender in senders { sender.read() }
      if !hasTyped, duration > 1 {
        hasTyped = true
        viewer.type("r")
      }
      usleep(2000)
    }
    #expect(senders[0].rotation == .integer(90), "the window takes no keys")
    #expect(sent >= 2900 && duration < RunningViewer.timeout, "\(sent) in \(duration) s")
    let isAnswered = waitUntil(RunningViewer.timeout) {
      for sender in senders { sender.read() }
      return senders.allSatisfy { $0.answers == $0.sent }
    }
    #expect(isAnswered, "\(senders.map { ($0.sent, $0.answers) })")
    let isInOrder = senders.allSatisfy { $0.isInOrder }
    #expect(isInOrder)
    #expect(!silent.hasSentAll, "requests whose answers are not read stay in their socket")
    #expect(viewer.quit() == .status(0))
    #expect(viewer.process.standardError == "")
  }

  @Test func randomLinesHaveOneAnswerEach() throws {
    let viewer = try listening()
    let peer = try RemotePeer(socket)
    var random = SeededNumbers(seed: SoakRow.seed)
    let count = 10_000
    let row = SoakRow("random lines to a window", target: 1_000_000, sample: 100_000)
    while row.goesOn, row.problems.isEmpty {
      for problem in sendRandomLines(count, from: peer, to: viewer, &random) { row.fail(problem) }
      row.done(count)
    }
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
    #expect(viewer.process.isRunning, "\(random.origin)")
    // A panel may be open that takes the keys.
    peer.send(line: "quit")
    #expect(
      viewer.process.wait(limit: RunningViewer.timeout) == .status(0), "\(random.origin)")
  }

  /// Returns what is wrong with the answers.
  private func sendRandomLines(
    _ count: Int, from peer: RemotePeer, to viewer: RunningViewer, _ random: inout SeededNumbers
  ) -> [String] {
    // All commands but those that end the window.
    let names = CommandName.allCases.filter { ![.quit, .back].contains($0) }.map(\.rawValue)
    let parts =
      names + RemoteProperty.allCases.map(\.rawValue) + [
        "{\"command\":", "{\"command\":[\"", "\"]", "}", "{", "[", "\"request_id\":", "1", "\"",
        "'", ",", "get ", "observe ", "unobserve ", "set ", " ", " ", " ", "\0", "\u{202e}",
        "\\u0000", "\\ud800", "null", "-1e999", "\"name\"", ":", "\r", "\t", "0.5", "90", "+3",
        "{\"a\":{\"a\":{\"a\":",
      ]
    var bytes: [UInt8] = []
    for number in 0..<count {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        if Int.random(in: 0..<10, using: &random) == 0 {
          let byte = UInt8.random(in: .min ... .max, using: &random)
          bytes.append(byte == 10 ? 0 : byte)
        } else {
          bytes += (parts.randomElement(using: &random) ?? "").utf8
        }
      }
      if number == 7 { bytes += [UInt8](repeating: 0x5b, count: 70_000) }
      bytes.append(10)
    }
    peer.send(bytes)
    var (answers, others) = (0, 0)
    let isAnswered = waitUntil(300) {
      peer.send()
      for message in peer.receive() {
        if case .string(let sentence)? = message["error"] {
          answers += 1
          if sentence.isEmpty || sentence.utf8.contains(10) { others += 1 }
        } else if message["event"] == nil {
          others += 1
        }
      }
      return answers >= count || !viewer.process.isRunning
    }
    var problems: [String] = []
    if !isAnswered || answers != count { problems.append("\(answers) answers to \(count) lines") }
    if others != 0 { problems.append("\(others) answers without a sentence") }
    return problems
  }
}
