import Platform

/// The values in a slide's description that may be file names.
///
/// The description is read before entering the sandbox, so it is not parsed further: its values
/// are only compared with the names of the folder's files.
enum SlideDescription {
  /// The description file in a MIRAX slide's folder.
  static let ofMIRAX = "Slidedat.ini"

  /// The maximum number of bytes to read; OpenSlide accepts no more.
  private static let mostBytes = 1 << 20
  /// Longer values cannot be file names.
  private static let longestName = 255

  /// The text after the first equals sign of each line, without surrounding spaces.
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

  /// The first bytes of a file; its offset does not change.
  static func bytes(of descriptor: Int32, most: Int) -> [UInt8] {
    (try? FileDescriptor.readAll(descriptor, at: 0, limit: most)) ?? []
  }
}
