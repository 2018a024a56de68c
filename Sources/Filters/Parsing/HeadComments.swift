/// Tells comments from text in the lines before a filter's first directive.
struct HeadComments {
  private var isOpen = false

  /// Whether a line is empty but for comments.
  mutating func isOnlyComment(_ line: Substring) -> Bool {
    var rest = line.trimmed
    while !rest.isEmpty {
      if isOpen {
        while !rest.isEmpty && !rest.utf8.starts(with: "*/".utf8) {
          rest = Substring(rest.unicodeScalars.dropFirst())
        }
        guard !rest.isEmpty else { return true }
        isOpen = false
        rest = rest.dropFirst(2).trimmed
      } else if rest.hasPrefix("/*") {
        isOpen = true
        rest = rest.dropFirst(2)
      } else {
        return rest.hasPrefix("//")
      }
    }
    return true
  }
}
