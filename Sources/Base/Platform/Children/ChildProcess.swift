import CLinux
import Glibc

/// A process that this one has started, in a process group of its own.
///
/// It is killed and reaped when its owner goes away, so no zombie and no stray process is left.
/// The kernel ties a child's death signal to the *thread* that spawned it: start children from a
/// thread that lives as long as the program.
package final class ChildProcess {
  /// The process's number; it is not given to another process before this one is reaped.
  package let processID: Int32
  /// Becomes readable in a poll set when the process has ended.
  package var descriptor: Int32 { handle.number }
  private let handle: FileDescriptor
  private var end: ProcessEnd?
  /// Whether it has ended and been reaped: then its number may be another's.
  var hasEnded: Bool { end != nil }

  private init(processID: Int32, handle: consuming FileDescriptor) {
    self.processID = processID
    self.handle = handle
  }

  deinit { killAndWait(limit: 2000) }

  /// Starts an executable with nothing but its name and the descriptors that it is given.
  ///
  /// The environment is empty but for what is given, `NAME=value` each; signals are as they are by
  /// default, and `descriptors[n]` is number n in the new process, which inherits nothing else. The
  /// path holds no zero byte. `limits` hold before anything is said to it.
  package static func start(
    _ path: [UInt8], name: [UInt8], descriptors: [Int32], environment: [[UInt8]] = [],
    limits: ChildLimits = ChildLimits()
  ) throws(Errno) -> ChildProcess {
    // Copies above every target, so that no duplication overwrites a source of a later one.
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
    // A group of its own: Ctrl-C in the viewer's terminal is the viewer's to answer, and whatever
    // the process may start can be killed with it.
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

  /// Starts the first of some executables that exists; `nil` where none does.
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

  /// Asks the system to choose this process, not the viewer, when memory runs out.
  ///
  /// It is a wish: where the file can't be written nothing happens.
  package func offerToMemoryKiller() {
    let path = "/proc/\(processID)/oom_score_adj"
    let number = fresnel_open(path, O_WRONLY | O_CLOEXEC, 0)
    guard number >= 0 else { return }
    _ = write(number, "1000", 4)
    close(number)
  }

  /// Has all of its threads give way, from now on, to those of this process and of other programs
  /// where processors are few: by five steps, so that they get a quarter of one that is shared.
  package func giveWay() {
    guard end == nil else { return }
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    // Priorities are the threads' own; the group has all of them.
    _ = setpriority(
      __priority_which_t(PRIO_PGRP.rawValue), id_t(processID), own + 5)
  }

  /// Ends the process and its group at once; it also works on a stopped one.
  package func kill() {
    guard end == nil else { return }
    // The group's number stays taken until its leader is reaped, so it can't be a stranger's.
    Glibc.kill(-processID, SIGKILL)
    Glibc.kill(processID, SIGKILL)
  }

  /// How the process ended, or `nil` while it has not; it never waits.
  ///
  /// The process is reaped by it, and what it may have left behind in its group is killed.
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

  /// Kills the process and waits until it is gone, but no longer than `limit` milliseconds.
  ///
  /// A killed process ends at once unless the kernel holds it, as a dead network drive can: then
  /// quitting must not hang with it.
  private func killAndWait(limit: Int32) {
    kill()
    guard reap() == nil else { return }
    var request = pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, limit)
    _ = reap()
  }
}
