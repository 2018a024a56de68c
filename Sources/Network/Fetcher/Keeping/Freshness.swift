import CCurl

/// How long a response may be reused without revalidation, by HTTP's rules (RFC 9111).
struct Freshness: Hashable {
  /// True if it may be cached at all.
  let isKept: Bool
  /// Seconds of freshness, from the response on.
  let lifetime: Double
  /// True if it may be used when the server is unreachable.
  let servesStale: Bool

  /// The longest freshness lifetime: a year.
  private static let longest = 31_536_000.0
  /// The longest heuristic lifetime, if the server states none: a day.
  private static let longestGuess = 86_400.0

  /// Computes the values from a response's headers; `now` is in seconds since 1970.
  init(_ headers: ResponseHeaders, now: Double) {
    let control = Self.directives(headers["cache-control"] ?? headers["pragma"] ?? "")
    isKept = control["no-store"] == nil && headers["vary"]?.contains("*") != true
    servesStale = control["must-revalidate"] == nil && control["no-cache"] == nil
    guard control["no-cache"] == nil else {
      lifetime = 0
      return
    }
    let age = headers["age"].flatMap { Double($0) } ?? 0
    let date = headers["date"].flatMap(Self.time) ?? now
    var seconds = 0.0
    if let given = control["max-age"] {
      seconds = Double(given) ?? 0
    } else if let text = headers["expires"] {
      // An invalid date means expired.
      seconds = Self.time(text).map { $0 - date } ?? 0
    } else if let modified = headers["last-modified"].flatMap(Self.time) {
      seconds = min(Self.longestGuess, (date - modified) / 10)
    }
    let left = seconds - max(0, age)
    lifetime = left.isFinite ? min(Self.longest, max(0, left)) : 0
  }

  /// The directives of `Cache-Control`, in lower case, with their values.
  private static func directives(_ text: String) -> [String: String] {
    var found: [String: String] = [:]
    for part in text.lowercased().split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard let name = pair.first?.filter({ !$0.isWhitespace }) else { continue }
      found[name] =
        pair.dropFirst().first.map { $0.filter { $0 != "\"" && !$0.isWhitespace } } ?? ""
    }
    return found
  }

  /// Parses an HTTP date.
  private static func time(_ text: String) -> Double? {
    let seconds = curl_getdate(text, nil)
    return seconds >= 0 ? Double(seconds) : nil
  }
}
