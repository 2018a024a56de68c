import CLinux
import CXTest
import Glibc
import Platform

/// A program run by a test, with its output captured; it is killed with this object.
public final class TestProcess {
  /// A program didn't start.
  public struct SpawnFailure: Error, CustomStringConvertible {
    /// The program.
    public var executable: String
    /// The `errno` value.
    public var code: Int32
    /// A sentence for the test's output.
    public var description: String { "\(executable): \(String(cString: strerror(code)))" }
  }

  /// How a program ended.
  public enum Exit: Hashable, Sendable {
    /// The program exited with a status.
    case status(Int32)
    /// A signal killed it.
    case signal(Int32)
  }

  /// The process ID.
  public let pid: pid_t
  /// How the process ended, once known.
  public private(set) var exit: Exit?
  private let output: FileDescriptor
  private let errors: FileDescriptor

  /// Starts a program, which is looked up in `PATH` unless the name contains a slash.
  ///
  /// The environment is the test's own with the given variables changed (`nil` removes one), or
  /// only those if `inheritsEnvironment` is false. The program inherits only the descriptors in
  /// `passing`, under the numbers that they map to. Standard input is empty unless one is passed as
  /// 0. Arguments in `names` follow the others; they are bytes, as file names are.
  public init(
    _ executable: String, _ arguments: [String] = [], names: [[UInt8]] = [],
    environment: [String: String?] = [:], inheritsEnvironment: Bool = true,
    passing descriptors: [Int32: Int32] = [:]
  ) throws {
    // Memory files instead of pipes: the program can't block on a full one.
    output = try Self.anonymousFile()
    errors = try Self.anonymousFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.number, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.number, 2)
    for (ours, theirs) in descriptors {
      posix_spawn_file_actions_adddup2(&actions, ours, theirs)
    }
    // Don't leak the test runner's descriptors.
    let highest = max(2, descriptors.values.max() ?? 2)
    for number in 3..<max(3, highest) where !descriptors.values.contains(number) {
      posix_spawn_file_actions_addclose(&actions, number)
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, highest + 1)
    var variables = inheritsEnvironment ? Self.environment() : [:]
    for (name, value) in environment { variables[name] = value }
    var argv = ([executable] + arguments).map { strdup($0) }
    for name in names { argv.append(strdup((name + [0]).map { CChar(bitPattern: $0) })) }
    argv.append(nil)
    var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for string in argv { free(string) }
      for string in envp { free(string) }
    }
    // The test runner's threads block signals. A child would inherit that and couldn't be
    // terminated.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var pid: pid_t = 0
    let status = posix_spawnp(&pid, executable, &actions, &attributes, &argv, &envp)
    guard status == 0 else { throw SpawnFailure(executable: executable, code: status) }
    self.pid = pid
  }

  deinit {
    if exit == nil {
      kill(pid, SIGKILL)
      _ = wait(limit: 10)
    }
  }

  /// True while the process runs.
  public var isRunning: Bool {
    reap()
    return exit == nil
  }

  /// Waits until the process has ended, at most `limit` seconds; returns `nil` if it still runs.
  public func wait(limit: Double) -> Exit? {
    waitUntil(limit) { !isRunning }
    return exit
  }

  /// Sends a signal.
  public func signal(_ number: Int32) {
    if isRunning { kill(pid, number) }
  }

  /// Sends SIGTERM, and kills the process if it hasn't ended after `limit` seconds.
  @discardableResult
  public func terminate(limit: Double = 5) -> Exit? {
    signal(SIGTERM)
    if wait(limit: limit) == nil {
      signal(SIGKILL)
      _ = wait(limit: limit)
    }
    return exit
  }

  /// The standard output so far.
  public var standardOutput: [UInt8] { Self.contents(of: output.number) }

  /// The standard error so far.
  public var standardError: String {
    String(decoding: Self.contents(of: errors.number), as: UTF8.self)
  }

  private func reap() {
    guard exit == nil else { return }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return }
    let signal = status & 0x7f
    exit = signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
  }

  private static func anonymousFile() throws -> FileDescriptor {
    let number = fresnel_memfd_create("captured", UInt32(MFD_CLOEXEC))
    guard number >= 0 else { throw Errno.last("memfd_create") }
    return FileDescriptor(adopting: number)
  }

  private static func contents(of descriptor: Int32) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  private static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return variables
  }

  /// True if a program is in `PATH`; otherwise tests that need it are skipped by name.
  public static func canFind(_ executable: String) -> Bool {
    let path = environment()["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(executable)", X_OK) == 0 }
  }
}
