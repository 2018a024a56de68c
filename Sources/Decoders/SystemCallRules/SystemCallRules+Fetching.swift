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
    memory + threads(process: process) + input + network + files + descriptorFlags + questions
      + endings
  }

  private static var network: [SystemCallRule] {
    let family = SystemCallArgument(0)
    let kind = SystemCallArgument(1)
    let request = SystemCallArgument(1)
    let kindOnly: UInt32 = ~(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    // libcurl wakes its threads through a pair of stream sockets. A datagram socket could be
    // connected again, and would reach the system's log and every other socket of that kind.
    let pair = SystemCallRule.allow(
      "socketpair", where: family == UInt64(AF_UNIX),
      kind.masked(by: UInt64(kindOnly), is: UInt64(SOCK_STREAM.rawValue)))
    // No local sockets: they lead to the session bus, the SSH agent and the X server, and Landlock
    // before ABI version 9 does not cover those with a path.
    return [AF_INET, AF_INET6].map { number in
      .allow("socket", where: family == UInt64(number))
    } + [
      pair, .allow("connect"), .allow("shutdown"),
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
    .allow("openat"), .allow("newfstatat"), .allow("statx"),
    .allow("access"), .allow("faccessat"), .allow("faccessat2"),
    .allow("readlink"), .allow("readlinkat"), .allow("getdents64"),
    .allow("readv"), .allow("writev"), .allow("pwrite64"), .allow("ftruncate"),
    .allow("fdatasync"), .allow("fsync"), .allow("flock"),
    .allow("mkdir"), .allow("mkdirat"), .allow("rename"), .allow("renameat"),
    .allow("renameat2"), .allow("unlink"), .allow("unlinkat"), .allow("utimensat"),
    .allow("statfs"), .allow("fstatfs"), .allow("umask"), .allow("dup"),
  ]

  /// Copies and flags of descriptors.
  ///
  /// Owners, signals, leases, notices and `O_ASYNC` are refused: with them a descriptor sends any
  /// signal to any of the user's programs.
  private static var descriptorFlags: [SystemCallRule] {
    let command = SystemCallArgument(1)
    let flags = SystemCallArgument(2)
    let plain: [SystemCallRule] = [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL].map {
      .allow("fcntl", where: command == UInt64($0))
    }
    return plain + [
      .allow(
        "fcntl", where: command == UInt64(F_SETFL), flags.masked(by: UInt64(O_ASYNC), is: 0))
    ]
  }

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
