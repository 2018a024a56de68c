import CLinux
import CSeccomp
import Glibc

extension SystemCallRules {
  /// The action for calls that are not in the fetcher's list: they fail with `EPERM`.
  ///
  /// Libraries make various calls to resolve hosts; a failed lookup is better than a process that
  /// dies silently.
  package static let refusalOfFetching = 0x0005_0000 | UInt32(EPERM)

  /// The list for the fetcher, whose process id is `process`.
  ///
  /// Landlock limits the files it can open. It starts no programs, and nothing can connect to it.
  package static func fetching(process: UInt32) -> [SystemCallRule] {
    memory + threads(process: process) + input + network + files + questions + endings
  }

  private static var network: [SystemCallRule] {
    let family = SystemCallArgument(0)
    let request = SystemCallArgument(1)
    // No local sockets: they lead to the session bus, the SSH agent and the X server, and Landlock
    // before ABI version 9 does not cover those with a path.
    return [AF_INET, AF_INET6].map { number in
      .allow("socket", where: family == UInt64(number))
    } + [
      .allow("socketpair"), .allow("connect"), .allow("shutdown"),
      .allow("sendto"), .allow("sendmsg"), .allow("sendmmsg"),
      .allow("recvfrom"), .allow("recvmsg"), .allow("recvmmsg"),
      .allow("getsockname"), .allow("getpeername"), .allow("getsockopt"), .allow("setsockopt"),
      .allow("ioctl", where: request == UInt64(FIONBIO)),
      .allow("ioctl", where: request == UInt64(FIONREAD)),
      .allow("epoll_create1"), .allow("epoll_ctl"), .allow("epoll_wait"), .allow("epoll_pwait"),
      .allow("eventfd2"), .allow("pipe2"), .allow("select"), .allow("pselect6"),
    ]
  }

  /// Reading what Landlock allows, and keeping files in the cache folder.
  private static let files: [SystemCallRule] = [
    .allow("openat"), .allow("newfstatat"), .allow("statx"), .allow("fcntl"),
    .allow("access"), .allow("faccessat"), .allow("faccessat2"),
    .allow("readlink"), .allow("readlinkat"), .allow("getdents64"),
    .allow("readv"), .allow("writev"), .allow("pwrite64"), .allow("ftruncate"),
    .allow("fdatasync"), .allow("fsync"), .allow("flock"),
    .allow("mkdir"), .allow("mkdirat"), .allow("rename"), .allow("renameat"),
    .allow("renameat2"), .allow("unlink"), .allow("unlinkat"), .allow("utimensat"),
    .allow("statfs"), .allow("fstatfs"), .allow("umask"), .allow("dup"),
  ]

  /// Libraries' queries about the process and the machine.
  private static let questions: [SystemCallRule] = [
    .allow("uname"), .allow("sysinfo"), .allow("getppid"), .allow("sched_getaffinity"),
    .allow("getuid"), .allow("geteuid"), .allow("getgid"), .allow("getegid"),
    .allow("gettimeofday"), .allow("time"), .allow("nanosleep"), .allow("clock_nanosleep"),
    .allow("clock_getres"), .allow("sigaltstack"),
  ]

  /// Calls that no honest fetcher makes: the first attempt kills the process.
  private static let endings: [SystemCallRule] = [
    .end("execve"), .end("execveat"), .end("fork"), .end("vfork"), .end("ptrace"),
    .end("process_vm_readv"), .end("process_vm_writev"), .end("listen"), .end("accept"),
    .end("accept4"), .end("mount"), .end("umount2"), .end("pivot_root"), .end("chroot"),
    .end("setns"), .end("unshare"), .end("bpf"), .end("perf_event_open"), .end("userfaultfd"),
    .end("io_uring_setup"), .end("keyctl"), .end("add_key"), .end("init_module"),
    .end("finit_module"), .end("kexec_load"), .end("open_by_handle_at"), .end("kill"),
    .end("setuid"), .end("setgid"), .end("setresuid"), .end("setresgid"),
  ]
}
