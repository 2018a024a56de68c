import CX11
import Geometry

/// A program that something is dragged to (XDND 5), as obliging as the test wants it.
///
/// Use it only on the thread that created it.
public final class DragSink {
  private let client: TestClient
  /// The window that takes drops.
  public let window: UInt
  /// The form that it asks for; `nil` refuses everything.
  public var target: String?
  /// True if it answers positions.
  public var answers = true
  /// True if it reads what is dropped, and says that it has.
  public var reads = true
  /// The address that it names for a file (XdndDirectSave) when something is dropped; `nil` names
  /// none.
  public var address: [UInt8]?
  /// The messages so far, with their names and five numbers.
  public private(set) var messages: [(name: String, numbers: [UInt])] = []
  /// The bytes that it has read; `nil` before.
  public private(set) var received: [UInt8]?
  /// True once a request of its own was refused.
  public private(set) var isRefused = false

  /// Creates a program with a window at a place of the screen.
  public init(
    _ server: XServer, at rect: PixelRect, target: String?, version: UInt? = 5,
    isManaged: Bool = false
  ) throws {
    client = try TestClient(server)
    self.target = target
    window = client.makeWindow(at: rect, color: 0x00_8000, isManaged: isManaged)
    XSelectInput(client.pointer, window, PropertyChangeMask)
    if let version {
      client.setProperty("XdndAware", of: window, type: "ATOM", numbers: [version])
    }
  }

  /// The place of its window on the screen.
  public var rect: PixelRect { client.rect(of: window) ?? PixelRect(.zero) }

  /// Makes its window a proxy of another window.
  public func standFor(_ other: UInt) {
    for window in [other, window] {
      client.setProperty("XdndProxy", of: window, type: "WINDOW", numbers: [self.window])
    }
  }

  /// The names of the messages so far, those of repeated positions once.
  public var names: [String] {
    messages.map(\.name).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The names of the forms that the source has.
  public func types(of source: UInt) -> [String] {
    client.numbers("XdndTypeList", of: source).map(client.name(ofAtom:))
  }

  /// Sends a message to a window.
  public func send(_ name: String, to window: UInt, _ numbers: [UInt]) {
    client.sendMessage(name, about: window, numbers)
  }

  /// Asks for a form, at any time.
  public func ask(_ target: String, at time: UInt = 0) {
    XConvertSelection(
      client.pointer, client.atom("XdndSelection"), client.atom(target), client.atom("DROPPED"),
      window, time)
    client.synchronize()
  }

  /// Reads what has arrived, and answers it.
  public func serve() {
    while XPending(client.pointer) > 0 {
      var event = XEvent()
      XNextEvent(client.pointer, &event)
      switch event.type {
      case ClientMessage: take(event.xclient)
      case SelectionNotify: take(event.xselection)
      default: break
      }
    }
    client.synchronize()
  }

  /// Serves until a condition holds.
  public func serve(_ limit: Double = 20, until condition: () -> Bool) -> Bool {
    waitUntil(limit) {
      serve()
      return condition()
    }
  }

  private func take(_ message: XClientMessageEvent) {
    let l = message.data.l
    let numbers = [l.0, l.1, l.2, l.3, l.4].map { UInt(bitPattern: $0) & 0xffff_ffff }
    let name = client.name(ofAtom: message.message_type)
    messages.append((name, numbers))
    let source = numbers[0]
    switch name {
    case "XdndPosition" where answers:
      let copy = client.atom("XdndActionCopy")
      send(
        "XdndStatus", to: source,
        [message.window, target == nil ? 0 : 3, 0, 0, target == nil ? 0 : copy])
    case "XdndDrop" where reads:
      guard let target else { return }
      if let address {
        client.setProperty("XdndDirectSave0", of: source, type: "text/plain", bytes: address)
      }
      ask(target, at: numbers[2])
      dropped = (source, message.window)
    default: break
    }
  }

  /// The source of the drop, and the window that it was sent to.
  private var dropped: (source: UInt, window: UInt)?

  private func take(_ event: XSelectionEvent) {
    if event.property == 0 {
      isRefused = true
    } else {
      received = client.bytes("DROPPED", of: window)
    }
    guard let dropped else { return }
    send("XdndFinished", to: dropped.source, [dropped.window, isRefused ? 0 : 1, 0])
  }
}
