/// Something that another program drags over the window and may drop on it.
///
/// Only windows that accept drops report it.
public enum DragEvent: Hashable, Sendable {
  /// It is over the window; `isAccepted` is true if one of its forms is wanted.
  case over(isAccepted: Bool)
  /// It has left the window, or its program has ended.
  case left
  /// It was dropped on the window, in one of the wanted forms.
  case dropped(DroppedContent)
}

/// What was dropped on a window: it can be read from the X selection of drags.
public struct DroppedContent: Hashable, Sendable {
  /// The drop's number among those of the window, from 1.
  public var number: Int
  /// The time of the drop in milliseconds of the X server's clock.
  public var time: UInt
  /// The names of the wanted forms that it has, the best first; at least one.
  public var targets: [String]

  /// Creates a description of a drop; `time` is in milliseconds of the X server's clock.
  public init(number: Int, time: UInt, targets: [String]) {
    self.number = number
    self.time = time
    self.targets = targets
  }
}
