import CLinux
import Glibc
import Platform

/// The steps by which a process takes away from itself what every locked-down one has to lose.
package enum OwnRights {
  /// True where no thread runs beside the first: such would keep what they have.
  ///
  /// The kernel itself is asked, as /proc may not be there. Where a container forbids that call,
  /// /proc says it; where that is not to be had either, there might be a thread.
  package static var isSingleThreaded: Bool {
    if fresnel_unshare_thread() == 0 { return true }
    guard errno != EINVAL else { return false }
    var status = stat()
    // A folder has a link for itself, one from its parent and one from each folder in it.
    guard stat("/proc/self/task", &status) == 0 else { return false }
    return status.st_nlink == 3
  }

  /// When memory runs out, the viewer must not be the one that is killed.
  package static func preferToBeKilled() {
    let number = fresnel_open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC, 0)
    guard number >= 0 else { return }
    let file = FileDescriptor(adopting: number)
    _ = write(file.number, "1000", 4)
  }

  /// A crash must end as the signal that it is: a handler of the language's own runtime, which
  /// looks around for a backtrace, would only be killed for that.
  package static func crashPlainly() {
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  /// The process never outlives the viewer's thread that started it.
  package static func dieWithParent() throws(Errno) {
    let parent = getppid()
    try check("prctl", fresnel_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)))
    // It may have died before the request.
    guard getppid() == parent else { _exit(1) }
  }

  /// No program that it might start gets more than it has, and nobody looks into it.
  package static func giveUpPrivileges() throws(Errno) {
    try check("prctl", fresnel_prctl(PR_SET_NO_NEW_PRIVS, 1))
    try check("prctl", fresnel_prctl(PR_SET_DUMPABLE, 0))
  }

  /// Gives up what a process of root has: it could raise its limits again and send signals to
  /// anybody.
  package static func dropCapabilities() throws(Errno) {
    try check("capset", fresnel_drop_capabilities())
  }

  /// Closes every descriptor from a number on, but those of a range.
  package static func closeForeignDescriptors(
    from first: Int32, keeping kept: Range<Int32> = 0..<0
  ) {
    var first = first
    if !kept.isEmpty {
      for number in first..<max(first, kept.lowerBound) { close(number) }
      first = max(first, kept.upperBound)
    }
    if fresnel_close_from(UInt32(first)) == 0 { return }
    for number in first..<1024 { close(number) }
  }

  private static func check(_ name: StaticString, _ status: Int32) throws(Errno) {
    guard status == 0 else { throw .last(name) }
  }
}
