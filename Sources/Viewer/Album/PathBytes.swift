/// Paths as the system has them: bytes between slashes, of no particular encoding.
enum PathBytes {
  private static let slash = UInt8(ascii: "/")

  /// What follows the last slash; of a path that ends in slashes, the part before them.
  static func lastComponent(of path: [UInt8]) -> ArraySlice<UInt8> {
    var end = path.count
    while end > 1 && path[end - 1] == slash { end -= 1 }
    let head = path[..<end]
    guard let last = head.dropLast(end > 1 ? 0 : 1).lastIndex(of: slash) else { return head }
    return head[(last + 1)...]
  }

  /// The folder that a file's path is in, with its last slash; empty for the working directory.
  static func folder(of path: [UInt8]) -> [UInt8] {
    guard let last = path.lastIndex(of: slash) else { return [] }
    return Array(path[...last])
  }

  /// A folder's path as its entries' paths begin.
  static func prefix(forEntriesOf folder: [UInt8]) -> [UInt8] {
    folder.isEmpty || folder.last == slash ? folder : folder + [slash]
  }
}
