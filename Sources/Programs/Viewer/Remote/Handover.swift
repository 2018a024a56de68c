import Glibc
import Platform

/// Hands pictures to the window that opens those of later starts.
enum Handover {
  /// How long to wait for the window's answer, in seconds.
  private static let patience = 1.0

  /// Returns true if a window has taken over the pictures; it waits for at most a second.
  ///
  /// Names are files, folders and addresses, or `-` for standard input, whose descriptor is sent.
  static func succeeds(
    with names: [[UInt8]], at path: [UInt8], standardInput: Int32 = STDIN_FILENO,
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> Bool {
    guard let socket = try? FileDescriptor.connect(toLocal: path) else { return false }
    let request = request(names, startupID: environment("DESKTOP_STARTUP_ID"))
    guard request.count <= LineReader.longestRequest else { return false }
    let takesInput = names.contains(Array("-".utf8))
    guard send(request, on: socket, with: takesInput ? standardInput : nil) else { return false }
    var lines = LineReader()
    let end = MonotonicClock.now() + patience
    var pollSet = PollSet()
    pollSet.add(socket.number)
    while MonotonicClock.now() < end {
      pollSet.wait(timeout: end - MonotonicClock.now())
      var bytes = [UInt8](repeating: 0, count: 4096)
      let transfer = bytes.withUnsafeMutableBytes { bytes in
        Result { () throws(Errno) in try socket.receive(into: bytes) }
      }
      switch transfer {
      case .success(.bytes(let count)):
        bytes.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      case .success(.wouldWait): continue
      default: return false
      }
      guard case .line(let line)? = lines.next() else { continue }
      return (try? JSON(parsing: line))?["error"] == .string("success")
    }
    return false
  }

  /// The line with absolute paths: the window has another working directory.
  static func request(_ names: [[UInt8]], startupID: [UInt8]?) -> [UInt8] {
    let words = names.map { JSON.string(PathBytes.remoteName(of: $0)) }
    var members = [JSON.Member("command", .array([.string(CommandName.open.rawValue)] + words))]
    if let startupID, let text = String(validating: startupID, as: UTF8.self), !text.isEmpty {
      members.append(.init("startup_id", .string(text)))
    }
    var line: [UInt8] = []
    JSON.object(members).write(to: &line)
    return line + [UInt8(ascii: "\n")]
  }

  /// Sends a line, with a descriptor beside its first byte; a new socket takes it as a whole.
  private static func send(
    _ line: [UInt8], on socket: borrowing FileDescriptor, with descriptor: Int32?
  ) -> Bool {
    let transfer = line.withUnsafeBytes { bytes in
      Result { () throws(Errno) in
        guard let descriptor else { return try socket.send(bytes) }
        return try socket.send(bytes, with: descriptor)
      }
    }
    if case .success(.bytes(line.count)) = transfer { return true }
    return false
  }
}
