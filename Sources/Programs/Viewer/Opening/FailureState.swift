import Controls
import Geometry
import Gestures

/// The state of the panel in place of a picture that can't be shown: the error and the choices.
struct FailureState: Hashable, Sendable {
  /// A part of the panel.
  enum Part: Hashable, Sendable {
    case title, sentence, list
    case choice(Choice)

    fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
  }

  /// The user's choices.
  enum Choice: Hashable, Sendable {
    /// Fetch the picture from its host.
    case fetch
    case next, showInFolder, copyDetails
  }

  /// The panel's contents.
  struct Content: Hashable, Sendable {
    /// The picture's name.
    var name: String
    /// Why the picture can't be shown.
    var sentence: String
    /// The choices with their keys, the most useful first.
    var choices: [(choice: Choice, key: String)]

    static func == (one: Content, other: Content) -> Bool {
      one.name == other.name && one.sentence == other.sentence
        && one.choices.elementsEqual(other.choices, by: ==)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(sentence)
    }
  }

  /// The width of the panel, in pixels at 96 dpi.
  static let width = 420.0

  private var content: Content?
  private var focused: Part?
  private var input = ControlInput<Part>()
  private var scale = 1.0

  /// Shows an error, or hides the panel with `nil`.
  mutating func show(_ content: Content?, scale: Double) {
    guard content != self.content else { return }
    self = FailureState()
    self.content = content
    self.scale = scale
  }

  /// Returns the panel's drawing on a surface; `nil` while it is hidden.
  func drawing(on surface: PixelSize) -> PanelDrawing? { placed(on: surface).drawing(input) }

  /// Returns the panel's layout on a surface.
  func placed(on surface: PixelSize) -> Placed<Part> {
    Placed(
      content.map(tree) ?? [], scale: scale, scroll: input.scroll, surface: surface,
      place: .middle(width: Self.width))
  }

  private func tree(_ content: Content) -> [Node<Part>] {
    let buttons = content.choices.map { choice, key in
      let part = Part.choice(choice)
      return Node(
        part, .button, choice.title, detail: key, state: part == focused ? .focused : [])
    }
    return [
      Node(Part.title, .title, content.name),
      // A lasting message, drawn without a close button.
      Node(Part.sentence, .message, content.sentence, state: .disabled),
      Node(Part.list, .scrollArea, children: buttons),
    ]
  }

  /// Handles a window event; returns true if the panel consumed it, and the user's choice.
  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, choice: Choice?) {
    guard content != nil else { return (false, nil) }
    if case .touch(let touch) = event {
      guard touch.phase != .began || placed(on: surface).contains(touch.position),
        let events = input.pointerEvents(of: touch)
      else { return (false, nil) }
      var choice: Choice?
      for event in events { choice = take(event, on: surface).choice ?? choice }
      return (true, choice)
    }
    if case .interfaceScaleChanged(let scale) = event { self.scale = scale }
    // Ignore clicks beside the buttons: they fetch the picture if its host needs the user's
    // consent.
    if case .button(let button) = event, button.isPressed,
      placed(on: surface).target(at: button.position).map(\.id.isChoice) != true
    {
      return (false, nil)
    }
    // Arrow keys page through the album; only Tab reaches the buttons.
    if case .key(let press) = event, focused == nil, press.key != .tab { return (false, nil) }
    let answer = input.take(event, in: placed(on: surface))
    var choice: Choice?
    var isConsumed = answer.isConsumed
    for effect in answer.effects {
      switch effect {
      case .focus(let part): focused = part
      case .press(.choice(let pressed)): choice = pressed
      case .dismiss:
        isConsumed = focused != nil
        focused = nil
      default: break
      }
    }
    return (isConsumed, choice)
  }
}

extension FailureState.Choice {
  fileprivate var title: String {
    switch self {
    case .fetch: "Fetch it"
    case .next: "Next picture"
    case .showInFolder: "Show in folder"
    case .copyDetails: "Copy details"
    }
  }
}
