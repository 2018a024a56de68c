/// A file's name in bytes of any encoding, as a stem and an extension with its dot.
package struct FileName: Hashable, Sendable {
  /// The name without its extension.
  package let stem: [UInt8]
  /// The extension with its dot; empty if there is none.
  package let ending: [UInt8]

  /// The maximum number of bytes in a name (`NAME_MAX`).
  package static let limit = 255
  /// The maximum length of an extension; longer text after a dot belongs to the stem.
  private static let longestEnding = 16

  /// Splits a name; a leading dot marks a hidden file, not an extension.
  package init(_ name: [UInt8]) {
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    let end = dot > 0 && name.count - dot <= Self.longestEnding ? dot : name.count
    stem = Array(name[..<end])
    ending = Array(name[end...])
  }

  /// Returns the name with a number, as in `photo (1).jpg`, truncated to the maximum length.
  package func numbered(_ number: Int) -> [UInt8] {
    let tail = Array(" (\(number))".utf8) + ending
    var end = min(stem.count, Self.limit - tail.count)
    if end < stem.count {
      // Do not split a UTF-8 character; in other encodings, at most three bytes more are lost.
      let whole = end
      while end > 0, whole - end < 3, stem[end] & 0xC0 == 0x80 { end -= 1 }
    }
    return Array(stem[..<end]) + tail
  }

  /// Returns what is wrong with a new name; `nil` if it is valid.
  package static func flaw(in name: [UInt8]) -> FileChangeError.Kind? {
    if name.isEmpty { return .emptyName }
    if name == Array(".".utf8) || name == Array("..".utf8) || name.contains(0)
      || name.contains(UInt8(ascii: "/"))
    {
      return .badName
    }
    return name.count > limit ? .longName : nil
  }
}

/// A path as the folder, with its slash, and the name in it.
struct FilePlace: Hashable, Sendable {
  /// The folder with a slash at the end; empty for the working directory.
  let folder: [UInt8]
  /// The name in the folder.
  let name: [UInt8]

  init(_ path: [UInt8]) {
    let end = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    folder = Array(path[..<end])
    name = Array(path[end...])
  }

  /// Creates the place of a name in a folder whose slash may be missing.
  init(_ name: [UInt8], in folder: [UInt8]) {
    let hasSlash = folder.isEmpty || folder.last == UInt8(ascii: "/")
    self.folder = hasSlash ? folder : folder + [UInt8(ascii: "/")]
    self.name = name
  }

  var path: [UInt8] { folder + name }

  /// The folder's path for system calls.
  var folderPath: [UInt8] { folder.isEmpty ? [UInt8(ascii: ".")] : folder }

  /// The same name with a number.
  func numbered(_ number: Int) -> FilePlace {
    FilePlace(FileName(name).numbered(number), in: folder)
  }
}
