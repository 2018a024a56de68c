import ArgumentParser
import Viewer

/// The options of a part of the program, as its parser describes them.
struct PartDescription {
  /// The part's first word, or `CompletionTable.window`.
  let name: String
  /// The part's effect, in one sentence.
  let summary: String
  private var options: [(names: [String], summary: String, choice: CompletionTable.Choice?)] = []
  private var takesFiles = false

  /// Reads the parser's description.
  init(name: String, type: any ParsableCommand.Type) {
    self.name = name
    // The parser has no other interface for this; its version is pinned.
    let text = type._dumpHelp()
    guard let command = (try? JSON(parsing: Array(text.utf8)))?["command"],
      case .array(let arguments)? = command["arguments"]
    else { fatalError("the parser does not describe “\(name)”") }
    summary = command["abstract"].text
    for argument in arguments {
      let choice = Self.choice(argument["completionKind"])
      switch argument["kind"].text {
      case "positional": takesFiles = takesFiles || choice.takesFiles
      case let kind:
        options.append(
          (
            argument["names"].elements.map(Self.spelling), argument["abstract"].text,
            kind == "flag" ? nil : choice
          ))
      }
    }
  }

  /// The rows of its files, its options and their values.
  var rows: [CompletionTable.Row] {
    let files = CompletionTable.Choice(takesFiles: takesFiles)
    let words = options.flatMap { option in
      option.names.map { CompletionTable.Word(text: $0, summary: option.summary) }
    }
    return [
      CompletionTable.Row(words: name, choice: files),
      CompletionTable.Row(words: "\(name) -", choice: CompletionTable.Choice(words: words)),
    ]
      + options.flatMap { option in
        // After an option without a value, the next word is one of the part's.
        option.names.map {
          CompletionTable.Row(words: "\(name) \($0)", choice: option.choice ?? files)
        }
      }
  }

  private static func spelling(_ name: JSON) -> String {
    (name["kind"].text == "long" ? "--" : "-") + name["name"].text
  }

  private static func choice(_ kind: JSON?) -> CompletionTable.Choice {
    CompletionTable.Choice(
      words: kind?["list"]?["values"].elements.map { CompletionTable.Word(text: $0.word) } ?? [],
      takesFiles: kind?["file"] != nil)
  }
}

extension JSON {
  /// The text of a string; empty for anything else.
  fileprivate var word: String { if case .string(let text) = self { text } else { "" } }
}

extension JSON? {
  /// The text of a string; empty for anything else.
  fileprivate var text: String { self?.word ?? "" }

  /// The elements of an array; none for anything else.
  fileprivate var elements: [JSON] { if case .array(let all)? = self { all } else { [] } }
}
