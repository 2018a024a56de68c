import CLinux
import Glibc
import Platform
import TestSupport
import Testing

@testable import Viewer

/// A window that only records its commands.
final class RemoteWindow: RemoteHost {
  var performed: [Command] = []
  var refusals: [CommandName: String] = [:]
  var values: [RemoteProperty: JSON] = [:]
  var problem: String?

  func refusal(of name: CommandName) -> String? { refusals[name] }

  func performRemote(_ command: Command, at now: Double) -> String? {
    performed.append(command)
    return problem
  }

  private(set) var handedOver: [HandedOver] = []
  /// How long the window is busy with pictures that it takes over, in seconds.
  var openingTime = 0.0

  func openHandedOver(_ pictures: HandedOver, at now: Double) {
    usleep(UInt32(openingTime * 1_000_000))
    handedOver.append(pictures)
  }

  func value(of property: RemoteProperty, at now: Double) -> JSON { values[property] ?? .null }
}

/// A program that is connected to a server.
final class RemoteProgram {
  let socket: FileDescriptor
  private var lines = LineReader(longest: 1 << 20)
  private var unsent: [UInt8] = []
  /// True once the server has closed the connection.
  private(set) var isClosed = false

  init(_ path: String) throws { socket = try .connect(toLocal: Array(path.utf8)) }

  /// Sends as much as the socket accepts, and keeps the rest for later calls.
  func send(_ text: String = "") { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    unsent += bytes
    while !unsent.isEmpty {
      let part = unsent.prefix(1 << 16)
      let transfer = part.withUnsafeBytes { part in
        Result { () throws(Errno) in try socket.send(part) }
      }
      guard case .success(.bytes(let count)) = transfer else { return }
      unsent.removeFirst(count)
    }
  }

  var hasSentAll: Bool { unsent.isEmpty }

  /// The messages that have arrived.
  func receive() -> [JSON] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while !isClosed {
      let transfer = bytes.withUnsafeMutableBytes { bytes in
        Result { () throws(Errno) in try socket.receive(into: bytes) }
      }
      guard case .success(.bytes(let count)) = transfer else {
        if case .success(.wouldWait) = transfer { break }
        isClosed = true
        break
      }
      bytes.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    var messages: [JSON] = []
    while case .line(let line)? = lines.next() {
      guard let message = try? JSON(parsing: line) else {
        Issue.record("\(String(decoding: line, as: UTF8.self)) is no JSON")
        continue
      }
      messages.append(message)
    }
    return messages
  }
}

/// A server with its loop.
final class RemoteHarness {
  let folder: TemporaryFolder
  let window = RemoteWindow()
  let server: RemoteServer
  private var pollSet = PollSet()

  var path: String { folder["socket"] }

  init(
    _ access: RemoteServer.Access = .unconfirmed, mostNameBytes: Int = RemoteServer.mostNameBytes
  ) throws {
    folder = try TemporaryFolder()
    server = RemoteServer(
      try LocalListener(at: Array(folder["socket"].utf8)), access: access,
      mostNameBytes: mostNameBytes, host: window)
  }

  func connect() throws -> RemoteProgram {
    let program = try RemoteProgram(path)
    turn()
    return program
  }

  /// One round of the window's loop, which never blocks on a program.
  func turn() {
    pollSet.removeAll()
    server.addDescriptors(to: &pollSet)
    pollSet.wait(timeout: 0)
    let now = MonotonicClock.now()
    server.take(pollSet, at: now)
    server.report(at: now)
  }

  /// Sends lines, and returns the messages up to the answer of each.
  func ask(_ program: RemoteProgram, _ text: String) -> [JSON] {
    program.send(text + "\n")
    var messages: [JSON] = []
    let count = text.utf8.count { $0 == 10 } + 1
    #expect(
      waitUntil(20) {
        turn()
        messages += program.receive()
        return messages.count { $0["error"] != nil } >= count
      })
    return messages
  }

  /// Sends a line, and returns its answer's text.
  func answer(_ program: RemoteProgram, _ text: String) -> String {
    ask(program, text).last { $0["error"] != nil }?.text ?? ""
  }

  /// Runs the loop until a condition holds.
  func run(limit: Double = 60, until isDone: () -> Bool) {
    #expect(
      waitUntil(limit) {
        for _ in 0..<64 { turn() }
        return isDone()
      })
  }
}
