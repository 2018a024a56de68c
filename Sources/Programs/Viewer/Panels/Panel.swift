import Geometry
import Gestures

/// Names what stands over the picture.
struct PanelID: Hashable, Sendable, ExpressibleByStringLiteral {
  private let name: String

  init(stringLiteral name: String) { self.name = name }

  /// The line between the picture as it was and as filters show it.
  static let split: PanelID = "split"
  /// A sentence in the middle: an error, or how to open a picture.
  static let message: PanelID = "message"
  /// Name and zoom, in the lower left corner.
  static let caption: PanelID = "caption"
  /// A thin bar along the upper edge: how far a pass is.
  static let progress: PanelID = "progress"
}

/// Something that stands over the picture, and what the user does with it.
protocol Panel: AnyObject {
  /// Whether it has keys, while it wants them, before any other panel has an event.
  var hasKeyboard: Bool { get }
  /// Takes an event of the window, if it is meant for it; whether it was.
  func take(_ event: WindowEvent, at now: Double) -> Bool
  /// Takes a click that nobody took as an event; whether it was meant for it.
  func take(clickAt place: Point, at now: Double) -> Bool
  /// Shows or hides it, as its key asks for.
  func toggle(at now: Double)
  /// Hides it, as Escape asks for; `false` where there is nothing to hide.
  func hide() -> Bool
  /// Shows what it looks like now.
  func update(in notices: Notices, at now: Double)
  /// When it looks different though nothing happens.
  var deadline: Double? { get }
}

extension Panel {
  var hasKeyboard: Bool { false }
  func take(_ event: WindowEvent, at now: Double) -> Bool { false }
  func take(clickAt place: Point, at now: Double) -> Bool { false }
  func toggle(at now: Double) {}
  func hide() -> Bool { false }
  func update(in notices: Notices, at now: Double) {}
  var deadline: Double? { nil }
}
