import Controls
import Geometry
import Gestures

/// The state of a panel of controls.
///
/// It is a value: events go in, and what the user chooses comes out.
protocol PanelState: Hashable, Sendable {
  associatedtype Part: Hashable & Sendable
  /// What the user chooses.
  associatedtype Answer

  /// Its place on the surface.
  static var place: PanelPlace { get }
  /// True while it is shown.
  var isOpen: Bool { get }
  /// Its controls.
  var tree: [Node<Part>] { get }
  /// The state of its controls' input.
  var input: ControlInput<Part> { get set }
  /// The scale of interface text, 1 at 96 dpi.
  var scale: Double { get set }

  /// Creates a hidden panel.
  init()
  /// Handles a window event; returns true if it belonged to the panel, and the user's choice.
  mutating func take(
    _ event: WindowEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, answer: Answer?)
}

extension PanelState {
  /// Returns the drawing on a surface; `nil` while the panel is hidden.
  func drawing(on surface: PixelSize) -> PanelDrawing? { placed(on: surface).drawing(input) }

  /// Returns the layout on a surface.
  func placed(on surface: PixelSize) -> Placed<Part> {
    Placed(
      isOpen ? tree : [], scale: scale, scroll: input.scroll, surface: surface, place: Self.place,
      isForFingers: input.usesFingers)
  }

  /// Handles a touch as a pointer; `nil` if it does not belong to the panel.
  ///
  /// Rows become high enough for fingers when it ends, because no row may move under a finger.
  mutating func take(
    _ touch: TouchEvent, on surface: PixelSize
  ) -> (isConsumed: Bool, answer: Answer?)? {
    guard let events = input.pointerEvents(of: touch) else { return nil }
    var answer: Answer?
    for event in events { answer = take(event, on: surface).answer ?? answer }
    if isOpen, !input.hasFinger { input.usesFingers = true }
    return (true, answer)
  }
}
