import CCurl

/// The relevant headers of a response, by lower-case name.
struct ResponseHeaders: Hashable {
  private let fields: [String: String]

  /// The maximum number of bytes of a header to keep.
  private static let longest = 1024
  /// The maximum number of values of one header to read.
  private static let mostValues = 16
  private static let kept = [
    "etag", "last-modified", "cache-control", "expires", "date", "age", "vary", "retry-after",
    "pragma",
  ]

  /// Headers with the given values.
  init(_ fields: [String: String] = [:]) { self.fields = fields }

  /// The headers of a request's last response, not of redirects before it.
  init(of easy: UnsafeMutableRawPointer) {
    var fields: [String: String] = [:]
    for name in Self.kept {
      let values = (0..<Self.mostValues).lazy.map { fresnel_curl_field(easy, name, $0) }
        .prefix { $0 != nil }.compactMap(\.self).map { String(cString: $0) }
      // Headers with the same name are joined with commas.
      let value = values.joined(separator: ", ")
      if !values.isEmpty, value.utf8.count <= Self.longest { fields[name] = value }
    }
    self.fields = fields
  }

  /// A header's value.
  subscript(name: String) -> String? { fields[name] }
}
