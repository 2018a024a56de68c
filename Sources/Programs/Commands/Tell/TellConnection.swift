import Glibc
import Platform
import Viewer

/// The connection of `fresnel tell` to a window.
struct TellConnection: ~Copyable {
  private let socket: FileDescriptor
  private var lines = LineReader(longest: 4 << 20)
  private var pollSet = PollSet()

  /// How long to wait for the answer to a command, in seconds.
  private static let patience = 30.0

  init(_ path: [UInt8]) throws(LocalSocketProblem) { socket = try .connect(toLocal: path) }

  // MARK: One command

  /// Sends a command and returns its answer.
  mutating func ask(_ command: JSON) throws(UserError) -> JSON {
    let request = JSON.object([.init("command", command), .init("request_id", .integer(1))])
    try send(Array((request.text + "\n").utf8))
    let end = MonotonicClock.now() + Self.patience
    while true {
      while let line = lines.next() {
        // Lines without the number are events.
        guard case .line(let bytes) = line, let answer = try? JSON(parsing: bytes),
          answer["event"] == nil
        else { continue }
        // A window that is full answers without the number, and closes.
        return answer
      }
      guard MonotonicClock.now() < end else {
        throw UserError(sentence: "the window has not answered for \(Int(Self.patience)) s")
      }
      wait(until: end)
      guard try receive() else { throw UserError(sentence: "the window has closed") }
    }
  }

  // MARK: Standard input and output

  /// Sends the lines of standard input, and prints the window's messages, until both have ended.
  mutating func pass() throws(UserError) {
    var input: [UInt8] = []
    var hasEnded = false
    while true {
      pollSet.removeAll()
      if input.isEmpty, !hasEnded { pollSet.add(STDIN_FILENO) }
      pollSet.add(socket.number, alsoWritable: !input.isEmpty)
      pollSet.wait(timeout: nil)
      if pollSet.isReadable(STDIN_FILENO) {
        input = try Self.readInput()
        if input.isEmpty {
          hasEnded = true
          shutdown(socket.number, Int32(SHUT_WR))
        }
      }
      if !input.isEmpty { try sendSome(&input) }
      var printed: [UInt8] = []
      let isOpen = try receive { printed += $0 }
      try StandardOutput.write(printed)
      if !isOpen { return }
    }
  }

  private static func readInput() throws(UserError) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      count = max(0, read(STDIN_FILENO, buffer.baseAddress, buffer.count))
    }
    return bytes
  }

  // MARK: The socket

  private mutating func wait(until end: Double?, toWrite: Bool = false) {
    pollSet.removeAll()
    if toWrite { pollSet.addWritable(socket.number) } else { pollSet.add(socket.number) }
    pollSet.wait(timeout: end.map { $0 - MonotonicClock.now() })
  }

  private mutating func send(_ bytes: [UInt8]) throws(UserError) {
    var bytes = bytes
    while true {
      try sendSome(&bytes)
      if bytes.isEmpty { return }
      wait(until: nil, toWrite: true)
    }
  }

  private func sendSome(_ bytes: inout [UInt8]) throws(UserError) {
    let transfer = bytes.withUnsafeBytes { bytes in
      Result { () throws(Errno) in try socket.send(bytes) }
    }
    switch transfer {
    case .success(.bytes(let count)): bytes.removeFirst(count)
    case .success(.wouldWait): break
    // The window may have sent data before that; keep reading.
    case .success(.ended), .success(.carriedDescriptors): bytes.removeAll()
    case .failure(let error): throw UserError(sentence: error.message)
    }
  }

  /// Receives available bytes; returns false once the window has closed the connection.
  private mutating func receive() throws(UserError) -> Bool {
    var received: [UInt8] = []
    let isOpen = try receive { received += $0 }
    received.withUnsafeBytes { lines.append($0) }
    return isOpen || lines.hasLine
  }

  private func receive(_ body: (UnsafeRawBufferPointer) -> Void) throws(UserError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let transfer = bytes.withUnsafeMutableBytes { bytes in
        Result { () throws(Errno) in try socket.receive(into: bytes) }
      }
      switch transfer {
      case .success(.bytes(let count)):
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      case .success(.wouldWait): return true
      case .success(.ended), .success(.carriedDescriptors): return false
      case .failure(let error): throw UserError(sentence: error.message)
      }
    }
  }
}
