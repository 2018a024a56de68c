import Controls
import Geometry
import Gestures
import Platform

/// The state of the panel in a window without pictures: a button that opens some, and the recent
/// files.
struct StartState: PanelState {
  /// A part of the panel.
  enum Part: Hashable, Sendable {
    case title, list, open
    /// The recent file at an index.
    case recent(Int)
  }

  /// The user's choice.
  enum Choice: Hashable, Sendable {
    case open
    case recent([UInt8])
  }

  static let place = PanelPlace.middle(width: 420)
  /// The maximum number of recent files in the list.
  static let mostFiles = 10

  private(set) var isOpen = false
  private var key = ""
  private var files: [[UInt8]] = []
  private var focused: Part?
  var input = ControlInput<Part>()
  var scale = 1.0

  /// Shows or hides the panel; `key` is the key that opens pictures.
  mutating func show(_ isShown: Bool, key: String, scale: Double) {
    guard isShown != isOpen else { return }
    (isOpen, self.key, self.scale) = (isShown, key, scale)
    input = ControlInput()
    focused = nil
  }

  mutating func note(_ files: RecentFiles) {
    self.files = Array(files.paths.prefix(Self.mostFiles))
  }

  var tree: [Node<Part>] {
    func state(_ part: Part) -> Node<Part>.State { part == focused ? .focused : [] }
    let open = Node(
      Part.open, .button, "Open…", detail: key, icon: .plus, state: state(.open))
    let recent = files.enumerated().map { index, path in
      Node(
        Part.recent(index), .listItem, escapedForDisplay(PathBytes.lastComponent(of: path)),
        detail: escapedForDisplay(PathBytes.lastComponent(of: PathBytes.folder(of: path))),
        state: state(.recent(index)))
    }
    return [
      Node(Part.title, .title, "No picture is open"),
      Node(Part.list, .scrollArea, children: [open] + recent),
    ]
  }

  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, answer: Choice?) {
    guard isOpen else { return (false, nil) }
    if case .touch(let touch) = event { return take(touch, on: surface) ?? (false, nil) }
    if case .interfaceScaleChanged(let scale) = event { self.scale = scale }
    let answer = input.take(event, in: placed(on: surface))
    var choice: Choice?
    var isConsumed = answer.isConsumed
    for effect in answer.effects {
      switch effect {
      case .focus(let part): focused = part
      case .press(.open): choice = .open
      case .press(.recent(let index)):
        if files.indices.contains(index) { choice = .recent(files[index]) }
      // Escape goes to the window.
      case .dismiss: isConsumed = false
      default: break
      }
    }
    // Without a focused row, Enter opens.
    if case .key(let press) = event, press.key == .enter, focused == nil { choice = .open }
    return (isConsumed, choice)
  }
}
