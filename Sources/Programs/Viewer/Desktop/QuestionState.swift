import Controls
import Geometry
import Gestures

/// A question with one way to do something and one way not to.
struct QuestionState: ModalState {
  /// A question's texts.
  struct Question: Hashable, Sendable {
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

  typealias Answer = Bool

  static let place = PanelPlace.upperEdge(width: 420)
  static let refusal: Answer? = false

  private var question: Question?
  private(set) var selection = Part.yes
  var input = ControlInput<Part>()
  var scale = 1.0

  var isOpen: Bool { question != nil }

  /// Asks a question; `scale` is that of interface text, 1 at 96 dpi.
  mutating func ask(_ question: Question, scale: Double) {
    self = QuestionState()
    self.question = question
    self.scale = scale
  }

  var tree: [Node<Part>] {
    guard let question else { return [] }
    let rows = [(Part.yes, question.action), (.no, "Cancel")].map { part, name in
      Node(part, .listItem, name, state: part == selection ? .focused : [])
    }
    return [
      Node(Part.title, .title, question.title),
      Node(Part.list, .scrollArea, children: rows),
      Node(Part.hint, .tooltip, question.hint),
    ]
  }

  mutating func perform(_ effect: ControlEffect<Part>) -> Bool? {
    switch effect {
    case .focus(let part): selection = part
    case .press(let part):
      close()
      return part == .yes
    default: break
    }
    return nil
  }
}
