import Glibc
import Platform

/// Hands pictures to the window that opens those of later starts.
enum Handover {
  /// How long to wait for the window's first answer, in seconds: a hung window must not keep the
  /// user waiting.
  static let patience = 1.0
  /// How long to wait for each later answer, in seconds: a window that has answered is only busy.
  private static let laterPatience = 10.0

  /// Returns true if a window has taken over the pictures; it waits for `patience` for the first
  /// answer, and for longer for the later ones.
  ///
  /// Names are files, folders and addresses, or `-` for standard input, whose descriptor is sent.
  static func succeeds(
    with names: [[UInt8]], at path: [UInt8], standardInput: Int32 = STDIN_FILENO,
    patience: Double = Handover.patience,
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> Bool {
    guard let socket = try? FileDescriptor.connect(toLocal: path) else { return false }
    let requests = requests(names, startupID: environment("DESKTOP_STARTUP_ID"))
    guard requests.allSatisfy({ $0.count <= LineReader.longestRequest }) else { return false }
    let takesInput = names.contains(Array("-".utf8))
    var lines = LineReader()
    for (index, request) in requests.enumerated() {
      // The last line opens the pictures, and takes the descriptor.
      let isLast = index == requests.count - 1
      guard send(request, on: socket, with: takesInput && isLast ? standardInput : nil),
        isTaken(on: socket, lines: &lines, within: index == 0 ? patience : laterPatience)
      else { return false }
    }
    return true
  }

  /// Waits some seconds for the answer to a line; returns true if the window has taken the line.
  private static func isTaken(
    on socket: borrowing FileDescriptor, lines: inout LineReader, within seconds: Double
  ) -> Bool {
    let end = MonotonicClock.now() + seconds
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

  /// The lines with absolute paths: the window has another working directory.
  ///
  /// The last one opens all pictures, and those before it have the first names. There are at least
  /// two.
  static func requests(_ names: [[UInt8]], startupID: [UInt8]?) -> [[UInt8]] {
    var lists: [[JSON]] = [[]]
    var room = roomForNames
    for name in names {
      let word = JSON.string(PathBytes.remoteName(of: name))
      let count = word.text.utf8.count + 1
      if count > room, !lists[lists.count - 1].isEmpty {
        lists.append([])
        room = roomForNames
      }
      lists[lists.count - 1].append(word)
      room -= count
    }
    let last = lists.removeLast()
    // A window that answers the first line too late must not open what a new window shows.
    if lists.isEmpty { lists.append([]) }
    var members = [JSON.Member("command", .array([.string(CommandName.open.rawValue)] + last))]
    if let startupID, let text = String(validating: startupID, as: UTF8.self), !text.isEmpty {
      members.append(.init("startup_id", .string(text)))
    }
    return lists.map { line([JSON.Member("names", .array($0))]) } + [line(members)]
  }

  /// The maximum length of a line's names, in bytes; the rest is for what else a line has.
  private static let roomForNames = LineReader.longestRequest - 4096

  private static func line(_ members: [JSON.Member]) -> [UInt8] {
    var line: [UInt8] = []
    JSON.object(members).write(to: &line)
    return line + [UInt8(ascii: "\n")]
  }

  /// Sends a line, with a descriptor beside its first byte; a socket that the window has read empty
  /// takes it as a whole.
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
