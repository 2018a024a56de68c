import Platform

/// Decimal numbers in filter files, chains and user input.
///
/// Swift's own parsing also accepts hexadecimal numbers, `inf` and `nan`.
enum Decimal {
  /// Parses a whole text as a number: `-1.5`, `.5`, `2e-3`.
  ///
  /// Returns `nil` for anything else, and for numbers outside the range of a shader's `float`.
  static func double(_ text: some StringProtocol) -> Double? {
    guard isDecimal(text.utf8), let number = Double(String(text)),
      abs(number) <= Double(Float.greatestFiniteMagnitude)
    else { return nil }
    return number
  }

  /// Parses a whole text as an integer; `nil` for anything else, and outside the range of a
  /// shader's `int`.
  static func int(_ text: some StringProtocol) -> Int? { Int32(String(text)).map(Int.init) }

  /// Returns the shortest text of a number, in characters that a chain accepts without quotes.
  static func text(_ number: Double) -> String {
    var text = number.description.filter { $0 != "+" }
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text == "-0" ? "0" : text
  }

  private static func isDecimal(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = bytes[...]
    func isSign(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
    if isSign(rest.first) { rest = rest.dropFirst() }
    let whole = rest.prefix(while: \.isDigit).count
    rest = rest.dropFirst(whole)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = rest.prefix(while: \.isDigit).count
      rest = rest.dropFirst(fraction)
    }
    guard whole + fraction > 0 else { return false }
    guard let next = rest.first else { return true }
    guard next | 0x20 == UInt8(ascii: "e") else { return false }
    rest = rest.dropFirst()
    if isSign(rest.first) { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(\.isDigit)
  }
}

/// Returns user input in quotation marks, escaped for display and truncated.
func quoted(_ text: some StringProtocol) -> String {
  "“\(escapedForDisplay(text.utf8, limit: 40))”"
}

/// Returns names as a list in a sentence: `a`, `a or b`, `a, b or c`.
func listed(_ names: [String], _ conjunction: String = "or") -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
