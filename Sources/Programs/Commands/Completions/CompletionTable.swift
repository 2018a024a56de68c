import ArgumentParser
import Preferences
import Viewer

/// The words that shells offer after others, from the tables of options, commands, settings and
/// properties.
///
/// `Desktop/completions` contains its texts; a test compares them.
struct CompletionTable {
  /// A word with its meaning in one line.
  struct Word: Hashable {
    var text: String
    var summary = ""
  }

  /// The words that can follow, and whether files can.
  struct Choice: Hashable {
    var words: [Word] = []
    var takesFiles = false
  }

  /// The words before the cursor, without `fresnel`, and what can follow them.
  ///
  /// They are `first` for the first word; a part's name for its files; the name and `-` for its
  /// options; the name and an option for the option's values; and `tell .` with the words after the
  /// socket. `*` stands for any word.
  struct Row: Hashable {
    var words: String
    var choice: Choice
  }

  /// The name of the part without a word of its own, which opens a window.
  static let window = "view"

  /// The first words that choose a part of the program.
  let parts = Subcommand.allCases.map(\.rawValue)
  /// The rows, with unique words; no row has an empty choice.
  let rows: [Row]

  /// Makes the table.
  init() {
    let descriptions =
      [PartDescription(name: Self.window, type: ViewCommand.self)]
      + Subcommand.allCases.map { PartDescription(name: $0.rawValue, type: $0.type) }
    let first = Choice(
      words: zip(parts, descriptions.dropFirst()).map { Word(text: $0, summary: $1.summary) },
      takesFiles: true)
    let all = [Row(words: "first", choice: first)] + descriptions.flatMap(\.rows) + Self.tellRows
    rows = all.filter { $0.choice != Choice() }
  }

  // MARK: Words of a window

  /// What can follow `tell SOCKET`.
  private static var tellRows: [Row] {
    let names = CommandName.allCases.map { Word(text: $0.rawValue, summary: $0.definition.summary) }
    let properties = RemoteProperty.allCases.map {
      Word(text: $0.rawValue, summary: $0.summary)
    }
    let settings = Setting.all.filter { !$0.isReadAtStart }
    let requests = [
      Word(text: "get", summary: "Prints a property, or all."),
      Word(text: "observe", summary: "Reports a property whenever it changes."),
      Word(text: "unobserve", summary: "Ends that."),
    ]
    return [
      Row(words: "tell .", choice: Choice(words: names + requests)),
      Row(words: "tell . get", choice: Choice(words: properties)),
      Row(words: "tell . observe *", choice: Choice(words: properties)),
      Row(
        words: "tell . set",
        choice: Choice(words: settings.map { Word(text: $0.name, summary: $0.summary) })),
    ]
      + settings.map { setting in
        Row(
          words: "tell . set \(setting.name)",
          choice: Choice(words: setting.words.map { Word(text: $0) }))
      } + CommandName.allCases.flatMap(rows)
  }

  /// What can follow a command's name.
  private static func rows(of name: CommandName) -> [Row] {
    name.definition.arguments.enumerated().flatMap { index, argument -> [Row] in
      let words = "tell . \(name.rawValue)" + String(repeating: " *", count: index)
      switch argument.kind {
      case .oneOf(let numbers):
        return [Row(words: words, choice: Choice(words: numbers.map { Word(text: "\($0)") }))]
      case .files:
        let files = Choice(takesFiles: true)
        return [Row(words: words, choice: files), Row(words: words + " *", choice: files)]
      case .number, .wholeNumber, .place, .text: return []
      }
    }
  }
}

extension Subcommand {
  /// The type that parses its options.
  fileprivate var type: any ParsableCommand.Type {
    switch self {
    case .render: RenderCommand.self
    case .cut: CutCommand.self
    case .filters: FiltersCommand.self
    case .formats: FormatsCommand.self
    case .commands: CommandsCommand.self
    case .keys: KeysCommand.self
    case .tell: TellCommand.self
    }
  }
}
