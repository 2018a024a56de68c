import CLinux
import DecoderProtocol
import Glibc

/// The allow-list of system calls: what decoding needs, and nothing that leads out of the sandbox.
///
/// A call that no honest decoder makes kills the process at once (SIGSYS), so that an attack is
/// noticed and can't try another call. The few calls by which libraries probe their environment
/// harmlessly fail with an error. Programs of other instruction sets (32-bit, x32) are refused.
///
/// The rules are compiled in advance (`SeccompProgram`); Sandboxing has the programs in a table.
package enum SystemCallRules {
  /// The list for the process with id `process`, which may write a scratch file or read fonts.
  package static func list(
    process: UInt32, writesScratch: Bool, readsFonts: Bool = false
  ) -> [SystemCallRule] {
    memory + threads(process: process) + input + harmless + tiles + (writesScratch ? scratch : [])
      + (readsFonts ? fonts : looking)
  }

  /// Opening files read-only, and libc's queries about an open file.
  ///
  /// Landlock limits which files. Metadata of any file is accessible: the filter can't tell a query
  /// about a name from one about a descriptor, whose name is empty.
  private static var fonts: [SystemCallRule] {
    let flags = SystemCallArgument(2)
    let harmless = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    // O_CREAT and O_TRUNC, O_DIRECTORY and O_PATH: libraries cope with the error.
    let refused: [Int32] = [
      O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_DIRECTORY, fresnel_open_path,
    ]
    let place = SystemCallArgument(3)
    return [
      .allow("openat", where: flags.masked(by: UInt64(~UInt32(harmless)), is: 0)),
      .allow(
        "fcntl", where: SystemCallArgument(1) == UInt64(F_SETFD)),
      .allow("newfstatat", where: place == fresnel_at_empty_path),
      .refuse("newfstatat", with: EACCES, where: place == 0),
      .refuse("newfstatat", with: EACCES, where: place == UInt64(AT_SYMLINK_NOFOLLOW)),
      // Always succeeds: libraries find out if a font exists when they open it.
      .refuse("access", with: 0),
    ]
      + refused.map { flag in
        .refuse("openat", with: EACCES, where: flags.masked(by: UInt64(flag), is: UInt64(flag)))
      }
  }

  /// Probing for files, which always fails.
  private static let looking: [SystemCallRule] = [
    .refuse("openat", with: EACCES), .refuse("newfstatat", with: EACCES),
    .refuse("access", with: EACCES),
  ]

  /// Writing to the arena, which is also mapped, and whose size is sealed.
  private static var tiles: [SystemCallRule] { [writing(at: WireFormat.arenaDescriptor)] }

  /// Writing to the scratch file.
  private static var scratch: [SystemCallRule] { [writing(at: WireFormat.scratchDescriptor)] }

  private static func writing(at descriptor: Int32) -> SystemCallRule {
    .allow("pwrite64", where: SystemCallArgument(0) == UInt64(descriptor))
  }

  static let input: [SystemCallRule] = [
    .allow("read"), .allow("pread64"), .allow("write"), .allow("lseek"), .allow("close"),
    .allow("poll"), .allow("ppoll"), .allow("fstat"), .allow("clock_gettime"),
    .allow("getrandom"), .allow("exit"), .allow("exit_group"),
  ]

  static var memory: [SystemCallRule] {
    let protection = SystemCallArgument(2)
    let notExecutable = protection.masked(by: UInt64(PROT_EXEC), is: 0)
    let advice = SystemCallArgument(2)
    return [
      .allow("brk"), .allow("munmap"), .allow("mremap"),
      .allow("mmap", where: notExecutable), .allow("mprotect", where: notExecutable),
      // Returning memory to the system. MADV_REMOVE is not allowed: it would punch a hole into the
      // arena and kill the viewer that reads it.
      .allow("madvise", where: advice == UInt64(MADV_DONTNEED)),
      .allow("madvise", where: advice == UInt64(MADV_FREE)),
      // Newer glibc versions try MADV_GUARD_INSTALL (102) for stacks, and work without it.
      .refuse("madvise", with: EINVAL, where: advice == 102),
    ]
  }

  static func threads(process: UInt32) -> [SystemCallRule] {
    let flags = SystemCallArgument(0)
    let option = SystemCallArgument(0)
    let own = SystemCallArgument(0) == UInt64(process)
    let thread = UInt64(CLONE_VM) | UInt64(CLONE_SIGHAND) | UInt64(CLONE_THREAD)
    // These bits are the namespace flags (CLONE_NEW…), which a thread never has.
    let namespaces: UInt64 = 0x7E02_0000
    return [
      .allow("clone", where: flags.masked(by: thread | namespaces, is: thread)),
      // clone3's flags are in memory, which a filter can't read: glibc falls back to clone.
      .refuse("clone3", with: ENOSYS),
      .allow("futex"), .allow("set_robust_list"), .allow("rseq"), .allow("sched_yield"),
      .allow("gettid"), .allow("getpid"), .allow("restart_syscall"),
      .allow("rt_sigaction"), .allow("rt_sigprocmask"), .allow("rt_sigreturn"),
      .allow("tgkill", where: own),
      // A thread's own name, which newer GLib versions read to pass it on.
      .allow("prctl", where: option == UInt64(PR_SET_NAME)),
      .allow("prctl", where: option == UInt64(PR_GET_NAME)),
      // Names for anonymous memory, which newer glibc versions try to set.
      .refuse("prctl", with: EINVAL, where: option == 0x5356_4D41),
      // Reading limits, which glibc does too. Setting them is not allowed: the viewer raises the
      // limit on processor time as it sends work.
      .allow("prlimit64", where: SystemCallArgument(0) == 0, SystemCallArgument(2) == 0),
    ]
  }

  /// Queries that libraries can do without: the terminal of a stream, the number of processors, the
  /// size of memory, time zone and translation files.
  private static let harmless: [SystemCallRule] = [
    .refuse("ioctl", with: EPERM), .refuse("open", with: EACCES),
    .refuse("readlink", with: EACCES), .refuse("sched_getaffinity", with: EPERM),
    .refuse("sysinfo", with: EPERM),
  ]
}
