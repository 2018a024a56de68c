import Glibc
import MinesweeperBoard

/// The game's icon in a file.
enum IconFile {
  /// The edge of the icon that desktops are given, in pixels.
  private static let edge = 128

  /// Writes it; `errno` has the reason where that fails.
  static func write(to path: String) -> Bool {
    guard let bytes = GameIcon.pixels(size: edge)?.png() else { return false }
    guard let file = fopen(path, "we") else { return false }
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isWritten
  }
}
