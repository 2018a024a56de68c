import CTOML

/// The entries of a TOML document, of its tables and of the tables in those, in the order of their
/// lines.
struct TOMLDocument: Hashable, Sendable {
  /// A name with its value.
  struct Entry: Hashable, Sendable {
    /// The table that contains it; empty for the document itself.
    var table = ""
    /// The table that contains that table; empty for tables of the document.
    var outer = ""
    /// The name; for a table, its first component.
    var name: String
    var value: TOMLValue
    /// The line on which the value begins, from 1.
    var line: Int
  }

  struct SyntaxError: Error, Hashable, Sendable {
    /// The line, from 1.
    var line: Int
    /// The reason, without a final full stop.
    var reason: String
  }

  var entries: [Entry]

  init(parsing bytes: [UInt8]) throws(SyntaxError) {
    let document = bytes.withUnsafeBytes { bytes in
      fresnel_toml_parse(bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
    }
    defer { fresnel_toml_free(document) }
    var error = fresnel_toml_entry()
    guard fresnel_toml_failed(document, &error) == 0 else {
      throw SyntaxError(
        line: Int(error.line), reason: Self.reason(Self.string(error.text, error.text_length)))
    }
    entries = []
    for index in 0..<fresnel_toml_count(document) {
      let entry = fresnel_toml_at(document, index)
      if entry.element > 1, case .strings(let texts)? = entries.last?.value {
        entries[entries.count - 1].value =
          entry.kind == fresnel_toml_string
          ? .strings(texts + [Self.string(entry.text, entry.text_length)]) : .array
      } else if entry.element < 2 {
        entries.append(
          Entry(
            table: Self.string(entry.table, entry.table_length),
            outer: Self.string(entry.outer, entry.outer_length),
            name: Self.string(entry.name, entry.name_length), value: Self.value(entry),
            line: Int(entry.line)))
      }
    }
  }

  /// Removes the prefix that all of the library's errors have, such as `Error while parsing key: `.
  private static func reason(_ text: String) -> String {
    guard text.hasPrefix("Error while parsing "), let colon = text.firstIndex(of: ":") else {
      return text
    }
    return String(text[text.index(after: colon)...].drop { $0 == " " })
  }

  private static func value(_ entry: fresnel_toml_entry) -> TOMLValue {
    switch entry.kind {
    case fresnel_toml_string where entry.element > 0:
      .strings([string(entry.text, entry.text_length)])
    case _ where entry.element > 0: .array
    case fresnel_toml_boolean: .boolean(entry.integer != 0)
    case fresnel_toml_integer: .integer(entry.integer)
    case fresnel_toml_real: .real(entry.real)
    case fresnel_toml_string: .string(string(entry.text, entry.text_length))
    case fresnel_toml_array: entry.table_length > 0 ? .strings([]) : .array
    case fresnel_toml_table: .table
    default: .date
    }
  }

  private static func string(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
