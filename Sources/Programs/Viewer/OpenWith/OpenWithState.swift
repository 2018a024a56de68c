import Controls
import GIOFiles
import Geometry
import Gestures
import Platform

/// The state of the list of programs to open files with: the typed text and the programs that match
/// it.
struct OpenWithState: ModalState {
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

  typealias Answer = Choice

  static let place = PanelPlace.upperEdge(width: 420)

  /// The files; empty while it is closed.
  private var paths: [[UInt8]] = []
  /// The programs; `nil` while they are being looked for.
  private var programs: [GIOProgram]?
  private(set) var matches: [GIOProgram] = []
  private var selected = 0
  var input = ControlInput<Part>()
  var scale = 1.0

  var isOpen: Bool { !paths.isEmpty }
  var selection: Part { .match(selected) }

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

  var tree: [Node<Part>] {
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
  mutating func perform(_ effect: ControlEffect<Part>) -> Choice? {
    switch effect {
    case .focus(.match(let index)): selected = index
    case .press(.match(let index)): return choose(index)
    case .edit: find()
    default: break
    }
    return nil
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
