import Controls
import Geometry
import Gestures
import Preferences

/// The state of the palette: the typed text and the commands that match it.
struct PaletteState: ModalState {
  /// A command that can be found.
  struct Item: Hashable, Sendable {
    var name: CommandName
    /// The command with its values, if they are fixed; it has its own title.
    var command: Command?
    /// The first of its keys; empty if it has none.
    var key = ""
    /// Why the command can't be performed at the moment; `nil` if it can.
    var refusal: String?
    /// What choosing it types, if it is a value of its command.
    var completion: Completion?

    var title: String { completion?.title ?? command?.title ?? name.definition.title }
  }

  /// A value that can be typed after a command's name.
  struct Completion: Hashable, Sendable {
    var title: String
    /// The whole text of the field.
    var text: String
    /// What is typed next, and what it does, on two lines.
    var hint: String
  }

  enum Part: Hashable, Sendable {
    case field, list, hint, problem
    /// The command at an index of the matches.
    case match(Int)
  }

  typealias Answer = Command

  static let place = PanelPlace.upperEdge(width: 460)

  private(set) var isOpen = false
  private var items: [Item] = []
  private(set) var matches: [Item] = []
  private var selected = 0
  /// True if the text is a command's name with values.
  private var hasValues = false
  var input = ControlInput<Part>()
  private var problem: String?
  var scale = 1.0

  var selection: Part { .match(selected) }

  mutating func open(_ items: [Item], scale: Double) {
    self = PaletteState()
    isOpen = true
    self.items = items
    self.scale = scale
    matches = items
    input.typing = Typing(.field)
  }

  var tree: [Node<Part>] {
    let rows = matches.enumerated().map { index, match in
      var state: Node<Part>.State = index == selected ? .focused : []
      if match.refusal != nil { state.insert(.disabled) }
      return Node(
        Part.match(index), .listItem, match.title,
        detail: match.refusal ?? match.key, state: state)
    }
    let summary = matches.indices.contains(selected) ? hint(matches[selected]) : ""
    return (problem.map { [Node(Part.problem, .message, $0)] } ?? []) + [
      Node(Part.field, .textField, "Type to find a command", icon: .magnifier),
      Node(Part.list, .scrollArea, "No command matches", value: .room(8), children: rows),
      Node(Part.hint, .tooltip, summary),
    ]
  }

  private func hint(_ item: Item) -> String {
    item.completion?.hint ?? "\(item.name.usage)\n\(item.name.definition.summary)"
  }
}

// MARK: Events

extension PaletteState {
  mutating func perform(_ effect: ControlEffect<Part>) -> Command? {
    switch effect {
    case .focus(.match(let index)): selected = index
    case .press(.match(let index)): return choose(index)
    case .press(.problem): problem = nil
    case .edit: find()
    default: break
    }
    return nil
  }

  private var text: String { input.typing?.field.text ?? "" }

  /// Repeats the search.
  ///
  /// A command's name may be followed by values, unless a title begins with the whole text: `next
  /// 3` is a command with its value, `next pic` is the beginning of a title.
  /// After `set`, the names of settings are offered.
  private mutating func find() {
    problem = nil
    selected = 0
    matches = NameSearch.find(text, in: items) {
      ([$0.title, $0.command?.description ?? $0.name.rawValue], $0.name.definition.summary)
    }
    hasValues = false
    let typed = text.lowercased()
    guard text.contains(" " as Character),
      let name = text.split(separator: " ").first.flatMap({ CommandName(rawValue: String($0)) }),
      name == .set || !matches.contains(where: { $0.title.lowercased().hasPrefix(typed) })
    else { return }
    matches = name == .set ? settings() : items.filter { $0.name == name && $0.command == nil }
    hasValues = true
  }

  /// Returns the settings that a window can change and whose names match the typed one; alone the
  /// one that is typed whole, with a space after it.
  private func settings() -> [Item] {
    let words = text.split(separator: " ").dropFirst().map(String.init)
    let isWhole = words.count > 1 || text.last == " "
    let typed = words.first ?? ""
    let all = Setting.all.filter { !$0.isReadAtStart }
    let found =
      isWhole && !words.isEmpty
      ? all.filter { $0.name == typed }
      : NameSearch.find(typed, in: all) { ([$0.name], $0.summary) }
    return found.map { setting in
      let text = "\(CommandName.set.rawValue) \(setting.name) "
      // There is room for what it does, and not for the details.
      let summary = setting.summary.prefix { $0 != ";" && $0 != ":" }
      let hint = "\(text)VALUE: \(setting.values)\n\(summary)"
      return Item(
        name: .set,
        completion: Completion(title: setting.name, text: text, hint: hint))
    }
  }

  /// Types a command's name, which its values follow.
  mutating func type(_ name: CommandName) {
    input.typing = Typing(.field, name.rawValue + " ")
    find()
  }

  /// Chooses a match: its command, or its name in the field if it needs values.
  private mutating func choose(_ index: Int) -> Command? {
    guard matches.indices.contains(index) else { return nil }
    let match = matches[index]
    guard match.refusal == nil else { return nil }
    if let completion = match.completion, !text.hasPrefix(completion.text) {
      input.typing = Typing(.field, completion.text)
      find()
      return nil
    }
    if hasValues { return enter() }
    guard let command = match.command ?? Command(match.name) else {
      type(match.name)
      return nil
    }
    close()
    return command
  }

  /// Returns the command that is typed with its values; what is wrong with it is shown in the
  /// palette.
  mutating func enter() -> Command? {
    do throws(Command.SyntaxError) {
      let command = try Command(parsing: text)
      close()
      return command
    } catch {
      problem = error.sentence
      return nil
    }
  }
}
