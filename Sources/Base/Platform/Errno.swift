import CLinux
import Glibc

/// The error of a system call, with the call's name.
public struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, as `errno` has it.
  public let code: Int32
  /// The call that failed.
  public let call: StaticString

  /// An error of a known number.
  public init(code: Int32, call: StaticString) {
    self.code = code
    self.call = call
  }

  /// The error that the calling thread met last.
  public static func last(_ call: StaticString) -> Errno { Errno(code: errno, call: call) }

  /// What the system calls it, such as “No such file or directory”.
  public var message: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

  /// The call and the system's sentence.
  public var description: String { "\(call): \(message)" }

  /// Two errors are the same when their numbers are; the call only explains.
  public static func == (left: Errno, right: Errno) -> Bool { left.code == right.code }

  /// Hashes the number alone, as equality compares it.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Errno {
  /// Whether a path, or a folder on its way, does not exist.
  public var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }
}

/// How a process ended.
package enum ProcessEnd: Hashable, Sendable {
  /// It exited by itself, with this status.
  case exited(Int32)
  /// A signal ended it.
  case signalled(Int32)
}
