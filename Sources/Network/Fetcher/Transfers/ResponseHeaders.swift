import CCurl

/// The fields of an answer that matter, by their names in small letters.
struct ResponseHeaders: Hashable {
  private let fields: [String: String]

  /// The most bytes of a field that is kept.
  private static let longest = 1024
  /// The most values of one name that are looked at.
  private static let mostValues = 16
  private static let kept = [
    "etag", "last-modified", "cache-control", "expires", "date", "age", "vary", "retry-after",
    "pragma",
  ]

  /// Fields with their values given.
  init(_ fields: [String: String] = [:]) { self.fields = fields }

  /// Those of the last answer that a request of libcurl's got: of those before a redirect none.
  init(of easy: UnsafeMutableRawPointer) {
    var fields: [String: String] = [:]
    for name in Self.kept {
      let values = (0..<Self.mostValues).lazy.map { fresnel_curl_field(easy, name, $0) }
        .prefix { $0 != nil }.compactMap(\.self).map { String(cString: $0) }
      // Several fields of one name are one with commas.
      let value = values.joined(separator: ", ")
      if !values.isEmpty, value.utf8.count <= Self.longest { fields[name] = value }
    }
    self.fields = fields
  }

  /// A field's value.
  subscript(name: String) -> String? { fields[name] }
}
