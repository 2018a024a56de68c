/// The fields of an answer that matter, by their names in small letters.
///
/// libcurl has taken HTTP apart; each field comes as one line.
struct ResponseHeaders: Hashable {
  private var fields: [String: String] = [:]

  /// The most bytes of a field that is kept.
  private static let longest = 1024
  private static let kept: Set<String> = [
    "etag", "last-modified", "cache-control", "expires", "date", "age", "vary", "retry-after",
    "pragma",
  ]

  /// A field's value.
  subscript(name: String) -> String? { fields[name] }

  /// Takes a line; that of a status begins anew, since those of a redirect count no more.
  mutating func take(line: some Sequence<UInt8>) {
    let text = String(decoding: Array(line), as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      fields = [:]
      return
    }
    guard let colon = text.firstIndex(of: ":") else { return }
    let name = text[..<colon].lowercased()
    guard Self.kept.contains(name) else { return }
    let value = Self.trimmed(text[text.index(after: colon)...])
    guard value.utf8.count <= Self.longest else { return }
    fields[name] = fields[name].map { "\($0), \(value)" } ?? value
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }
}
