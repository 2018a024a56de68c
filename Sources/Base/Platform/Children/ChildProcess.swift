import CLinux
import Glibc

/// A process that this process has started, in a process group of its own.
///
/// It is killed and reaped when its owner is released, so no zombie or stray process is left. The
/// kernel ties a child's death signal to the *thread* that spawned it: start children from a thread
/// that lives as long as the program.
package final class ChildProcess {
  /// The process's ID; the kernel does not reuse it until the process is reaped.
  package let processID: Int32
  /// A descriptor that becomes readable when the process has ended, for a poll set.
  package var descriptor: Int32 { handle.number }
  private let handle: FileDescriptor
  private var end: ProcessEnd?
  /// True once the process has been reaped: then its ID may belong to another process.
  var hasEnded: Bool { end != nil }

  private init(processID: Int32, handle: consuming FileDescriptor) {
    self.processID = processID
    self.handle = handle
  }

  deinit { killAndWait(limit: 2000) }

  /// Starts an executable with only its name as an argument and only the given descriptors.
  ///
  /// The environment contains just the given `NAME=value` entries, and all signals have their
  /// default actions. `descriptors[n]` becomes number n in the new process, which inherits no
  /// others. The path must not contain a zero byte. `limits` apply before anything is sent to the
  /// process.
  package static func start(
    _ path: [UInt8], name: [UInt8], descriptors: [Int32], environment: [[UInt8]] = [],
    limits: ChildLimits = ChildLimits()
  ) throws(Errno) -> ChildProcess {
    // Duplicate above every target number, so that no dup2 overwrites a descriptor still to be
    // moved.
    let count = Int32(descriptors.count)
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for descriptor in descriptors {
      let copy = fresnel_duplicate_cloexec(descriptor, count)
      guard copy >= 0 else { throw .last("dup") }
      copies.append(copy)
    }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, copy) in copies.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, copy, Int32(target))
    }
    fresnel_spawn_close_from(&actions, count)

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

    var processID: pid_t = 0
    var nameBytes = (name + [0]).map { CChar(bitPattern: $0) }
    let pathBytes = (path + [0]).map { CChar(bitPattern: $0) }
    var variables = environment.map { $0.withCPath { strdup($0) } } + [nil]
    defer { for variable in variables { free(variable) } }
    let status = nameBytes.withUnsafeMutableBufferPointer { name in
      var arguments = [name.baseAddress, nil]
      return posix_spawn(
        &processID, pathBytes, &actions, &attributes, &arguments, &variables)
    }
    guard status == 0 else { throw Errno(code: status, call: "posix_spawn") }

    let handle = fresnel_pidfd_open(processID)
    guard handle >= 0 else {
      let error = Errno.last("pidfd_open")
      Glibc.kill(processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
      throw error
    }
    let child = ChildProcess(processID: processID, handle: FileDescriptor(adopting: handle))
    try child.limit(limits)
    return child
  }

  /// Starts the first of these executables that exists; `nil` if none does.
  static func startFirst(
    of paths: [[UInt8]], name: [UInt8], descriptors: [Int32], environment: [[UInt8]],
    limits: ChildLimits
  ) throws(Errno) -> ChildProcess? {
    for path in paths {
      do throws(Errno) {
        return try start(
          path, name: name, descriptors: descriptors, environment: environment, limits: limits)
      } catch {
        guard error.isMissingFile else { throw error }
      }
    }
    return nil
  }

  /// Makes this process the kernel's first choice to kill when memory runs out.
  ///
  /// Best effort: nothing happens if the file can't be written.
  package func offerToMemoryKiller() {
    let path = "/proc/\(processID)/oom_score_adj"
    let number = fresnel_open(path, O_WRONLY | O_CLOEXEC, 0)
    guard number >= 0 else { return }
    _ = write(number, "1000", 4)
    close(number)
  }

  /// Lowers the priority of all its threads by five steps, so that they get 25 % of the time on a
  /// shared core.
  package func giveWay() {
    guard end == nil else { return }
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    // Each thread has its own priority; setting it for the group sets it for all of them.
    _ = setpriority(
      __priority_which_t(PRIO_PGRP.rawValue), id_t(processID), own + 5)
  }

  /// Kills the process and its group at once, even if it is stopped.
  package func kill() {
    guard end == nil else { return }
    // The group's ID stays taken until its leader is reaped, so it can't be another program's.
    Glibc.kill(-processID, SIGKILL)
    Glibc.kill(processID, SIGKILL)
  }

  /// Reaps the process and returns how it ended; `nil` while it runs.
  ///
  /// It never waits. Anything left in its process group is killed.
  package func reap() -> ProcessEnd? {
    if let end { return end }
    var info = siginfo_t()
    let look = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PIDFD, id_t(handle.number), &info, look) == 0,
      info._sifields._sigchld.si_pid == processID
    else { return nil }
    Glibc.kill(-processID, SIGKILL)
    guard waitid(P_PIDFD, id_t(handle.number), &info, WEXITED | WNOHANG) == 0 else { return nil }
    let status = info._sifields._sigchld.si_status
    let result = info.si_code == Int32(CLD_EXITED) ? ProcessEnd.exited(status) : .signalled(status)
    end = result
    return result
  }

  /// Kills the process and waits up to `limit` milliseconds for it to end.
  ///
  /// A killed process ends at once, unless the kernel holds it, for example on a dead network
  /// drive; quitting must not hang with it.
  private func killAndWait(limit: Int32) {
    kill()
    guard reap() == nil else { return }
    var request = pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, limit)
    _ = reap()
  }
}
