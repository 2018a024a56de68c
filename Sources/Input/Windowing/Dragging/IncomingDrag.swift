import CX11

/// A drag over the window, as its target sees it: who drags, what of it is wanted, and the drop
/// that is being read.
///
/// A value: messages go in, answers and events come out. Any program can send messages in any
/// order, so only those of the program that entered last count.
struct IncomingDrag {
  /// What follows from a message.
  enum Effect: Hashable {
    case send(DragMessage, to: CX11.Window)
    case report(over: Bool)
    case reportLeft
    /// `targets` are the wanted forms that the drop has, the best first.
    case reportDrop(number: Int, time: UInt, targets: [Atom])
  }

  private let window: CX11.Window
  /// The wanted forms, the best first.
  private let wanted: [Atom]
  /// The window that drags, and the wanted forms that it has; `nil` while nothing is over ours.
  private(set) var over: (source: CX11.Window, targets: [Atom])?
  /// The drop whose content is being read.
  private(set) var reading: (source: CX11.Window, number: Int)?
  private var drops = 0

  /// Creates the state of a window that nothing is dragged over.
  init(window: CX11.Window, wanted: [Atom]) {
    self.window = window
    self.wanted = wanted
  }

  /// Handles a message.
  mutating func take(_ message: DragMessage) -> [Effect] {
    switch message {
    case .enter(let source, let version, let types, _):
      guard version >= DragMessage.oldestVersion, source != 0, source != window else { return [] }
      let offered = Set(types)
      let targets = wanted.filter(offered.contains)
      over = (source, targets)
      return [.report(over: !targets.isEmpty)]
    case .position(let source, _, _, _):
      guard let over, over.source == source else { return [] }
      return [.send(.status(target: window, isAccepted: !over.targets.isEmpty), to: source)]
    case .leave(let source):
      guard over?.source == source else { return [] }
      over = nil
      return [.reportLeft]
    case .drop(let source, let time):
      guard let over, over.source == source else { return [] }
      self.over = nil
      guard !over.targets.isEmpty else {
        return [.send(.finished(target: window, isAccepted: false), to: source), .reportLeft]
      }
      let former = reading
      drops += 1
      reading = (source, drops)
      let refused = former.map { former in
        [Effect.send(.finished(target: window, isAccepted: false), to: former.source)]
      }
      return (refused ?? [])
        + [.reportLeft, .reportDrop(number: drops, time: time, targets: over.targets)]
    // Answers to drags that begin in the window go to another one.
    case .status, .finished: return []
    }
  }

  /// Ends a drop: its content was opened, or could not be.
  mutating func finish(_ number: Int, isAccepted: Bool) -> [Effect] {
    guard let reading, reading.number == number else { return [] }
    self.reading = nil
    return [.send(.finished(target: window, isAccepted: isAccepted), to: reading.source)]
  }

  /// Notes that a window is gone.
  mutating func windowDestroyed(_ window: CX11.Window) -> [Effect] {
    if reading?.source == window { reading = nil }
    guard over?.source == window else { return [] }
    over = nil
    return [.reportLeft]
  }
}
