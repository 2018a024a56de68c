import Glibc
import MinesweeperBoard

/// Writes the game's icon to a file.
enum IconFile {
  /// The size of the desktop icon, in pixels.
  private static let edge = 128

  /// Writes the icon; on failure returns false, and `errno` has the reason.
  static func write(to path: String) -> Bool {
    guard let bytes = GameIcon.pixels(size: edge)?.png() else { return false }
    guard let file = fopen(path, "we") else { return false }
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isWritten
  }
}
