import CX11
import Gestures

/// Makes a window one that drags may end on, and talks to the programs that drag.
///
/// Belongs to the window's thread. Other programs send what they like: only a drag that enters
/// costs answers of the server, and only so many of them are waited for at a time.
struct DropTarget {
  private let display: DisplayConnection
  private let window: CX11.Window
  private let names: [Atom: String]
  private var state: IncomingDrag
  /// The window whose end is watched.
  private var watched: CX11.Window?

  /// The last entry, until the message that follows it: a program that sends nothing else costs
  /// nothing.
  private var entry: DragMessage?
  /// The number of the server's answers that the current batch of events has waited for.
  private var answers = 0

  /// The longest list of forms that is read, in bytes.
  private static let longestList = 64 << 10
  /// The most answers of the server before the window is drawn again.
  private static let mostAnswers = 32

  /// Announces a top-level window as a target for forms, the best first.
  init(_ display: DisplayConnection, window: CX11.Window, targets: [String]) {
    self.display = display
    self.window = window
    let atoms = targets.map(display.atom)
    names = Dictionary(zip(atoms, targets)) { first, _ in first }
    state = IncomingDrag(window: window, wanted: atoms)
    display.setProperty(
      display.atoms[.dragAware], of: window, type: Atom(XA_ATOM),
      numbers: [UInt(DragMessage.version)])
    display.flush()
  }

  /// Handles a message; returns `nil` if it is none of drags.
  mutating func handle(_ event: XClientMessageEvent) -> [WindowEvent]? {
    guard event.window == window, let message = DragMessage(event, display.atoms) else {
      return nil
    }
    if case .enter = message {
      entry = message
      return []
    }
    return takeEntry() + perform(state.take(message))
  }

  /// True if the rest of the events must wait until the window is drawn again.
  var hasReadEnough: Bool { answers >= Self.mostAnswers }

  /// Handles the end of a batch of events.
  mutating func endBatch() -> [WindowEvent] {
    defer { answers = 0 }
    return takeEntry()
  }

  private mutating func takeEntry() -> [WindowEvent] {
    guard case .enter(let source, let version, var types, let hasList)? = entry else { return [] }
    entry = nil
    if hasList {
      answers += 1
      let list = display.property(
        display.atoms[.dragTypeList], of: source, limit: Self.longestList)
      types = list?.numbers ?? []
    }
    return perform(
      state.take(.enter(source: source, version: version, types: types, hasList: hasList)))
  }

  /// Handles the end of any window.
  mutating func windowDestroyed(_ gone: CX11.Window) -> [WindowEvent] {
    if watched == gone { watched = nil }
    if entry?.sender == gone { entry = nil }
    return perform(state.windowDestroyed(gone))
  }

  /// Tells the other program that a drop's content was opened, or could not be.
  mutating func finish(_ number: Int, isAccepted: Bool) {
    _ = perform(state.finish(number, isAccepted: isAccepted))
  }

  private mutating func perform(_ effects: [IncomingDrag.Effect]) -> [WindowEvent] {
    let isNew = watch(state.over?.source)
    let events: [WindowEvent] = effects.compactMap { effect in
      switch effect {
      case .send(let message, let receiver):
        display.send(message, to: receiver)
        display.flush()
        return nil
      case .report(let isAccepted): return .drag(.over(isAccepted: isAccepted))
      case .reportLeft: return .drag(.left)
      case .reportDrop(let number, let time, let targets):
        return .drag(
          .dropped(
            DroppedContent(
              number: number, time: time, targets: targets.compactMap { names[$0] })))
      }
    }
    guard isNew, let source = watched else { return events }
    answers += 1
    guard display.size(ofWindow: source) == nil else { return events }
    // It has ended before it was watched.
    display.forgetSelection(of: source)
    return events + windowDestroyed(source)
  }

  /// Watches the window that drags for its end; returns true if it is another one than before.
  ///
  /// A program that dies sends no message.
  private mutating func watch(_ source: CX11.Window?) -> Bool {
    guard source != watched else { return false }
    if let watched { display.deselect(StructureNotifyMask, of: watched) }
    if let source { display.select(StructureNotifyMask, of: source) }
    watched = source
    return true
  }
}
