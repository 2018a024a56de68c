import Controls
import Geometry
import Gestures

/// A question with one way to do something and one way not to.
///
/// It is a value: events go in, and the answer comes out.
struct QuestionState: Hashable, Sendable {
  /// A question's texts.
  struct Question: Hashable, Sendable {
    /// The question.
    let title: String
    /// The name of what is done.
    let action: String
    /// What it means, in one sentence.
    let hint: String
  }

  /// A part of the panel.
  enum Part: Hashable, Sendable {
    case title, list, hint
    case yes, no
  }

  /// Its width, in pixels at 96 dpi.
  static let width = 420.0

  private var question: Question?
  private var selected = Part.yes
  private var input = ControlInput<Part>()
  private var scale = 1.0

  /// True while it is shown.
  var isOpen: Bool { question != nil }

  /// Asks a question; `scale` is that of interface text, 1 at 96 dpi.
  mutating func ask(_ question: Question, scale: Double) {
    self = QuestionState()
    self.question = question
    self.scale = scale
  }

  /// Closes it.
  mutating func close() { self = QuestionState() }

  /// Returns its drawing on a surface; `nil` while it is closed.
  func drawing(on surface: PixelSize) -> PanelDrawing? { placed(on: surface).drawing(input) }

  /// Returns its layout on a surface.
  func placed(on surface: PixelSize) -> Placed<Part> {
    Placed(
      question.map(tree) ?? [], scale: scale, scroll: input.scroll, surface: surface,
      place: .upperEdge(width: Self.width))
  }

  private func tree(_ question: Question) -> [Node<Part>] {
    let rows = [(Part.yes, question.action), (.no, "Cancel")].map { part, name in
      Node(part, .listItem, name, state: part == selected ? .focused : [])
    }
    return [
      Node(Part.title, .title, question.title),
      Node(Part.list, .scrollArea, children: rows),
      Node(Part.hint, .tooltip, question.hint),
    ]
  }

  /// Handles a window event; returns whether it belonged to the question, and the answer.
  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, answer: Bool?) {
    guard isOpen else { return (false, nil) }
    // Others may be waiting for the release of a key that was pressed before.
    if case .keyReleased = event { return (false, nil) }
    if case .touch(let touch) = event {
      guard let events = input.pointerEvents(of: touch) else {
        return (touch.phase == .began, nil)
      }
      var answer: Bool?
      for event in events { answer = take(event, on: surface).answer ?? answer }
      return (true, answer)
    }
    if case .interfaceScaleChanged(let scale) = event { self.scale = scale }
    let placed = placed(on: surface)
    if case .button(let button) = event, button.isPressed, !placed.contains(button.position) {
      close()
      return (true, false)
    }
    let effects = input.take(event, in: placed)
    var answer: Bool?
    for effect in effects.effects {
      switch effect {
      case .focus(let part): selected = part
      case .press(.yes): answer = true
      case .press(.no), .dismiss: answer = false
      default: break
      }
    }
    if answer != nil { close() }
    // No key may change the picture behind the question.
    if case .key = event { return (true, answer) }
    return (effects.isConsumed, answer)
  }
}
