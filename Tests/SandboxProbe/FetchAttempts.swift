import CAttempts
import CLinux
import Glibc

/// Attempts of the fetcher.
enum FetchAttempts {
  private static let here = Int(AT_FDCWD)

  /// All attempts, with a folder that contains `secret` and the cache folder `cache`.
  static func all(_ folder: String) -> [Attempt] {
    files(folder) + network + processes + descriptors + limits
  }

  private static func files(_ folder: String) -> [Attempt] {
    [
      Attempt("hosts", call: SYS_openat, path: "/etc/hosts", at: 1, here, 0),
      Attempt(
        "kept", call: SYS_openat, path: folder + "/cache/new", at: 1, here, 0o102, 0o600),
      Attempt("shelf", call: SYS_mkdir, path: folder + "/cache/shelf", at: 0, 0o700),
      Attempt("users", call: SYS_openat, path: "/etc/passwd", at: 1, here, 0),
      Attempt("secret", call: SYS_openat, path: folder + "/secret", at: 1, here, 0),
      Attempt(
        "secret-from-cache", call: SYS_openat, path: folder + "/cache/../secret", at: 1, here, 0),
      Attempt("written", call: SYS_openat, path: folder + "/new", at: 1, here, 0o102, 0o600),
      Attempt("hosts-written", call: SYS_openat, path: "/etc/hosts", at: 1, here, 1),
      Attempt("removed", call: SYS_unlink, path: folder + "/secret", at: 0),
      Attempt("memory", call: SYS_openat, path: "/proc/self/mem", at: 1, here, 2),
      Attempt("environment", call: SYS_openat, path: "/proc/1/environ", at: 1, here, 0),
      Attempt("mode", call: SYS_chmod, path: folder + "/secret", at: 0, 0o777),
      Attempt("link", call: SYS_symlink, path: folder + "/secret", at: 0, 0),
    ]
  }

  private static let network: [Attempt] = [
    Attempt("tcp", call: SYS_socket, 2, 1, 0),
    Attempt("udp", call: SYS_socket, 2, 2, 0),
    Attempt("tcp6", call: SYS_socket, 10, 1, 0),
    Attempt("packets", call: SYS_socket, 17, 3, 0),
    // Local sockets lead to the session bus, the SSH agent, the X server and containers.
    Attempt("local-stream", call: SYS_socket, 1, 1, 0),
    Attempt("local-packets", call: SYS_socket, 1, 5, 0),
    Attempt("local-datagrams", call: SYS_socket, 1, 2, 0),
    Attempt("netlink", call: SYS_socket, 16, 3, 0),
    Attempt("session-bus", connectsTo: "/run/user/\(getuid())/bus"),
    Attempt("ssh-agent", connectsTo: "/run/user/\(getuid())/ssh-agent"),
    Attempt("x-server", connectsTo: "/tmp/.X11-unix/X0"),
    Attempt("docker", connectsTo: "/run/docker.sock"),
    Attempt("abstract-x-server", connectsTo: "\0/tmp/.X11-unix/X0"),
    // libcurl's own pair; a datagram socket could be connected again.
    Attempt("pair") { _ in socketPair(of: 1 | 0x80800) },
    Attempt("datagram-pair") { _ in socketPair(of: 2) },
    Attempt("packet-pair") { _ in socketPair(of: 5 | 0x80000) },
    Attempt("datagram-to-log", connectsTo: "/dev/log", fromPairOf: 2),
    Attempt("bluetooth", call: SYS_socket, 31, 3, 0),
    Attempt("virtual-machine", call: SYS_socket, 40, 1, 0),
    Attempt(
      "bound",
      run: { _ in
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        let own = systemCall(SYS_socket, [2, 1, 0])
        return withUnsafeBytes(of: &address) { bytes in
          systemCall(
            SYS_bind,
            [own, bytes.baseAddress.map { attempt_address($0) } ?? 0, bytes.count])
        }
      }),
    Attempt("listening", call: SYS_listen, 3, 1),
    Attempt("accepting", call: SYS_accept4, 3, 0, 0, 0),
  ]

  /// Commands of `fcntl` on the control socket.
  private static let descriptors: [Attempt] = [
    Attempt("duplicate", call: SYS_fcntl, 3, Int(F_DUPFD_CLOEXEC), 0),
    Attempt("flags", call: SYS_fcntl, 3, Int(F_GETFL)),
    Attempt("not-blocking", call: SYS_fcntl, 3, Int(F_SETFL), Int(O_NONBLOCK)),
    // A descriptor with an owner, a signal and O_ASYNC sends that signal to the owner.
    Attempt("owner", call: SYS_fcntl, 3, 8, Int(getppid())),  // F_SETOWN
    Attempt("owning-thread", call: SYS_fcntl, 3, 15, 0),  // F_SETOWN_EX
    Attempt("signal-of-input", call: SYS_fcntl, 3, 10, 9),  // F_SETSIG
    Attempt("signals-of-input", call: SYS_fcntl, 3, Int(F_SETFL), Int(O_ASYNC | O_NONBLOCK)),
    Attempt("lease", call: SYS_fcntl, 3, 1024, 1),  // F_SETLEASE
    Attempt("notices", call: SYS_fcntl, 3, 1026, 1),  // F_NOTIFY
    Attempt("larger-pipe", call: SYS_fcntl, 3, 1031, 1 << 20),  // F_SETPIPE_SZ
  ]

  private static let limits: [Attempt] = [
    raise("raise-processor-time", fresnel_limit_cpu),
    raise("raise-file-size", fresnel_limit_file_size),
    raise("raise-descriptors", fresnel_limit_descriptors),
    raise("raise-address-space", fresnel_limit_address_space),
    raise("raise-core", fresnel_limit_core),
    Attempt("too-much-memory") { _ in
      Int(bitPattern: mmap(nil, 8 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    },
  ]

  private static func raise(_ name: String, _ resource: Int32) -> Attempt {
    Attempt(name) { _ in Int(fresnel_set_limit(resource, .max, .max)) }
  }

  private static let processes: [Attempt] = [
    Attempt("program", call: SYS_execve, path: "/bin/true", at: 0, 0, 0),
    Attempt("fork", call: SYS_fork),
    Attempt("child", call: SYS_clone, 17, 0, 0, 0, 0),
    Attempt("own-session", call: SYS_setsid),
    Attempt("own-group", call: SYS_setpgid, 0, 0),
    Attempt("ptrace", call: SYS_ptrace, 0, 0, 0, 0),
    Attempt("signal", call: SYS_kill, Int(getppid()), 0),
    Attempt("namespace", call: SYS_unshare, 0x1000_0000),
    Attempt("code", call: SYS_mmap, 0, 4096, 5, 0x22, -1, 0),
    Attempt("ring", call: SYS_io_uring_setup, 4, 0),
  ]
}
