import CLinux
import DecoderProtocol
import Glibc

/// The allow-list of system calls: what decoding needs, and nothing that leads out.
///
/// A call that no honest decoder makes ends the process at once (SIGSYS), so that an attack is
/// seen and can't try the next one. The few calls by which libraries look around harmlessly fail
/// with an error, as on a system that has not what they look for. Programs of other instruction
/// sets (32-bit, x32) are not let past the door.
///
/// They are compiled ahead (`SeccompProgram`): DecoderKit has the finished programs in a table.
package enum SystemCallRules {
  /// The list, for a process that calls itself `process`, and perhaps writes what it caches, or
  /// reads fonts.
  package static func list(
    process: UInt32, writesScratch: Bool, readsFonts: Bool = false
  ) -> [SystemCallRule] {
    memory + threads(process: process) + input + harmless + tiles + (writesScratch ? scratch : [])
      + (readsFonts ? fonts : looking)
  }

  /// Opening files for reading and no other way, and what C's library asks of an open one.
  ///
  /// Which files those are is Landlock's to say. Metadata of any file can be had: what a name is
  /// can't be told from what an open file is, whose name is empty.
  private static var fonts: [SystemCallRule] {
    let flags = SystemCallArgument(2)
    let harmless = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    // O_CREAT and O_TRUNC, O_DIRECTORY and O_PATH: a library that tries goes on without.
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
      // Seen by nobody: whether a font is there is found out by opening it.
      .refuse("access", with: 0),
    ]
      + refused.map { flag in
        .refuse("openat", with: EACCES, where: flags.masked(by: UInt64(flag), is: UInt64(flag)))
      }
  }

  /// Looking for files, which fails.
  private static let looking: [SystemCallRule] = [
    .refuse("openat", with: EACCES), .refuse("newfstatat", with: EACCES),
    .refuse("access", with: EACCES),
  ]

  /// Writing at places of the arena, which is mapped as well, and whose size is sealed.
  private static var tiles: [SystemCallRule] { [writing(at: WireFormat.arenaDescriptor)] }

  /// Writing at places of the scratch file.
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
      // Memory goes back to the system; MADV_REMOVE, which would punch a hole into the arena and
      // kill the viewer that reads it, is not among these.
      .allow("madvise", where: advice == UInt64(MADV_DONTNEED)),
      .allow("madvise", where: advice == UInt64(MADV_FREE)),
      // A newer glibc tries MADV_GUARD_INSTALL (102) for stacks, and goes on without.
      .refuse("madvise", with: EINVAL, where: advice == 102),
    ]
  }

  static func threads(process: UInt32) -> [SystemCallRule] {
    let flags = SystemCallArgument(0)
    let option = SystemCallArgument(0)
    let own = SystemCallArgument(0) == UInt64(process)
    let thread = UInt64(CLONE_VM) | UInt64(CLONE_SIGHAND) | UInt64(CLONE_THREAD)
    // Namespaces (CLONE_NEW…) have these bits; a thread has none of them.
    let namespaces: UInt64 = 0x7E02_0000
    return [
      .allow("clone", where: flags.masked(by: thread | namespaces, is: thread)),
      // Its flags lie in memory, where a filter can't look: glibc goes back to clone.
      .refuse("clone3", with: ENOSYS),
      .allow("futex"), .allow("set_robust_list"), .allow("rseq"), .allow("sched_yield"),
      .allow("gettid"), .allow("getpid"), .allow("restart_syscall"),
      .allow("rt_sigaction"), .allow("rt_sigprocmask"), .allow("rt_sigreturn"),
      .allow("tgkill", where: own),
      // A thread's own name, which a newer GLib reads to give it to the next one.
      .allow("prctl", where: option == UInt64(PR_SET_NAME)),
      .allow("prctl", where: option == UInt64(PR_GET_NAME)),
      // Names for anonymous memory, which a newer glibc tries to give.
      .refuse("prctl", with: EINVAL, where: option == 0x5356_4D41),
      // Limits are read, by glibc too, and not set: those of processor time are the viewer's.
      .allow("prlimit64", where: SystemCallArgument(0) == 0, SystemCallArgument(2) == 0),
    ]
  }

  /// What libraries ask on the way, and do without: the terminal behind a stream, the number of
  /// processors, the size of memory, a time zone or a translation in a file.
  private static let harmless: [SystemCallRule] = [
    .refuse("ioctl", with: EPERM), .refuse("open", with: EACCES),
    .refuse("readlink", with: EACCES), .refuse("sched_getaffinity", with: EPERM),
    .refuse("sysinfo", with: EPERM),
  ]
}
