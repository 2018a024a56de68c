import CAttempts
import CLinux
import Glibc

/// All attempts that the probe knows.
enum Attempts {
  static let all: [Attempt] =
    files + descriptors + network + processes + memory + kernel + limits

  private static let file = "/etc/passwd"

  private static let files: [Attempt] = [
    Attempt("open", call: SYS_open, path: file, at: 0, 0),
    Attempt("openat", call: SYS_openat, path: file, at: 1, Int(AT_FDCWD), 0),
    Attempt("open-for-writing", call: SYS_open, path: "/tmp/probe", at: 0, 0o102, 0o600),
    Attempt("creat", call: SYS_creat, path: "/tmp/probe", at: 0, 0o600),
    Attempt("stat", call: SYS_stat, path: file, at: 0, scratch),
    Attempt("lstat", call: SYS_lstat, path: file, at: 0, scratch),
    Attempt("newfstatat", call: SYS_newfstatat, path: file, at: 1, Int(AT_FDCWD), scratch, 0),
    Attempt(
      "newfstatat-absolute-empty-path", call: SYS_newfstatat, path: file, at: 1, 0, scratch, 0x1000),
    Attempt("statx", call: SYS_statx, path: file, at: 1, Int(AT_FDCWD), 0, 0xFFF, scratch),
    Attempt("access", call: SYS_access, path: file, at: 0, 0),
    Attempt("faccessat", call: SYS_faccessat, path: file, at: 1, Int(AT_FDCWD), 0),
    Attempt("readlink", call: SYS_readlink, path: "/proc/self/exe", at: 0, scratch, 100),
    Attempt("getcwd", call: SYS_getcwd, scratch, 100),
    Attempt("chdir", call: SYS_chdir, path: "/", at: 0),
    Attempt("unlink", call: SYS_unlink, path: "/tmp/probe-canary", at: 0),
    Attempt("mkdir", call: SYS_mkdir, path: "/tmp/probe-folder", at: 0, 0o700),
    Attempt("symlink", call: SYS_symlink, attempt_address(root), attempt_address(root)),
    Attempt("chmod", call: SYS_chmod, path: "/tmp/probe-canary", at: 0, 0o777),
    Attempt("truncate", call: SYS_truncate, path: "/tmp/probe-canary", at: 0, 0),
    Attempt("mount", call: SYS_mount, attempt_address(root), attempt_address(root)),
    Attempt("inotify", call: SYS_inotify_init1, 0),
  ]

  /// Manipulating the arena, and getting another handle on it.
  private static let descriptors: [Attempt] = [
    Attempt("reopen-arena", call: SYS_open, path: "/proc/self/fd/5", at: 0, 2),
    Attempt("memory-file", call: SYS_open, path: "/proc/self/mem", at: 0, 2),
    Attempt("ftruncate-arena", call: SYS_ftruncate, 5, 0),
    Attempt("fallocate-arena", call: SYS_fallocate, 5, 0, 0, 1 << 20),
    Attempt("punch-hole-in-arena", call: SYS_fallocate, 5, 3, 0, 4096),
    Attempt("reseal-arena", call: SYS_fcntl, 5, Int(F_ADD_SEALS), 16),
    Attempt("memfd_create", call: SYS_memfd_create, attempt_address(root), 0),
    Attempt("dup", call: SYS_dup, 4),
    Attempt("pipe", call: SYS_pipe, scratch),
    Attempt("eventfd", call: SYS_eventfd2, 0, 0),
    Attempt("tty-input", call: SYS_ioctl, 0, 0x5412, attempt_address(root)),  // TIOCSTI
    Attempt("ioctl", call: SYS_ioctl, 4, 0x541B, scratch),  // FIONREAD
    Attempt("sendmsg", call: SYS_sendmsg, 3, scratch, 0),
    Attempt("sendto", call: SYS_sendto, 3, scratch, 1, 0),
    Attempt("write-to-picture", call: SYS_write, 4, attempt_address(root), 1),
  ]

  private static let network: [Attempt] = [
    Attempt("socket-unix", call: SYS_socket, 1, 1, 0),
    Attempt("socket-tcp", call: SYS_socket, 2, 1, 0),
    Attempt("socket-udp", call: SYS_socket, 2, 2, 0),
    Attempt("socket-tcp6", call: SYS_socket, 10, 1, 0),
    Attempt("socket-netlink", call: SYS_socket, 16, 3, 0),
    Attempt("socketpair", call: SYS_socketpair, 1, 1, 0, scratch),
    // Uses a socket from before the sandbox, on a descriptor number that stays open.
    Attempt("connect-x-server") {
      let number = Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
      return Int(dup2(Int32(number), 4))
    } run: { number in
      connect(Int32(number), to: "/tmp/.X11-unix/X0")
    },
    Attempt("bind", call: SYS_bind, 3, scratch, 2),
    Attempt("listen", call: SYS_listen, 3, 1),
  ]

  private static let processes: [Attempt] = [
    Attempt("execve", call: SYS_execve, path: "/bin/true", at: 0, 0, 0),
    Attempt("execveat", call: SYS_execveat, path: "/bin/true", at: 1, Int(AT_FDCWD), 0, 0, 0),
    Attempt("fork") { _ in Int(systemCall(SYS_fork, [])) },
    Attempt("fork-by-clone", call: SYS_clone, Int(SIGCHLD)),
    Attempt("vfork", call: SYS_vfork),
    Attempt("clone-new-user", call: SYS_clone, 0x1000_0000 | Int(SIGCHLD)),
    Attempt("clone-process-of-same-memory", call: SYS_clone, 0x100 | 0x800 | Int(SIGCHLD)),
    Attempt("clone3-new-user") { _ in
      var arguments = [UInt64](repeating: 0, count: 11)
      arguments[0] = 0x1000_0000
      arguments[4] = UInt64(SIGCHLD)
      return arguments.withUnsafeBytes {
        systemCall(SYS_clone3, [attempt_address($0.baseAddress), 88])
      }
    },
    // The viewer ends what a decoder starts by its process group.
    Attempt("own-session", call: SYS_setsid),
    Attempt("own-group", call: SYS_setpgid, 0, 0),
    Attempt("unshare", call: SYS_unshare, 0x1000_0000),
    Attempt("setns", call: SYS_setns, 4, 0),
    Attempt("ptrace-parent", call: SYS_ptrace, 16, Int(getppid())),
    Attempt("ptrace-traceme", call: SYS_ptrace, 0),
    Attempt("process_vm_readv", call: SYS_process_vm_readv, Int(getppid()), scratch, 1, scratch, 1),
    Attempt(
      "process_vm_writev", call: SYS_process_vm_writev, Int(getppid()), scratch, 1, scratch, 1),
    Attempt("kill-parent", call: SYS_kill, Int(getppid()), 0),
    Attempt("kill-everybody", call: SYS_kill, -1, 0),
    Attempt("tgkill-parent", call: SYS_tgkill, Int(getppid()), Int(getppid()), 0),
    Attempt("tkill-parent", call: SYS_tkill, Int(getppid()), 0),
    Attempt("queue-signal", call: SYS_rt_sigqueueinfo, Int(getppid()), 0, scratch),
    Attempt("pidfd_open", call: SYS_pidfd_open, Int(getppid()), 0),
    Attempt("setuid", call: SYS_setuid, 0),
    Attempt("setpriority", call: SYS_setpriority, 0, 0, -5),
  ]

  private static let memory: [Attempt] = [
    Attempt("mmap-executable", call: SYS_mmap, 0, 4096, 5, 0x22, -1, 0),
    Attempt("mmap-writable-executable", call: SYS_mmap, 0, 4096, 7, 0x22, -1, 0),
    Attempt("mprotect-executable") {
      Int(bitPattern: mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    } run: { address in
      systemCall(SYS_mprotect, [address, 4096, 5])
    },
    Attempt("pkey_mprotect", call: SYS_pkey_mprotect, 0, 4096, 5, -1),
    Attempt("madvise-remove", call: SYS_madvise, 0, 4096, 9),
    Attempt("userfaultfd", call: SYS_userfaultfd, 0),
    Attempt("remap_file_pages", call: SYS_remap_file_pages, 0, 0, 0, 0, 0),
    Attempt("mlockall", call: SYS_mlockall, 3),
  ]

  private static let kernel: [Attempt] = [
    Attempt("io_uring", call: 425, 1, scratch),
    Attempt("bpf", call: SYS_bpf, 0, scratch, 64),
    Attempt("perf_event_open", call: SYS_perf_event_open, scratch, 0, -1, -1, 0),
    Attempt("keyctl", call: SYS_keyctl, 0, -3, 0),
    Attempt("add_key", call: SYS_add_key, scratch, scratch, 0, 0, -3),
    Attempt("prctl-dumpable", call: SYS_prctl, Int(PR_SET_DUMPABLE), 1),
    Attempt("prctl-death-signal", call: SYS_prctl, Int(PR_SET_PDEATHSIG), 0),
    Attempt("seccomp", call: SYS_seccomp, 2, 0, 0),
    Attempt("init_module", call: SYS_init_module, scratch, 0, attempt_address(root)),
    Attempt("kexec", call: SYS_kexec_load, 0, 0, 0, 0),
    Attempt("syslog", call: SYS_syslog, 10, 0, 0),
    Attempt("uname", call: SYS_uname, scratch),
    Attempt("settimeofday", call: SYS_settimeofday, scratch, 0),
    Attempt("personality", call: SYS_personality, 0xFFFF_FFFF),
    Attempt("call-of-32-bit") { _ in attempt_32_bit() },
    Attempt("call-of-x32", call: 0x4000_0000 | SYS_getpid),
    Attempt("unknown-call", call: 10_000),
  ]

  private static let limits: [Attempt] = [
    raise("raise-file-size", fresnel_limit_file_size),
    raise("raise-descriptors", fresnel_limit_descriptors),
    raise("raise-core", fresnel_limit_core),
    raise("raise-address-space", fresnel_limit_address_space),
    raise("raise-processor-time", fresnel_limit_cpu),
    Attempt("lower-soft-processor-time") { _ in
      Int(fresnel_set_limit(fresnel_limit_cpu, 1 << 20, .max))
    },
    Attempt("lower-file-size") { _ in Int(fresnel_set_limit(fresnel_limit_file_size, 1, 1)) },
    Attempt(
      "limit-parent", call: SYS_prlimit64, Int(getppid()), Int(fresnel_limit_cpu), 0, scratch),
    Attempt("old-setrlimit", call: SYS_setrlimit, Int(fresnel_limit_address_space), scratch),
    Attempt("too-much-memory") { _ in
      Int(bitPattern: mmap(nil, 8 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    },
  ]

  private static func raise(_ name: String, _ resource: Int32) -> Attempt {
    Attempt(name) { _ in Int(fresnel_set_limit(resource, 1 << 40, 1 << 40)) }
  }

  private static func connect(_ number: Int32, to path: String) -> Int {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) {
      systemCall(SYS_connect, [Int(number), attempt_address($0), MemoryLayout<sockaddr_un>.size])
    }
  }

  /// Memory that calls may read and write.
  nonisolated(unsafe) private static let buffer = calloc(1, 4096)
  private static let scratch = attempt_address(buffer)
  nonisolated(unsafe) private static let root = strdup("/")
}
