import Platform

/// A name that is an address of the web: what begins with `http://` or `https://`.
///
/// A file of such a name is opened as `./http:…`.
package enum WebName {
  /// Whether a name is an address, as it stands.
  package static func isAddress(_ path: [UInt8]) -> Bool {
    let start = String(decoding: path.prefix(9), as: UTF8.self).lowercased()
    return ["http://", "https://"].contains { start.hasPrefix($0) && start != $0 }
  }

  /// An address as people are shown it: without a name and a password.
  package static func shown(_ path: [UInt8]) -> [UInt8] {
    let text = String(decoding: path, as: UTF8.self)
    guard let rest = text.rest(afterBytesOf: "://") else { return path }
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard let at = rest[..<hostEnd].lastIndex(of: "@") else { return path }
    return Array((text[..<rest.startIndex] + rest[rest.index(after: at)...]).utf8)
  }

  /// What a title calls it: the last part of its path that says something.
  package static func title(_ path: [UInt8]) -> [UInt8] {
    let text = String(decoding: shown(path), as: UTF8.self)
    guard let rest = text.rest(afterBytesOf: "://") else { return path }
    let plain =
      InternetImaging.picture(of: text)?[...] ?? rest.prefix { !"?#".contains($0) }
    return lastWord(of: plain).map { Array($0.utf8) } ?? path
  }

  /// What a title calls tiles in a folder, which a template names.
  package static func title(ofTemplate path: [UInt8]) -> [UInt8] {
    lastWord(of: String(decoding: path, as: UTF8.self)[...]).map { Array($0.utf8) } ?? path
  }

  private static func lastWord(of path: Substring) -> Substring? {
    let parts = path.split(separator: "/")
    return parts.last { !descriptions.contains($0) && !$0.contains("{") } ?? parts.last
  }

  /// Names that every description of its kind has.
  private static let descriptions: Set<Substring> = [
    "info.json", "ImageProperties.xml", "manifest", "manifest.json",
  ]
}
