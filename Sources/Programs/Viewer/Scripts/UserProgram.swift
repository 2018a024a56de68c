import CLinux
import Glibc
import Platform

/// A process that runs the user's program, and may outlive this one.
///
/// Its owner polls its descriptor, and reaps it once it has ended.
final class UserProgram {
  /// A descriptor that becomes readable when the program has ended, for a poll set.
  var descriptor: Int32 { handle.number }
  private let processID: pid_t
  private let handle: FileDescriptor

  private init(processID: pid_t, handle: consuming FileDescriptor) {
    self.processID = processID
    self.handle = handle
  }

  /// Starts a program without a shell; its name is looked up in `PATH` unless it has a slash.
  ///
  /// It gets this process's environment and standard output and error, the variables in
  /// `environment` as `NAME=value`, and `input` as standard input. It inherits no other descriptor,
  /// all signals have their default actions, and it is in a process group of its own. Words must
  /// not contain zero bytes.
  static func start(
    _ words: [[UInt8]], environment: [[UInt8]], input: borrowing FileDescriptor
  ) throws(Errno) -> UserProgram {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
    fresnel_spawn_close_from(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var arguments = words.map { $0.withCPath { strdup($0) } } + [nil]
    var variables = (inherited(without: environment) + environment).map {
      $0.withCPath { strdup($0) }
    }
    variables.append(nil)
    defer { for text in arguments + variables { free(text) } }
    var processID: pid_t = 0
    guard let name = arguments[0] else { throw Errno(code: ENOMEM, call: "strdup") }
    let status = posix_spawnp(&processID, name, &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw Errno(code: status, call: "posix_spawnp") }
    let handle = fresnel_pidfd_open(processID)
    guard handle >= 0 else {
      let error = Errno.last("pidfd_open")
      kill(processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
      throw error
    }
    return UserProgram(processID: processID, handle: FileDescriptor(adopting: handle))
  }

  /// The process's variables, except those that are set anew.
  private static func inherited(without variables: [[UInt8]]) -> [[UInt8]] {
    let names = Set(variables.map { $0.prefix { $0 != UInt8(ascii: "=") } })
    var all: [[UInt8]] = []
    var next = environ
    while let text = next.pointee {
      let variable = Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      if !names.contains(variable.prefix { $0 != UInt8(ascii: "=") }) { all.append(variable) }
      next += 1
    }
    return all
  }

  /// Reaps the program and returns how it ended; `nil` while it runs.
  ///
  /// It never blocks.
  func reap() -> ProcessEnd? {
    var info = siginfo_t()
    guard waitid(P_PIDFD, id_t(handle.number), &info, WEXITED | WNOHANG) == 0,
      info._sifields._sigchld.si_pid == processID
    else { return nil }
    let status = info._sifields._sigchld.si_status
    return info.si_code == Int32(CLD_EXITED) ? .exited(status) : .signalled(status)
  }
}
