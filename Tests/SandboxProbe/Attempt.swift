import CAttempts
import Glibc

/// Something that a sandboxed decoder must not be able to do.
struct Attempt: Sendable {
  /// The attempt's name on the command line.
  let name: String
  /// Prepares what is needed before entering the sandbox; the result is passed to `run`.
  var prepare: @Sendable () -> Int = { 0 }
  /// Makes the attempt, and returns the system's answer: negative if it was refused.
  let run: @Sendable (Int) -> Int

  init(_ name: String, run: @escaping @Sendable (Int) -> Int) {
    self.name = name
    self.run = run
  }

  init(
    _ name: String, prepare: @escaping @Sendable () -> Int, run: @escaping @Sendable (Int) -> Int
  ) {
    self.name = name
    self.prepare = prepare
    self.run = run
  }

  /// Creates an attempt that is one system call with numeric arguments.
  init(_ name: String, call: Int32, _ arguments: Int...) {
    self.init(name) { _ in systemCall(call, arguments) }
  }

  /// Creates an attempt to connect to a local socket by its path, from a new one, or from one of a
  /// pair of this type.
  init(_ name: String, connectsTo path: String, fromPairOf type: Int? = nil) {
    self.init(name) { _ in
      let own = type.map(socketPair(of:)) ?? systemCall(SYS_socket, [1, 1, 0])
      guard own >= 0 else { return own }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return withUnsafeBytes(of: &address) { bytes in
        systemCall(
          SYS_connect, [own, bytes.baseAddress.map { attempt_address($0) } ?? 0, bytes.count])
      }
    }
  }

  /// Creates an attempt that is one system call with a path as argument number `index`.
  init(_ name: String, call: Int32, path: String, at index: Int, _ arguments: Int...) {
    self.init(name) { _ in
      path.withCString { pointer in
        var all = arguments
        all.insert(attempt_address(pointer), at: index)
        return systemCall(call, all)
      }
    }
  }
}

/// Makes a system call by number, and returns the system's answer.
func systemCall(_ number: Int32, _ arguments: [Int]) -> Int {
  let a = arguments + Array(repeating: 0, count: 6)
  return attempt(Int(number), a[0], a[1], a[2], a[3], a[4], a[5])
}

/// Creates a pair of local sockets, and returns the first, or the system's answer.
func socketPair(of type: Int) -> Int {
  var pair: [Int32] = [-1, -1]
  let answer = pair.withUnsafeMutableBytes { bytes in
    systemCall(SYS_socketpair, [1, type, 0, bytes.baseAddress.map { attempt_address($0) } ?? 0])
  }
  return answer < 0 ? answer : Int(pair[0])
}
