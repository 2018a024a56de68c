import Glibc
import Platform

/// A program with an empty environment and chosen descriptors, whose output comes through a pipe.
///
/// A sandboxed program may not write to files, not even in memory, so it needs a pipe.
public final class PipedProcess {
  /// The process ID.
  public let pid: pid_t
  private let output: FileDescriptor
  private var status: Int32?

  /// Starts a program with the given descriptors from 3 on; its output and errors share a pipe.
  public init(
    _ executable: String, _ arguments: [String] = [], user: Int? = nil,
    passing numbers: [Int32] = []
  ) throws(Errno) {
    let pipe = try FileDescriptor.pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe.second.number, 1)
    posix_spawn_file_actions_adddup2(&actions, pipe.second.number, 2)
    // Move them away from the target numbers first.
    let distant = numbers.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for number in distant { close(number) } }
    for (index, number) in distant.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, number, Int32(3 + index))
    }
    var words = [executable] + arguments
    if let user { words = ["setpriv", "--reuid=\(user)", "--clear-groups"] + words }
    var argv = words.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    var envp: [UnsafeMutablePointer<CChar>?] = [nil]
    // The viewer's children start with no signals blocked; the tests' threads may block some.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words[0], &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw Errno(code: code, call: "posix_spawnp") }
    self.pid = pid
    output = try pipe.first.duplicate()
  }

  deinit {
    if status == nil {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }

  /// How the process ended.
  public enum End: Hashable, Sendable {
    /// A signal killed it.
    case signal(Int32)
    /// The program exited with a status.
    case status(Int32)
  }

  /// Returns the output, up to where all holders of the pipe have closed it, and how the process
  /// ended.
  ///
  /// The process is killed after `limit` seconds.
  public func finish(limit: Double = 300) -> (output: String, end: End) {
    var bytes: [UInt8] = []
    let deadline = MonotonicClock.now() + limit
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var set = PollSet()
      set.add(output.number)
      set.wait(timeout: max(0, deadline - MonotonicClock.now()))
      if !set.isReadable(output.number) {
        if MonotonicClock.now() < deadline { continue }
        kill(pid, SIGKILL)
        break
      }
      let count = read(output.number, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return (String(decoding: bytes, as: UTF8.self), waitForEnd())
  }

  /// Waits until the process has ended, without a limit.
  public func waitForEnd() -> End {
    var status: Int32 = 0
    if let known = self.status {
      status = known
    } else {
      waitpid(pid, &status, 0)
      self.status = status
    }
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Peak resident memory in bytes; `nil` once the process has ended.
  public var peakResidentBytes: Int? {
    guard let file = try? FileDescriptor.openForReading(Array("/proc/\(pid)/status".utf8)) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file.number, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
  }

  /// The path of a program that was built with the tests.
  public static func built(_ name: String) -> String {
    var path = [CChar](repeating: 0, count: 4096)
    // The test runner may belong to the toolchain; the test bundle's path is on its command line.
    let arguments = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    if let bundle = arguments.first, let slash = bundle.lastIndex(of: "/") {
      return bundle[..<slash] + "/" + name
    }
    let count = readlink("/proc/self/exe", &path, path.count)
    let executable = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return executable.prefix(upTo: executable.lastIndex(of: "/") ?? executable.startIndex) + "/"
      + name
  }
}
