import Controls
import GIOFiles
import Geometry
import Gestures
import Platform

/// The state of the list of programs to open files with: the typed text and the programs that match
/// it.
///
/// It is a value: events go in, and the chosen program comes out.
struct OpenWithState: Hashable, Sendable {
  /// A program, and the files to open with it.
  struct Choice: Hashable, Sendable {
    let program: GIOProgram
    let paths: [[UInt8]]
  }

  /// A part of the panel.
  enum Part: Hashable, Sendable {
    case title, field, list
    /// The program at an index of the matches.
    case match(Int)
  }

  /// Its width, in pixels at 96 dpi.
  static let width = 420.0

  /// The files; empty while it is closed.
  private var paths: [[UInt8]] = []
  /// The programs; `nil` while they are being looked for.
  private var programs: [GIOProgram]?
  private(set) var matches: [GIOProgram] = []
  private var selected = 0
  private var input = ControlInput<Part>()
  private var scale = 1.0

  /// True while it is shown.
  var isOpen: Bool { !paths.isEmpty }

  /// Opens it for files, at least one; `scale` is that of interface text, 1 at 96 dpi.
  mutating func open(_ paths: [[UInt8]], scale: Double) {
    self = OpenWithState()
    self.paths = paths
    self.scale = scale
    input.typing = Typing(.field)
  }

  /// Takes the programs for a file; returns false if they are not what it waits for.
  mutating func note(_ programs: [GIOProgram], for path: [UInt8]) -> Bool {
    guard paths.first == path, self.programs == nil else { return false }
    self.programs = programs
    find()
    return true
  }

  /// Closes it.
  mutating func close() { self = OpenWithState() }

  /// Returns its drawing on a surface; `nil` while it is closed.
  func drawing(on surface: PixelSize) -> PanelDrawing? { placed(on: surface).drawing(input) }

  /// Returns its layout on a surface.
  func placed(on surface: PixelSize) -> Placed<Part> {
    Placed(
      isOpen ? tree : [], scale: scale, scroll: input.scroll, surface: surface,
      place: .upperEdge(width: Self.width))
  }

  private var tree: [Node<Part>] {
    let rows = matches.enumerated().map { index, program in
      Node(
        Part.match(index), .listItem, escapedForDisplay(program.name.utf8, limit: 60),
        state: index == selected ? .focused : [])
    }
    let none = programs == nil ? "Looking for programs …" : "No program matches"
    return [
      Node(Part.title, .title, "Open \(names) with"),
      Node(Part.field, .textField, "Type to find a program", icon: .magnifier),
      Node(Part.list, .scrollArea, none, value: .room(8), children: rows),
    ]
  }

  private var names: String {
    guard paths.count == 1, let path = paths.first else { return "\(paths.count) files" }
    return escapedForDisplay(PathBytes.lastComponent(of: path), limit: 40)
  }
}

// MARK: Events

extension OpenWithState {
  /// Handles a window event; returns whether it belonged to the panel, and the user's choice.
  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, choice: Choice?) {
    guard isOpen else { return (false, nil) }
    // Others may be waiting for the release of a key that was pressed before.
    if case .keyReleased = event { return (false, nil) }
    if case .touch(let touch) = event {
      guard let events = input.pointerEvents(of: touch) else {
        return (touch.phase == .began, nil)
      }
      var choice: Choice?
      for event in events { choice = take(event, on: surface).choice ?? choice }
      return (true, choice)
    }
    if case .interfaceScaleChanged(let scale) = event { self.scale = scale }
    let placed = placed(on: surface)
    if case .button(let button) = event, button.isPressed, !placed.contains(button.position) {
      close()
      return (true, nil)
    }
    let answer = input.take(event, in: placed)
    var choice: Choice?
    for effect in answer.effects {
      switch effect {
      case .focus(.match(let index)): selected = index
      case .press(.match(let index)): choice = choose(index)
      case .edit: find()
      case .dismiss: close()
      default: break
      }
    }
    guard case .key = event else { return (answer.isConsumed, choice) }
    if isOpen { input.reveal(.match(selected), in: self.placed(on: surface)) }
    // No key may change the picture behind the list.
    return (true, choice)
  }

  /// Repeats the search.
  private mutating func find() {
    selected = 0
    matches = NameSearch.find(input.typing?.field.text ?? "", in: programs ?? []) {
      ([$0.name], "")
    }
  }

  private mutating func choose(_ index: Int) -> Choice? {
    guard matches.indices.contains(index) else { return nil }
    defer { close() }
    return Choice(program: matches[index], paths: paths)
  }
}
