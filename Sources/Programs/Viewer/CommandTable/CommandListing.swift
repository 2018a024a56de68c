import Preferences

/// The commands and their keys as documents.
///
/// `Documentation/Keys.md` and the manual page contain these texts; a test compares them.
package enum CommandListing {
  /// The formats of `fresnel commands`.
  package enum Format: String, CaseIterable, Sendable {
    case text, json, markdown, man
  }

  /// Returns all commands in a format, with a newline at the end.
  package static func text(_ format: Format) -> String {
    switch format {
    case .text:
      table(of: CommandName.allCases.map { ($0.usage, keys($0, ", "), $0.definition.summary) })
    case .json: json
    case .markdown: markdown
    case .man: man
    }
  }

  /// Returns the keys in use, one line each.
  package static func text(of map: KeyMap) -> String {
    table(of: map.bindings.map { row($0) })
  }

  private static func row(
    _ binding: KeyMap.Binding, in context: KeyContext? = nil
  ) -> (String, String, String) {
    let order = binding.order(in: context)
    func text(_ part: KeyPath<Command, String>) -> String {
      order.map { list in list.map { $0[keyPath: part] }.joined(separator: ", ") }
        .joined(separator: "; then ")
    }
    return (binding.text, text(\.description), text(\.name.definition.title))
  }

  /// Returns the keys in use, and below them those of each context.
  package static func text(of keys: ContextKeys) -> String {
    let base = keys.base.bindings
    let contexts = KeyContext.allCases.compactMap { context -> String? in
      let bindings = keys.map(in: [context]).bindings
      let changed = bindings.filter { !base.contains($0) }
      let unbound = base.filter { old in !bindings.contains { $0.triggers == old.triggers } }
      guard !changed.isEmpty || !unbound.isEmpty else { return nil }
      return "\n[keys.\(context.rawValue)]\n"
        + table(
          of: changed.map { row($0, in: context) } + unbound.map { ($0.text, "nothing", "") })
    }
    return text(of: keys.base) + contexts.joined()
  }

  private static func table(of rows: [(String, String, String)]) -> String {
    let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
    return rows.map { row in
      padded(row.0, to: widths.0) + padded(row.1, to: widths.1) + row.2 + "\n"
    }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: width - text.count + 2)
  }

  private static func keys(_ name: CommandName, _ separator: String) -> String {
    name.definition.keys.map(\.text).joined(separator: separator)
  }

  // MARK: Formats

  private static var markdown: String {
    CommandSection.allCases.map { section in
      let names = CommandName.allCases.filter { $0.definition.section == section }
      let rows = names.map { name in
        let keys = name.definition.keys.map { "`\($0.text)`" }.joined(separator: " ")
        return "| `\(name.usage)` | \(keys) | \(name.definition.summary) |\n"
      }
      return "## \(section.rawValue)\n\n| command | keys | |\n|---|---|---|\n" + rows.joined()
    }.joined(separator: "\n")
  }

  private static var man: String {
    CommandName.allCases.map { name in
      let definition = name.definition
      let head = ([name.rawValue] + definition.arguments.map(\.usage)).joined(separator: " ")
      let keys = definition.keys.map { minus($0.text) }
      let list = keys.isEmpty ? "" : "\n.Pq Sy " + keys.map(escaped).joined(separator: " , ")
      return ".It Ic \(minus(head))\(list)\n\(definition.summary)\n"
    }.joined()
  }

  /// Returns a text with its hyphens as minus signs.
  private static func minus(_ text: String) -> String {
    text.map { $0 == "-" ? "\\-" : String($0) }.joined()
  }

  /// Returns a word, escaped so that mdoc doesn't treat it as punctuation.
  private static func escaped(_ word: String) -> String {
    let isPunctuation = word.count == 1 && word.allSatisfy { ".,()[]?:".contains($0) }
    return isPunctuation ? "\\&" + word : word
  }

  private static var json: String {
    "[\n" + CommandName.allCases.map(\.json.text).joined(separator: ",\n") + "\n]\n"
  }
}

extension CommandName {
  /// The name with its arguments, such as `zoom-to SCALE` or `next [COUNT]`.
  package var usage: String {
    ([rawValue] + definition.arguments.map(\.usage)).joined(separator: " ")
  }
}

extension CommandArgument {
  fileprivate var usage: String {
    let shown = kind == .files ? name + "…" : name
    return standard == nil ? shown : "[\(shown)]"
  }
}
