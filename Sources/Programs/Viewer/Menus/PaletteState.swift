import Controls
import Geometry
import Gestures
import Preferences

/// The state of the palette: the typed text and the commands that match it.
///
/// It is a value: events go in, and the chosen command comes out.
struct PaletteState: Hashable, Sendable {
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

  /// A part of the palette.
  enum Part: Hashable, Sendable {
    case field, list, hint, problem
    /// The command at an index of the matches.
    case match(Int)
  }

  /// The palette's width, in pixels at 96 dpi.
  static let width = 460.0

  private(set) var isOpen = false
  private var items: [Item] = []
  private(set) var matches: [Item] = []
  private var selected = 0
  /// True if the text is a command's name with values.
  private var hasValues = false
  private var input = ControlInput<Part>()
  private var problem: String?
  private var scale = 1.0

  /// Opens the palette with all commands.
  mutating func open(_ items: [Item], scale: Double) {
    self = PaletteState()
    isOpen = true
    self.items = items
    self.scale = scale
    matches = items
    input.typing = Typing(.field)
  }

  /// Closes the palette.
  mutating func close() { self = PaletteState() }

  /// Returns the palette's drawing on a surface; `nil` while it is closed.
  func drawing(on surface: PixelSize) -> PanelDrawing? { placed(on: surface).drawing(input) }

  /// Returns the palette's layout on a surface.
  func placed(on surface: PixelSize) -> Placed<Part> {
    Placed(
      isOpen ? tree : [], scale: scale, scroll: input.scroll, surface: surface,
      place: .upperEdge(width: Self.width))
  }

  private var tree: [Node<Part>] {
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
  /// Handles a window event; returns true if the palette consumed it, and the chosen command.
  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, command: Command?) {
    guard isOpen else { return (false, nil) }
    // Other parts may be waiting for the release of a key that was pressed earlier.
    if case .keyReleased = event { return (false, nil) }
    if case .touch(let touch) = event {
      guard let events = input.pointerEvents(of: touch) else {
        return (touch.phase == .began, nil)
      }
      var command: Command?
      for event in events { command = take(event, on: surface).command ?? command }
      return (true, command)
    }
    if case .interfaceScaleChanged(let scale) = event { self.scale = scale }
    let placed = placed(on: surface)
    if case .button(let button) = event, button.isPressed, !placed.contains(button.position) {
      close()
      return (true, nil)
    }
    let answer = input.take(event, in: placed)
    var command: Command?
    for effect in answer.effects {
      switch effect {
      case .focus(.match(let index)): selected = index
      case .press(.match(let index)): command = choose(index)
      case .press(.problem): problem = nil
      case .edit: find()
      case .dismiss: close()
      default: break
      }
    }
    // If nothing matches, Enter shows what is wrong with the text.
    if case .key(let press) = event, press.key == .enter, matches.isEmpty, isOpen {
      command = enter()
    }
    if isOpen, case .key = event {
      input.reveal(.match(selected), in: self.placed(on: surface))
    }
    return (answer.isConsumed, command)
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
      input.typing = Typing(.field, match.name.rawValue + " ")
      find()
      return nil
    }
    close()
    return command
  }

  /// Performs the command that is typed with its values; an error is shown in the palette.
  private mutating func enter() -> Command? {
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
