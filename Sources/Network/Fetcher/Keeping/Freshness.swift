import CCurl

/// How long an answer may be used again without asking, by HTTP's own rules (RFC 9111).
struct Freshness: Hashable {
  /// Whether it may be kept at all.
  let isKept: Bool
  /// Seconds from the answer for which it is fresh.
  let lifetime: Double
  /// Whether it may be shown where the server can't be asked.
  let servesStale: Bool

  /// The longest that anything is taken for fresh: a year.
  private static let longest = 31_536_000.0
  /// The longest that is guessed, where the server says nothing: a day.
  private static let longestGuess = 86_400.0

  /// What an answer's fields say; `now` is in seconds since 1970.
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
      // A text that is no time has expired.
      seconds = Self.time(text).map { $0 - date } ?? 0
    } else if let modified = headers["last-modified"].flatMap(Self.time) {
      seconds = min(Self.longestGuess, (date - modified) / 10)
    }
    let left = seconds - max(0, age)
    lifetime = left.isFinite ? min(Self.longest, max(0, left)) : 0
  }

  /// The directives of `Cache-Control`, in small letters, with their values.
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

  /// A time as HTTP writes it.
  private static func time(_ text: String) -> Double? {
    let seconds = curl_getdate(text, nil)
    return seconds >= 0 ? Double(seconds) : nil
  }
}
