import TestSupport

/// The source of the manual page, parsed as far as tests need.
struct ManualPage {
  /// One list item: its `.It` line, and the text after it.
  struct Item: Hashable {
    /// The words of the line, without macros.
    var words: [String]
    /// The lines after it, joined, without macros.
    var text: String
  }

  private let lines: [String]

  init() throws {
    lines = try PackageFile.lines("Documentation/fresnel.1").map(Self.plain)
  }

  /// True if an option is described somewhere; `Fl` prints its first dash.
  func describes(option: String) -> Bool {
    lines.contains { line in
      let words = line.split(separator: " ")
      return words.first == ".It"
        && zip(words, words.dropFirst()).contains { macro, word in
          macro == "Fl" && "-" + word == option
        }
    }
  }

  /// The lines of a section, without its heading.
  func section(_ name: String) -> [String] {
    guard let start = lines.firstIndex(of: ".Sh " + name) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") })
  }

  /// The items of a section's list.
  func items(_ name: String) -> [Item] {
    var items: [Item] = []
    for line in section(name).prefix(while: { $0 != ".El" }) {
      if line.hasPrefix(".It ") {
        items.append(Item(words: Self.words(line), text: ""))
      } else if !items.isEmpty, !Self.macrosAlone.contains(where: line.hasPrefix) {
        let text = line.hasPrefix(".") ? Self.words(line).joined(separator: " ") : line
        items[items.count - 1].text += (items[items.count - 1].text.isEmpty ? "" : " ") + text
      }
    }
    return items
  }

  private static let macrosAlone = [".Bl", ".Pp"]

  /// The words of a line, without macro names.
  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init).filter { word in
      !(word.hasPrefix(".") && word.count == 3) && !callable.contains(word)
    }
  }

  private static let callable: Set<String> = ["Ic", "No", "Fl", "Ar", "Sy", "Pa", "Ev", "Li", "Ns"]

  /// A line with its escapes resolved.
  private static func plain(_ line: Substring) -> String {
    var text = ""
    var rest = line
    while let character = rest.popFirst() {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      if rest.hasPrefix("(dq") {
        text.append("\"")
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("(aq") {
        text.append("'")
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("&") {
        rest = rest.dropFirst()
      }
      // The rest are `\-`, a minus sign, and others like it: keep the character itself.
    }
    return text
  }
}
