import Glibc
import Platform
import TilePlaces

extension NamedTiles {
  /// Tiles in a folder that a path names by a template; `nil` where it is none, or where a file or
  /// folder has just that name.
  package init?(path: [UInt8]) {
    guard path.contains(UInt8(ascii: "{")), let text = String(validating: path, as: UTF8.self)
    else { return nil }
    var status = stat()
    guard path.withCPath({ lstat($0, &status) }) != 0 else { return nil }
    self.init(text)
  }
}
