import Platform

/// Names that are web addresses: they start with `http://` or `https://`.
///
/// A file with such a name can be opened as `./http:…`.
package enum WebName {
  /// True if a name is a web address.
  package static func isAddress(_ path: [UInt8]) -> Bool {
    let start = String(decoding: path.prefix(9), as: UTF8.self).lowercased()
    return ["http://", "https://"].contains { start.hasPrefix($0) && start != $0 }
  }

  /// An address for display, without credentials.
  package static func shown(_ path: [UInt8]) -> [UInt8] {
    let text = String(decoding: path, as: UTF8.self)
    guard let rest = text.rest(afterBytesOf: "://") else { return path }
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard let at = rest[..<hostEnd].lastIndex(of: "@") else { return path }
    return Array((text[..<rest.startIndex] + rest[rest.index(after: at)...]).utf8)
  }

  /// An address in sentences: without credentials and without its query, which is often a token.
  ///
  /// What stays of a query is the name of an imaging server's picture.
  package static func inSentences(_ path: [UInt8]) -> [UInt8] {
    let text = String(decoding: shown(path), as: UTF8.self)
    guard isAddress(path), let mark = text.firstIndex(of: "?") else { return shown(path) }
    let picture = InternetImaging.picture(of: text).map { "?FIF=" + $0 } ?? ""
    return Array((String(text[..<mark]) + picture).utf8)
  }

  /// An address's short title: the last meaningful part of its path.
  package static func title(_ path: [UInt8]) -> [UInt8] {
    let text = String(decoding: shown(path), as: UTF8.self)
    guard let rest = text.rest(afterBytesOf: "://") else { return path }
    let plain =
      InternetImaging.picture(of: text)?[...] ?? rest.prefix { !"?#".contains($0) }
    return lastWord(of: plain).map { Array($0.utf8) } ?? path
  }

  /// The title of tiles in a folder, from their template.
  package static func title(ofTemplate path: [UInt8]) -> [UInt8] {
    lastWord(of: String(decoding: path, as: UTF8.self)[...]).map { Array($0.utf8) } ?? path
  }

  private static func lastWord(of path: Substring) -> Substring? {
    let parts = path.split(separator: "/")
    return parts.last { !descriptions.contains($0) && !$0.contains("{") } ?? parts.last
  }

  /// File names that all descriptions of a kind share.
  private static let descriptions: Set<Substring> = [
    "info.json", "ImageProperties.xml", "manifest", "manifest.json",
  ]
}
