import Glibc
import Platform
import Synchronization

/// An HTTP server on this machine whose replies a test makes; it runs one thread per connection.
public final class FaultyServer: Sendable {
  /// The port that it listens on.
  public let port: Int
  private let listener: Shared<FileDescriptor>
  private let handler: @Sendable (WebRequest) -> WebReply
  private let log = Mutex(Log())

  private struct Log {
    var requests: [WebRequest] = []
    var counts: [String: Int] = [:]
    var connections = 0
    var atOnce = 0
    var mostAtOnce = 0
    var abandoned: [String] = []
  }

  /// Starts listening on 127.0.0.1, on a free port.
  public init(_ handler: @escaping @Sendable (WebRequest) -> WebReply) throws(Errno) {
    self.handler = handler
    let (listener, port) = try Self.bound()
    guard listen(listener.value.number, 128) == 0 else { throw .last("listen") }
    self.port = port
    self.listener = listener
    // The thread retains the descriptor, so that its number is not reused while the thread may use
    // it.
    _ = try Thread(name: "server") { [weak self] in
      while true {
        let connection = accept(listener.value.number, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        self.serve(FileDescriptor(adopting: connection))
      }
    }
  }

  /// A free port of this machine.
  public static func freePort() throws(Errno) -> Int { try bound().port }

  private static func bound() throws(Errno) -> (socket: Shared<FileDescriptor>, port: Int) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    let listener = FileDescriptor(adopting: number)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
        guard bind(number, pointer, length) == 0 else { return -1 }
        return getsockname(number, pointer, &length)
      }
    }
    guard status == 0 else { throw .last("bind") }
    return (Shared(listener), Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Stops listening; open connections end by themselves.
  deinit { shutdown(listener.value.number, Int32(SHUT_RDWR)) }

  /// The address of a path.
  public func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// All requests, in order.
  public var requests: [WebRequest] { log.withLock { $0.requests } }
  /// The number of connections so far.
  public var connectionCount: Int { log.withLock { $0.connections } }
  /// The highest number of requests answered at the same time.
  public var mostAtOnce: Int { log.withLock { $0.mostAtOnce } }
  /// The paths whose requests the client gave up before they were answered.
  public var abandoned: [String] { log.withLock { $0.abandoned } }

  // MARK: Connections

  private func serve(_ connection: consuming FileDescriptor) {
    let connection = Shared(connection)
    let number = log.withLock { log in
      log.connections += 1
      return log.connections - 1
    }
    _ = try? Thread(name: "connection") {
      var rest: [UInt8] = []
      while let request = self.read(from: connection.value, &rest, connection: number) {
        guard self.answer(request, over: connection.value) else { return }
      }
    }
  }

  /// Returns the next request; `nil` once the client has closed the connection.
  private func read(
    from connection: borrowing FileDescriptor, _ rest: inout [UInt8], connection number: Int
  ) -> WebRequest? {
    let end = Array("\r\n\r\n".utf8)
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      if let place = rest.firstRange(of: end) {
        let head = String(decoding: rest[..<place.lowerBound], as: UTF8.self)
        rest.removeSubrange(..<place.upperBound)
        return note(head, connection: number)
      }
      let count = Glibc.read(connection.number, &buffer, buffer.count)
      guard count > 0, rest.count < 1 << 20 else { return nil }
      rest += buffer[..<count]
    }
  }

  private func note(_ head: String, connection: Int) -> WebRequest {
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(
        line[line.index(after: colon)...].drop { $0 == " " })
    }
    let path = words.count > 1 ? String(words[1]) : ""
    return log.withLock { log in
      let request = WebRequest(
        path: path, headers: headers, connection: connection, count: log.counts[path] ?? 0)
      log.counts[path, default: 0] += 1
      log.requests.append(request)
      log.atOnce += 1
      log.mostAtOnce = max(log.mostAtOnce, log.atOnce)
      return request
    }
  }

  /// Sends a reply; returns false at the connection's end.
  private func answer(_ request: WebRequest, over connection: borrowing FileDescriptor) -> Bool {
    let reply = handler(request)
    defer { log.withLock { $0.atOnce -= 1 } }
    guard waits(reply.ending == .silence ? 3600 : reply.delay, for: request, over: connection)
    else { return false }
    switch reply.ending {
    case .whole: return send(reply.head + reply.body, over: connection)
    case .paced(let pieces, let pause):
      guard send(reply.head, over: connection) else { return false }
      let length = max(1, (reply.body.count + pieces - 1) / pieces)
      for start in stride(from: 0, to: reply.body.count, by: length) {
        guard waits(pause, for: request, over: connection),
          send(Array(reply.body[start...].prefix(length)), over: connection)
        else { return false }
      }
      return true
    case .cut(let count):
      _ = send(reply.head + reply.body.prefix(count), over: connection)
      return false
    case .endless:
      guard send(reply.head, over: connection) else { return false }
      let piece = [UInt8](repeating: 0x41, count: 65_536)
      while send(piece, over: connection) {}
      return false
    case .reset:
      var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection.number, SOL_SOCKET, SO_LINGER, &linger,
        socklen_t(MemoryLayout<Glibc.linger>.size))
      return false
    case .silence: return false
    }
  }

  /// Waits for a time in seconds; returns false if the client closed the connection meanwhile.
  private func waits(
    _ seconds: Double, for request: WebRequest, over connection: borrowing FileDescriptor
  ) -> Bool {
    guard seconds > 0 else { return true }
    var poller = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, Int32(seconds * 1000)) > 0 else { return true }
    log.withLock { $0.abandoned.append(request.path) }
    return false
  }

  private func send(_ bytes: [UInt8], over connection: borrowing FileDescriptor) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        Glibc.send(connection.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
