import CX11

/// A message between the source and the target of a drag (XDND 5).
enum DragMessage: Hashable {
  /// The pointer is over the target. `types` are the first three forms, or all that were read from
  /// the source's list if it has more.
  case enter(source: CX11.Window, version: Int, types: [Atom], hasList: Bool)
  /// The pointer is at a point of the screen, in device pixels.
  case position(source: CX11.Window, x: Int, y: Int, time: UInt)
  /// The pointer has left the target.
  case leave(source: CX11.Window)
  /// The button was released; `time` is the server's, for reading the selection.
  case drop(source: CX11.Window, time: UInt)
  /// The target's answer to a position.
  case status(target: CX11.Window, isAccepted: Bool)
  /// The target has read what was dropped, or has not.
  case finished(target: CX11.Window, isAccepted: Bool)

  /// The protocol's version.
  static let version = 5
  /// The oldest version that is spoken; before it, messages had other forms.
  static let oldestVersion = 3

  /// Reads a message; `nil` if it is none of the protocol, or has another form.
  init?(_ event: XClientMessageEvent, _ atoms: Atoms) {
    guard event.format == 32 else { return nil }
    let data = event.data.l
    let numbers = [data.0, data.1, data.2, data.3, data.4]
      .map { UInt(bitPattern: $0) & 0xffff_ffff }
    switch event.message_type {
    case atoms[.dragEnter]:
      self = .enter(
        source: numbers[0], version: Int(numbers[1] >> 24),
        types: numbers[2...].filter { $0 != 0 }, hasList: numbers[1] & 1 != 0)
    case atoms[.dragPosition]:
      self = .position(
        source: numbers[0], x: Int(Int16(truncatingIfNeeded: numbers[2] >> 16)),
        y: Int(Int16(truncatingIfNeeded: numbers[2])), time: numbers[3])
    case atoms[.dragLeave]: self = .leave(source: numbers[0])
    case atoms[.dragDrop]: self = .drop(source: numbers[0], time: numbers[2])
    case atoms[.dragStatus]: self = .status(target: numbers[0], isAccepted: numbers[1] & 1 != 0)
    case atoms[.dragFinished]:
      self = .finished(target: numbers[0], isAccepted: numbers[1] & 1 != 0)
    default: return nil
    }
  }

  /// The window that sent it, or in whose name it was sent.
  var sender: CX11.Window {
    switch self {
    case .enter(let source, _, _, _), .position(let source, _, _, _), .leave(let source),
      .drop(let source, _):
      source
    case .status(let target, _), .finished(let target, _): target
    }
  }

  /// Returns the event that carries it to a window.
  func event(to window: CX11.Window, _ atoms: Atoms) -> XEvent {
    let (name, numbers): (AtomName, [UInt])
    switch self {
    case .enter(let source, let version, let types, let hasList):
      let first = (types + [0, 0, 0]).prefix(3)
      (name, numbers) = (
        .dragEnter, [source, UInt(version) << 24 | (hasList ? 1 : 0)] + first
      )
    case .position(let source, let x, let y, let time):
      let place = UInt(UInt16(truncatingIfNeeded: x)) << 16 | UInt(UInt16(truncatingIfNeeded: y))
      (name, numbers) = (.dragPosition, [source, 0, place, time, atoms[.dragActionCopy]])
    case .leave(let source): (name, numbers) = (.dragLeave, [source])
    case .drop(let source, let time): (name, numbers) = (.dragDrop, [source, 0, time])
    case .status(let target, let isAccepted):
      // The empty rectangle and bit 1 ask for a message with each motion.
      (name, numbers) = (
        .dragStatus,
        [target, isAccepted ? 3 : 2, 0, 0, isAccepted ? atoms[.dragActionCopy] : 0]
      )
    case .finished(let target, let isAccepted):
      (name, numbers) = (
        .dragFinished, [target, isAccepted ? 1 : 0, isAccepted ? atoms[.dragActionCopy] : 0]
      )
    }
    let data = (numbers + [0, 0, 0, 0]).map { Int($0) }
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atoms[name]
    event.xclient.format = 32
    event.xclient.data.l = (data[0], data[1], data[2], data[3], data[4])
    return event
  }
}

extension DisplayConnection {
  /// Sends a message to a window; `receiver` gets it in its place if it has a proxy.
  func send(
    _ message: DragMessage, to window: CX11.Window, receiver: CX11.Window? = nil
  ) {
    var event = message.event(to: window, atoms)
    XSendEvent(pointer, receiver ?? window, 0, NoEventMask, &event)
  }
}
