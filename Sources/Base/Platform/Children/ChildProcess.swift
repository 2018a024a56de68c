import CLinux
import Glibc

/// A process that this process has started, in a process group of its own.
///
/// It is killed and reaped when its owner is released, so no zombie or stray process is left. The
/// kernel ties a child's death signal to the *thread* that spawned it: start children from a thread
/// that lives as long as the program.
package final class ChildProcess {
  private let process: SpawnedProcess
  private var end: ProcessEnd?
  /// True once the process has been reaped: then its ID may belong to another process.
  var hasEnded: Bool { end != nil }
  /// The process's ID; the kernel does not reuse it until the process is reaped.
  package var processID: Int32 { process.processID }
  /// A descriptor that becomes readable when the process has ended, for a poll set.
  package var descriptor: Int32 { process.descriptor }

  private init(_ process: consuming SpawnedProcess) { self.process = process }

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
    let child = ChildProcess(
      try SpawnedProcess(
        path, arguments: [name], environment: environment, descriptors: copies,
        firstClosed: count))
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
    guard process.hasEnded else { return nil }
    Glibc.kill(-processID, SIGKILL)
    end = process.reap()
    return end
  }

  /// Kills the process and waits up to `limit` milliseconds for it to end.
  ///
  /// A killed process ends at once, unless the kernel holds it, for example on a dead network
  /// drive; quitting must not hang with it.
  private func killAndWait(limit: Int32) {
    kill()
    guard reap() == nil else { return }
    var request = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, limit)
    _ = reap()
  }
}
