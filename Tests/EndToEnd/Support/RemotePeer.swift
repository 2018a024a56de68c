import Platform
import Testing

@testable import Viewer

/// A program that is connected to a viewer's socket; it never waits for the viewer.
final class RemotePeer {
  private let socket: FileDescriptor
  private var lines = LineReader(longest: 1 << 20)
  private var unsent: [UInt8] = []
  private var sent = 0

  init(_ path: String) throws { socket = try .connect(toLocal: Array(path.utf8)) }

  /// Sends as much as the socket accepts, and keeps the rest for later calls.
  func send(_ bytes: some Sequence<UInt8> = []) {
    unsent += bytes
    while sent < unsent.count {
      let part = unsent[sent...].prefix(1 << 16)
      let transfer = part.withUnsafeBytes { part in
        Result { () throws(Errno) in try socket.send(part) }
      }
      guard case .success(.bytes(let count)) = transfer else { return }
      sent += count
    }
    unsent.removeAll()
    sent = 0
  }

  /// Sends a line.
  func send(line: String) { send(Array((line + "\n").utf8)) }

  /// True if the socket has accepted everything.
  var hasSentAll: Bool { unsent.isEmpty }

  /// The messages that have arrived.
  func receive() -> [JSON] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let transfer = bytes.withUnsafeMutableBytes { bytes in
        Result { () throws(Errno) in try socket.receive(into: bytes) }
      }
      guard case .success(.bytes(let count)) = transfer else { break }
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
