import Glibc

/// The error of a system call, with the call's name.
public struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32
  /// The call that failed.
  public let call: StaticString

  /// Creates an error with a known code.
  public init(code: Int32, call: StaticString) {
    self.code = code
    self.call = call
  }

  /// The calling thread's current `errno`.
  public static func last(_ call: StaticString) -> Errno { Errno(code: errno, call: call) }

  /// The system's description, such as “No such file or directory”.
  public var message: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

  /// The call and the system's description.
  public var description: String { "\(call): \(message)" }

  /// Compares the codes alone; the call only explains.
  public static func == (left: Errno, right: Errno) -> Bool { left.code == right.code }

  /// Hashes the code alone, as equality compares it.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Errno {
  /// True if the path, or a folder on the way to it, does not exist.
  public var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }
}
