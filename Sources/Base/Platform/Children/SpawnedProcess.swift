import CLinux
import Glibc

/// A process that this process has started, in a process group of its own.
///
/// It runs on when the value is released; its owner reaps it.
package struct SpawnedProcess: ~Copyable {
  /// The process's ID; the kernel does not reuse it until the process is reaped.
  package let processID: Int32
  private let handle: FileDescriptor

  /// A descriptor that becomes readable when the process has ended, for a poll set.
  package var descriptor: Int32 { handle.number }

  /// Starts an executable; with `isInPath`, its name is looked up in `PATH` unless it has a slash.
  ///
  /// `descriptors[n]` becomes number n in the new process, which inherits no descriptor from
  /// `firstClosed` on. The environment contains just the given `NAME=value` entries, and all
  /// signals have their default actions. Paths and words must not contain zero bytes.
  package init(
    _ path: [UInt8], isInPath: Bool = false, arguments: [[UInt8]], environment: [[UInt8]],
    descriptors: [Int32], firstClosed: Int32
  ) throws(Errno) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    fresnel_spawn_close_from(&actions, firstClosed)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // An ignored SIGPIPE would survive the exec.
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // In a group of its own: Ctrl-C in the viewer's terminal is for the viewer to handle, and any
    // processes that the child starts can be killed with it.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var words = arguments.map { $0.withCPath { strdup($0) } } + [nil]
    var variables = environment.map { $0.withCPath { strdup($0) } } + [nil]
    defer { for text in words + variables { free(text) } }
    var processID: pid_t = 0
    let status = path.withCPath { path in
      isInPath
        ? posix_spawnp(&processID, path, &actions, &attributes, &words, &variables)
        : posix_spawn(&processID, path, &actions, &attributes, &words, &variables)
    }
    guard status == 0 else {
      throw Errno(code: status, call: isInPath ? "posix_spawnp" : "posix_spawn")
    }
    let handle = fresnel_pidfd_open(processID)
    guard handle >= 0 else {
      let error = Errno.last("pidfd_open")
      kill(processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
      throw error
    }
    self.processID = processID
    self.handle = FileDescriptor(adopting: handle)
  }

  /// True if the process has ended and is not reaped yet.
  package var hasEnded: Bool { wait(WEXITED | WNOHANG | WNOWAIT) != nil }

  /// Reaps the process and returns how it ended; `nil` while it runs.
  ///
  /// It never blocks.
  package func reap() -> ProcessEnd? { wait(WEXITED | WNOHANG) }

  private func wait(_ options: Int32) -> ProcessEnd? {
    var info = siginfo_t()
    guard waitid(P_PIDFD, id_t(handle.number), &info, options) == 0,
      info._sifields._sigchld.si_pid == processID
    else { return nil }
    let status = info._sifields._sigchld.si_status
    return info.si_code == Int32(CLD_EXITED) ? .exited(status) : .signalled(status)
  }
}
