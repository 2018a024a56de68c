import Controls
import Geometry
import Gestures
import Platform

/// The state of the panel in a window without pictures: a button that opens some, and the recent
/// files.
struct StartState: Hashable, Sendable {
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

  /// The width of the panel, in pixels at 96 dpi.
  static let width = 420.0
  /// The maximum number of recent files in the list.
  static let mostFiles = 10

  private var isShown = false
  private var key = ""
  private var files: [[UInt8]] = []
  private var focused: Part?
  private var input = ControlInput<Part>()
  private var scale = 1.0

  /// Shows or hides the panel; `key` is the key that opens pictures.
  mutating func show(_ isShown: Bool, key: String, scale: Double) {
    guard isShown != self.isShown else { return }
    (self.isShown, self.key, self.scale) = (isShown, key, scale)
    input = ControlInput()
    focused = nil
  }

  /// Sets the recent files.
  mutating func note(_ files: RecentFiles) {
    self.files = Array(files.paths.prefix(Self.mostFiles))
  }

  /// Returns the panel's drawing on a surface; `nil` while it is hidden.
  func drawing(on surface: PixelSize) -> PanelDrawing? { placed(on: surface).drawing(input) }

  /// Returns the panel's layout on a surface.
  func placed(on surface: PixelSize) -> Placed<Part> {
    Placed(
      isShown ? tree : [], scale: scale, scroll: input.scroll, surface: surface,
      place: .middle(width: Self.width))
  }

  private var tree: [Node<Part>] {
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

  /// Handles a window event; returns true if the panel consumed it, and the user's choice.
  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, choice: Choice?) {
    guard isShown else { return (false, nil) }
    if case .touch(let touch) = event {
      guard let events = input.pointerEvents(of: touch) else { return (false, nil) }
      var choice: Choice?
      for event in events { choice = take(event, on: surface).choice ?? choice }
      return (true, choice)
    }
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
