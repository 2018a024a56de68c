import CX11
import Gestures

/// Makes a window one that drags may end on, and talks to the programs that drag.
///
/// Belongs to the window's thread. Other programs send what they like: each message costs at most
/// one answer of the server, for the list of forms of a drag that enters.
struct DropTarget {
  private let display: DisplayConnection
  private let window: CX11.Window
  private let names: [Atom: String]
  private var state: IncomingDrag
  /// The window whose end is watched.
  private var watched: CX11.Window?

  /// The longest list of forms that is read, in bytes.
  private static let longestList = 64 << 10

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
    guard event.window == window, var message = DragMessage(event, display.atoms) else {
      return nil
    }
    if case .enter(let source, let version, _, hasList: true) = message {
      let list = display.property(
        display.atoms[.dragTypeList], of: source, limit: Self.longestList)
      message = .enter(
        source: source, version: version, types: list?.numbers ?? [], hasList: true)
    }
    return perform(state.take(message))
  }

  /// Handles the end of any window.
  mutating func windowDestroyed(_ gone: CX11.Window) -> [WindowEvent] {
    if watched == gone { watched = nil }
    return perform(state.windowDestroyed(gone))
  }

  /// Tells the other program that a drop's content was opened, or could not be.
  mutating func finish(_ number: Int, isAccepted: Bool) {
    _ = perform(state.finish(number, isAccepted: isAccepted))
  }

  private mutating func perform(_ effects: [IncomingDrag.Effect]) -> [WindowEvent] {
    watch(state.over?.source)
    return effects.compactMap { effect in
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
  }

  /// Watches the window that drags for its end: a program that dies sends no message.
  private mutating func watch(_ source: CX11.Window?) {
    guard source != watched else { return }
    if let watched { XSelectInput(display.pointer, watched, NoEventMask) }
    watched = nil
    // The connection has selected other events of these itself.
    guard let source, source != window, source != display.root else { return }
    XSelectInput(display.pointer, source, StructureNotifyMask)
    watched = source
  }
}
