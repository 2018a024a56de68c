import Platform

/// What a slide's description says, as far as it matters which files it names.
///
/// It is read before the lock-down, so nothing of it is understood: values are bytes that names of
/// files are compared with.
enum SlideDescription {
  /// The file of a MIRAX slide's folder that describes it.
  static let ofMIRAX = "Slidedat.ini"

  /// The most bytes that are read: OpenSlide takes no longer one.
  private static let mostBytes = 1 << 20
  /// Values longer than any file's name are none.
  private static let longestName = 255

  /// What stands behind the first equals sign of each line, without the spaces around it.
  static func values(of descriptor: Int32) -> Set<[UInt8]> {
    var values: Set<[UInt8]> = []
    for line in bytes(of: descriptor, most: mostBytes).split(separator: UInt8(ascii: "\n")) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = line[(equals + 1)...].drop(while: isSpace)
      guard let last = value.lastIndex(where: { !isSpace($0) }) else { continue }
      let name = value[...last]
      if name.count <= longestName { values.insert(Array(name)) }
    }
    return values
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 13 }

  /// The first bytes of a file, which stays where it is.
  static func bytes(of descriptor: Int32, most: Int) -> [UInt8] {
    (try? FileDescriptor.readAll(descriptor, at: 0, limit: most)) ?? []
  }
}
