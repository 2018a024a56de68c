import CLinux
import Glibc
import Platform

/// The steps that every sandbox shares.
package enum SandboxSteps {
  /// True if the process has only one thread: others would keep their rights.
  ///
  /// The kernel is asked first, as /proc may not be mounted. If a container forbids that call,
  /// /proc is read; if that is missing too, the result is false.
  package static var isSingleThreaded: Bool {
    if fresnel_unshare_thread() == 0 { return true }
    guard errno != EINVAL else { return false }
    var status = stat()
    // A folder has a link for itself, one from its parent and one from each subfolder.
    guard stat("/proc/self/task", &status) == 0 else { return false }
    return status.st_nlink == 3
  }

  /// Lets the kernel kill this process before the viewer when memory runs out.
  package static func preferToBeKilled() {
    let number = fresnel_open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC, 0)
    guard number >= 0 else { return }
    let file = FileDescriptor(adopting: number)
    _ = write(file.number, "1000", 4)
  }

  /// Restores the default action of fatal signals: the Swift runtime's backtrace handler would only
  /// be killed by the filter.
  package static func crashPlainly() {
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  /// Ends the process when the viewer's thread that started it ends.
  package static func dieWithParent() throws(Errno) {
    let parent = getppid()
    try check("prctl", fresnel_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)))
    // The parent may have died before the call.
    guard getppid() == parent else { _exit(1) }
  }

  /// Forbids gaining privileges by execve, and forbids tracing by others.
  package static func giveUpPrivileges() throws(Errno) {
    try check("prctl", fresnel_prctl(PR_SET_NO_NEW_PRIVS, 1))
    try check("prctl", fresnel_prctl(PR_SET_DUMPABLE, 0))
  }

  /// Drops root's capabilities, which would allow raising limits and signalling any process.
  package static func dropCapabilities() throws(Errno) {
    try check("capset", fresnel_drop_capabilities())
  }

  /// Closes every descriptor from `first` on, except those in `kept`.
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
