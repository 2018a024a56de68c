import Controls
import Geometry
import Gestures

extension PanelID {
  /// A toast about the last change to files, with an undo button.
  static let undo: PanelID = "undo"
}

/// A message about the last change to files, with the button “Undo”, for 5 s, or longer while it is
/// hovered.
final class UndoToast: Panel {
  /// How long the toast is shown, in seconds.
  static let duration = 5.0
  private static let width = 380.0

  /// The parts of the panel.
  private enum Part: Hashable, Sendable {
    case list, undo
  }

  private unowned let parts: ViewerParts
  private var sentence: String?
  private var until = 0.0
  private var input = ControlInput<Part>()
  private var shown: (drawing: PanelDrawing?, surface: PixelSize) = (nil, .zero)

  init(_ parts: ViewerParts) { self.parts = parts }

  func show(_ sentence: String, at now: Double) {
    self.sentence = sentence
    until = now + Self.duration
  }

  func hide(at now: Double) -> Bool {
    defer { sentence = nil }
    return sentence != nil
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    guard sentence != nil else { return false }
    // Keys go to the picture.
    if case .key = event { return false }
    if case .keyReleased = event { return false }
    if case .touch(let touch) = event {
      guard placed.contains(touch.position) || input.hasFinger,
        let events = input.pointerEvents(of: touch)
      else { return false }
      for event in events { _ = take(event, at: now) }
      return true
    }
    let answer = input.take(event, in: placed)
    if answer.effects.contains(.press(.undo)) {
      sentence = nil
      parts.files.undo(at: now)
    }
    return answer.isConsumed
  }

  private var placed: Placed<Part> {
    let row = Node(Part.undo, .button, sentence ?? "", detail: "Undo", state: .chosen)
    return Placed(
      sentence == nil ? [] : [Node(Part.list, .scrollArea, children: [row])],
      scale: parts.notices.interfaceScale, scroll: 0, surface: parts.view.surface,
      place: .nearLowerEdge(width: Self.width))
  }

  func update(in notices: Notices, at now: Double) {
    if sentence != nil {
      if input.hover != nil { until = max(until, now + Self.duration) }
      if now >= until {
        sentence = nil
        input = ControlInput()
      }
    }
    let drawing = placed.drawing(input)
    guard shown != (drawing, parts.view.surface) else { return }
    shown = (drawing, parts.view.surface)
    notices.show(.undo, drawing.map { .drawing($0) })
  }

  var deadline: Double? { sentence == nil || input.hover != nil ? nil : until }
}
