import CX11

/// Talks to the windows under the pointer during a drag that begins in our window.
///
/// Belongs to the thread of its connection, which is not the window's: finding a target takes some
/// requests to the server for each motion.
struct DragSender {
  private let display: DisplayConnection
  /// The window in whose name it drags, which owns the selection; 0 without a drag.
  ///
  /// Each drag has its own, because answers don't say to which drag they belong.
  private(set) var window: CX11.Window = 0
  /// Our own top-level window, which is no target.
  private var own: CX11.Window = 0
  private var types: [Atom] = []
  private var stamp: UInt = 0
  private var state: OutgoingDrag?

  init(_ display: DisplayConnection) { self.display = display }

  /// When to call `tick`, in seconds; `nil` without a drag that waits for something.
  var deadline: Double? { state?.deadline }

  /// Ends what was dragged before, and creates the window for the next drag.
  mutating func prepare() -> [DragReport] {
    let reports = cancel()
    end()
    window = display.createHiddenWindow()
    return reports
  }

  /// Begins to drag forms from a window of ours, once the prepared window owns the selection;
  /// `stamp` is the server's time in milliseconds.
  mutating func begin(_ offer: ClipboardOffer, from own: CX11.Window, stamp: UInt) {
    self.own = own
    types = offer.targets.map(display.atom)
    self.stamp = stamp
    state = OutgoingDrag()
    display.setProperty(
      display.atoms[.dragTypeList], of: window, type: Atom(XA_ATOM), numbers: types)
    guard let name = offer.savedName else { return }
    // The target replaces it by an address.
    display.setProperty(
      display.atoms[.directSave], of: window, type: display.atoms[.plainText], bytes: name)
  }

  /// True once it was dropped, and the target is reading.
  var isDropped: Bool { state?.isDropped == true }

  /// Ends the drag without a word to anyone.
  mutating func end() {
    state = nil
    if window != 0 { XDestroyWindow(display.pointer, window) }
    window = 0
  }

  /// The pointer has moved to a point of our window, in device pixels.
  mutating func move(toX x: Int, y: Int, at now: Double) -> [DragReport] {
    guard state != nil else { return [] }
    let found = display.dragTarget(atX: x, y: y, of: own)
    guard let found else { return [] }
    return perform(state?.move(to: found.place, over: found.target, at: now))
  }

  /// The button is released.
  mutating func release(at now: Double) -> [DragReport] { perform(state?.release(at: now)) }

  /// Ends the drag without a drop.
  mutating func cancel() -> [DragReport] { perform(state?.cancel()) }

  /// Handles a message of a target.
  mutating func take(_ message: DragMessage, at now: Double) -> [DragReport] {
    switch message {
    case .status(let target, let isAccepted):
      perform(state?.answered(by: target, isAccepted: isAccepted, at: now))
    case .finished(let target, let isAccepted):
      perform(state?.finished(by: target, isAccepted: isAccepted))
    case .enter, .position, .leave, .drop: []
    }
  }

  /// Handles the passing of time; `isReading` is true while a target reads what is dragged.
  mutating func tick(at now: Double, isReading: Bool) -> [DragReport] {
    perform(state?.tick(at: now, isReading: isReading))
  }

  private mutating func perform(_ effects: [OutgoingDrag.Effect]?) -> [DragReport] {
    // The last messages name the window that goes with the drag.
    defer { if state?.isEnded == true { end() } }
    return (effects ?? []).compactMap { effect in
      switch effect {
      case .enter(let target):
        send(
          .enter(
            source: window, version: target.version, types: types, hasList: types.count > 3),
          to: target)
      case .position(let target, let place):
        send(.position(source: window, x: place.x, y: place.y, time: stamp), to: target)
      case .leave(let target): send(.leave(source: window), to: target)
      case .drop(let target): send(.drop(source: window, time: stamp), to: target)
      case .show(let isAccepted): return .acceptance(isAccepted)
      case .end(let outcome): return .ended(outcome)
      }
      return nil
    }
  }

  private func send(_ message: DragMessage, to target: OutgoingDrag.Target) {
    display.send(message, to: target.window, receiver: target.receiver)
  }
}

extension DisplayConnection {
  /// The most windows inside each other that are looked at.
  private static let mostDepth = 32

  /// Returns the point of the screen that a point of our window is, and the window there that drags
  /// may end on; `nil` if our window is gone.
  func dragTarget(
    atX x: Int, y: Int, of own: CX11.Window
  ) -> (place: OutgoingDrag.Place, target: OutgoingDrag.Target?)? {
    var (left, top): (Int32, Int32) = (0, 0)
    var window: CX11.Window = 0
    guard
      XTranslateCoordinates(
        pointer, own, root, Int32(clamping: x), Int32(clamping: y), &left, &top, &window) != 0
    else { return nil }
    let place = OutgoingDrag.Place(x: Int(left), y: Int(top))
    // The window manager's frame is around the window that takes drops.
    for _ in 0..<Self.mostDepth where window != 0 {
      if window == own { return (place, nil) }
      if let target = dragTarget(window) { return (place, target) }
      var (innerX, innerY): (Int32, Int32) = (0, 0)
      var child: CX11.Window = 0
      guard
        XTranslateCoordinates(pointer, root, window, left, top, &innerX, &innerY, &child) != 0
      else { break }
      window = child
    }
    return (place, dragTarget(root))
  }

  /// Returns a window as a target; `nil` if it takes no drops, or only by another version.
  private func dragTarget(_ window: CX11.Window) -> OutgoingDrag.Target? {
    func number(_ name: AtomName, of window: CX11.Window) -> UInt? {
      property(atoms[name], of: window, limit: 64)?.numbers.first
    }
    var receiver = window
    // A proxy names itself: otherwise it is what a program that died has left.
    if let proxy = number(.dragProxy, of: window), proxy != 0,
      number(.dragProxy, of: proxy) == proxy
    {
      receiver = proxy
    }
    guard let version = number(.dragAware, of: receiver), version >= DragMessage.oldestVersion
    else { return nil }
    return OutgoingDrag.Target(
      window: window, receiver: receiver, version: min(Int(version), DragMessage.version))
  }
}
