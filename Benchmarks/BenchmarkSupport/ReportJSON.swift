/// A JSON value.
package enum ReportJSON {
  case number(Double?)
  case string(String)
  case list([ReportJSON])
  case object([(String, ReportJSON)])

  /// Returns the value as JSON text; lists, and objects that contain lists or objects, are
  /// indented.
  package func text(indented indent: String = "") -> String {
    switch self {
    case .number(let number):
      guard let number, number.isFinite else { return "null" }
      return "\((number * 1000).rounded() / 1000)"
    case .string(let string): return Self.quoted(string)
    case .list(let values):
      let inner = indent + "  "
      let lines = values.map { inner + $0.text(indented: inner) }
      return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .object(let fields):
      let isFlat = fields.allSatisfy { $0.1.isPlain }
      let inner = isFlat ? "" : indent + "  "
      let parts = fields.map { "\(inner)\(Self.quoted($0.0)): \($0.1.text(indented: inner))" }
      return isFlat
        ? "{\(parts.joined(separator: ", "))}" : "{\n\(parts.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .number, .string: true
    case .list, .object: false
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..."\u{1f}": " "
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
