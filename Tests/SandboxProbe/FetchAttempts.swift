import CAttempts
import CLinux
import Glibc

/// Attempts of the fetcher.
enum FetchAttempts {
  private static let here = Int(AT_FDCWD)

  /// All attempts, with a folder that contains `secret` and the cache folder `cache`.
  static func all(_ folder: String) -> [Attempt] { files(folder) + network + processes }

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

  private static let processes: [Attempt] = [
    Attempt("raise-processor-time") { _ in
      Int(fresnel_set_limit(fresnel_limit_cpu, .max, .max))
    },
    Attempt("program", call: SYS_execve, path: "/bin/true", at: 0, 0, 0),
    Attempt("fork", call: SYS_fork),
    Attempt("child", call: SYS_clone, 17, 0, 0, 0, 0),
    Attempt("ptrace", call: SYS_ptrace, 0, 0, 0, 0),
    Attempt("signal", call: SYS_kill, Int(getppid()), 0),
    Attempt("namespace", call: SYS_unshare, 0x1000_0000),
    Attempt("code", call: SYS_mmap, 0, 4096, 5, 0x22, -1, 0),
    Attempt("ring", call: SYS_io_uring_setup, 4, 0),
  ]
}
