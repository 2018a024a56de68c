import CAttempts
import Glibc

/// Attempts of a decoder that may read fonts in a folder, inside and outside of it.
enum FontAttempts {
  private static let here = Int(AT_FDCWD)

  /// All attempts, with a folder that contains `font` and a symbolic `link` that leads out of it.
  static func all(_ folder: String) -> [Attempt] {
    let font = folder + "/font"
    return [
      Attempt("font", call: SYS_openat, path: font, at: 1, here, Int(O_CLOEXEC)),
      Attempt("font-for-writing", call: SYS_openat, path: font, at: 1, here, Int(O_WRONLY)),
      Attempt("font-for-both", call: SYS_openat, path: font, at: 1, here, Int(O_RDWR)),
      Attempt("font-cut", call: SYS_openat, path: font, at: 1, here, Int(O_TRUNC)),
      Attempt("font-made", call: SYS_openat, path: folder + "/new", at: 1, here, 0o100, 0o600),
      Attempt("font-by-path", call: SYS_openat, path: font, at: 1, here, 0o10000000),
      Attempt("folder", call: SYS_openat, path: folder, at: 1, here, Int(O_DIRECTORY)),
      Attempt("folder-as-file", call: SYS_openat, path: folder, at: 1, here, 0),
      Attempt("link-out", call: SYS_openat, path: folder + "/link", at: 1, here, 0),
      Attempt(
        "parent", call: SYS_openat, path: folder + "/../../etc/passwd", at: 1, here, 0),
      Attempt("memory", call: SYS_openat, path: "/proc/self/mem", at: 1, here, 0),
      Attempt("environment", call: SYS_openat, path: "/proc/1/environ", at: 1, here, 0),
      Attempt("arena-again", call: SYS_openat, path: "/proc/self/fd/5", at: 1, here, 0),
      Attempt(
        "arena-for-writing", call: SYS_openat, path: "/proc/self/fd/5", at: 1, here, Int(O_RDWR)),
      Attempt("openat2", call: 437, path: font, at: 1, here, 0, 24),
      Attempt("seals", call: SYS_fcntl, 5, Int(F_GETFL)),
    ]
  }
}
