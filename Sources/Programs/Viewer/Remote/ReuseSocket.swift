import Glibc
import Platform

/// The socket of the window that opens the pictures of later starts.
package enum ReuseSocket {
  /// Returns its path, `$XDG_RUNTIME_DIR/fresnel/DISPLAY`; `nil` without these variables, or if
  /// another user could reach the folder, which is created.
  package static func path(
    environment: (_ name: String) -> [UInt8]? = environmentVariable
  ) -> [UInt8]? {
    guard let runtime = environment("XDG_RUNTIME_DIR"), runtime.first == UInt8(ascii: "/"),
      let display = environment("DISPLAY"), !display.isEmpty
    else { return nil }
    let folder = PathBytes.prefix(forEntriesOf: runtime) + Array("fresnel".utf8)
    _ = folder.withCPath { mkdir($0, 0o700) }
    var status = stat()
    guard folder.withCPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return folder + [UInt8(ascii: "/")] + name(of: display)
  }

  /// Returns a display's name as a file's: without the screen if it is the first, and without
  /// slashes.
  private static func name(of display: [UInt8]) -> [UInt8] {
    var name = display
    if name.suffix(2) == Array(".0".utf8)[...], name.contains(UInt8(ascii: ":")) {
      name.removeLast(2)
    }
    return name.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "%") : $0 }
  }
}
