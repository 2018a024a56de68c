import Glibc
import Platform
import TilePlaces

extension NamedTiles {
  /// Tiles in a folder, from a path that is a template; `nil` if it isn't one, or a file or folder
  /// has exactly that name.
  package init?(path: [UInt8]) {
    guard path.contains(UInt8(ascii: "{")), let text = String(validating: path, as: UTF8.self)
    else { return nil }
    var status = stat()
    guard path.withCPath({ lstat($0, &status) }) != 0 else { return nil }
    self.init(text)
  }
}
