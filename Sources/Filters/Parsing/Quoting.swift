import Platform

/// What somebody wrote, in quotation marks, harmless to show and not too long.
func quoted(_ text: some StringProtocol) -> String {
  "“\(escapedForDisplay(text.utf8, limit: 40))”"
}

/// Names as a sentence lists them: `a`, `a or b`, `a, b or c`.
func listed(_ names: [String], _ conjunction: String = "or") -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
