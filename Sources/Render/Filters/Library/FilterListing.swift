/// The output of `fresnel filters`: all filters with their parameters.
package enum FilterListing {
  /// The maximum width of a line in characters.
  package static let width = 100

  /// Returns the listing of a library, in lines of at most `width` characters, each with a line
  /// feed.
  package static func text(_ library: FilterLibrary) -> String {
    var blocks: [String] = []
    for filter in library.filters { blocks.append(block(filter)) }
    return blocks.joined(separator: "\n")
  }

  private static func block(_ filter: FilterDefinition) -> String {
    let mark = filter.origin == .builtIn ? "" : " (yours)"
    var text = wrapped("\(filter.name)\(mark): \(filter.summary)", indent: 0, hanging: 4)
    let rows = filter.parameters.map { parameter in
      (name: parameter.name, range: range(parameter), summary: parameter.summary)
    }
    let names = rows.map(\.name.count).filter { $0 <= 24 }.max() ?? 0
    let ranges = rows.map(\.range.count).filter { $0 <= 34 }.max() ?? 0
    for row in rows {
      let head = "    " + padded(row.name, names) + "  "
      let line = head + padded(row.range, ranges) + "  " + row.summary
      if line.count <= width && row.range.count <= ranges && row.name.count <= names {
        text += line + "\n"
      } else {
        // Text that is too long for its column gets lines of its own.
        text += wrapped(head + row.range, indent: 0, hanging: head.count)
        text += wrapped(row.summary, indent: min(head.count, 40), hanging: min(head.count, 40))
      }
    }
    return text
  }

  /// The allowed values of a parameter, and its default.
  private static func range(_ parameter: FilterParameter) -> String {
    let initial = parameter.text(of: parameter.defaultValue)
    switch parameter.kind {
    case .float(let minimum, let maximum):
      return "\(Decimal.text(minimum)) to \(Decimal.text(maximum)) [\(initial)]"
    case .int(let minimum, let maximum): return "\(minimum) to \(maximum), whole [\(initial)]"
    case .bool: return "on, off [\(initial)]"
    case .options(let names): return names.joined(separator: ", ") + " [\(initial)]"
    case .color: return "colour [\(initial)]"
    case .file: return "file.cube"
    case .profile: return "profile.icc"
    }
  }

  private static func padded(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(0, count - text.count))
  }

  /// Wraps a text at spaces; words that are longer than a line are broken anywhere.
  static func wrapped(_ text: String, indent: Int, hanging: Int) -> String {
    var result = ""
    var line = String(repeating: " ", count: indent)
    let margin = String(repeating: " ", count: min(hanging, width / 2))
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      var rest = word
      if !isEmpty && line.count + 1 + rest.count > width {
        result += line + "\n"
        line = margin
        isEmpty = true
      }
      if !isEmpty { line += " " }
      while line.count + rest.count > width {
        let room = max(1, width - line.count)
        result += line + rest.prefix(room) + "\n"
        rest = rest.dropFirst(room)
        line = margin
      }
      line += rest
      isEmpty = false
    }
    return result + line + "\n"
  }
}
