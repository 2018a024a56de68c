import Controls
import Geometry
import Gestures

/// The state of the panel in place of a picture that can't be shown: the error and the choices.
struct FailureState: PanelState {
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

  static let place = PanelPlace.middle(width: 420)

  private var content: Content?
  private var focused: Part?
  var input = ControlInput<Part>()
  var scale = 1.0

  var isOpen: Bool { content != nil }

  /// Shows an error, or hides the panel with `nil`.
  mutating func show(_ content: Content?, scale: Double) {
    guard content != self.content else { return }
    let usesFingers = input.usesFingers
    self = FailureState()
    input.usesFingers = usesFingers
    self.content = content
    self.scale = scale
  }

  var tree: [Node<Part>] {
    guard let content else { return [] }
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

  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, answer: Choice?) {
    guard isOpen else { return (false, nil) }
    if case .touch(let touch) = event {
      guard touch.phase != .began || placed(on: surface).contains(touch.position) else {
        return (false, nil)
      }
      return take(touch, on: surface) ?? (false, nil)
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
