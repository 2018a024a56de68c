/// The messages that a child's socket has not accepted yet.
struct PeerOutbox {
  private struct Packet {
    var bytes: [UInt8]
    let file: Shared<FileDescriptor>?
  }

  private let keepsPackets: Bool
  private var packets: [Packet] = []
  /// The number of queued bytes; a file counts as `fileBytes`.
  private(set) var byteCount = 0

  /// The cost of a queued file, in bytes: descriptors are scarcer than bytes.
  private static let fileBytes = 8192

  init(_ framing: PeerFraming) { keepsPackets = framing == .packets }

  var isEmpty: Bool { packets.isEmpty }

  mutating func append(_ bytes: [UInt8], _ file: Shared<FileDescriptor>?) {
    byteCount += bytes.count + (file == nil ? 0 : Self.fileBytes)
    if !keepsPackets, !packets.isEmpty {
      packets[packets.count - 1].bytes += bytes
    } else {
      packets.append(Packet(bytes: bytes, file: file))
    }
  }

  /// The first queued bytes, and their file.
  fileprivate var first: (bytes: [UInt8], file: Shared<FileDescriptor>?)? {
    packets.first.map { ($0.bytes, $0.file) }
  }

  /// Removes the first `count` bytes, which were sent; a packet is always sent whole.
  fileprivate mutating func sent(_ count: Int) {
    let first = packets[0]
    if keepsPackets || count >= first.bytes.count {
      byteCount -= first.bytes.count + (first.file == nil ? 0 : Self.fileBytes)
      packets.removeFirst()
    } else {
      byteCount -= count
      packets[0].bytes.removeFirst(count)
    }
  }
}

extension FileDescriptor {
  /// Sends as much as the socket accepts; a broken socket is detected when it is read.
  borrowing func send(allOf outbox: inout PeerOutbox) {
    while let (bytes, file) = outbox.first {
      let transfer = bytes.withUnsafeBytes { bytes -> Transfer? in
        guard let file else { return try? send(bytes) }
        return try? send(bytes, with: file.value.number)
      }
      guard case .bytes(let count) = transfer else { return }
      outbox.sent(count)
    }
  }
}
