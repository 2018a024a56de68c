import Platform

/// The queue of bytes to send to a program, in bounded memory.
///
/// Every request is answered: while the outbox is full, no further request is handled. Events are
/// dropped meanwhile, and one event gives their number once there is room again.
struct RemoteOutbox {
  /// The size from which the outbox counts as full, in bytes.
  static let limit = 64 << 10

  private var bytes: [UInt8] = []
  private var sent = 0
  private var dropped = 0

  /// The number of bytes to send.
  var count: Int { bytes.count - sent }
  /// True if no further request may be handled.
  var isFull: Bool { count >= Self.limit }

  mutating func add(answer: JSON) { append(answer) }

  /// Adds an event, or drops it.
  mutating func add(event: JSON) {
    reportDropped()
    guard !isFull else {
      dropped += 1
      return
    }
    append(event)
  }

  /// Adds the number of dropped events once there is room.
  private mutating func reportDropped() {
    guard dropped > 0, !isFull else { return }
    append(
      .object([.init("event", .string("dropped")), .init("count", .integer(dropped))]))
    dropped = 0
  }

  private mutating func append(_ message: JSON) {
    message.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Sends what the socket accepts now; returns false if the other side is gone.
  mutating func send(to socket: borrowing FileDescriptor) -> Bool {
    while count > 0 {
      let transfer = bytes[sent...].withUnsafeBytes { bytes in
        Result { () throws(Errno) in try socket.send(bytes) }
      }
      switch transfer {
      case .success(.bytes(let count)): sent += count
      case .success(.wouldWait): return true
      case .success(.ended), .success(.carriedDescriptors), .failure: return false
      }
      if sent == bytes.count {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.limit)
        sent = 0
      } else if sent > Self.limit {
        bytes.removeSubrange(..<sent)
        sent = 0
      }
      reportDropped()
    }
    return true
  }
}
