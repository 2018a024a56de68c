import Geometry
import Gestures

/// Identifies an overlay.
struct PanelID: Hashable, Sendable, ExpressibleByStringLiteral {
  private let name: String

  init(stringLiteral name: String) { self.name = name }

  /// The line between the unfiltered and the filtered part of the picture.
  static let split: PanelID = "split"
  /// A sentence in the middle: an error, or how to open a picture.
  static let message: PanelID = "message"
  /// Name and zoom, in the lower left corner.
  static let caption: PanelID = "caption"
  /// A thin progress bar along the upper edge.
  static let progress: PanelID = "progress"
}

/// An overlay that handles input.
protocol Panel: AnyObject {
  /// True if the panel handles the keyboard: it gets events before the other panels.
  var hasKeyboard: Bool { get }
  var isShown: Bool { get }
  /// Handles a window event; returns true if it consumed the event.
  func take(_ event: WindowEvent, at now: Double) -> Bool
  /// Handles a click that no panel consumed as an event; returns true if it consumed the click.
  func take(clickAt place: Point, at now: Double) -> Bool
  /// Handles an answer about paths.
  func take(_ event: PathEvent)
  /// Shows or hides the panel, in response to its key.
  func toggle(at now: Double)
  /// Hides the panel in response to Escape; returns false if it was not shown.
  func hide(at now: Double) -> Bool
  func update(in notices: Notices, at now: Double)
  /// When the panel's appearance changes without an event.
  var deadline: Double? { get }
}

extension Panel {
  var hasKeyboard: Bool { false }
  var isShown: Bool { false }
  func take(_ event: WindowEvent, at now: Double) -> Bool { false }
  func take(clickAt place: Point, at now: Double) -> Bool { false }
  func take(_ event: PathEvent) {}
  func toggle(at now: Double) {}
  func hide(at now: Double) -> Bool { false }
  func update(in notices: Notices, at now: Double) {}
  var deadline: Double? { nil }
}
