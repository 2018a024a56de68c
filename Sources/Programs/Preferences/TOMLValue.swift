/// A value of a TOML document, as far as settings need it.
enum TOMLValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  /// In a table, an array of strings.
  case strings([String])
  /// Any other array.
  case array
  case table
  /// A date, a time or both.
  case date

  /// The value as a number; `nil` if it isn't one.
  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }
}
