import CX11
import Geometry

/// A program that drags something to a window (XDND 5); the test sends each of its messages.
///
/// Use it only on the thread that created it.
public final class DragSource {
  private let client: TestClient
  /// The window in whose name it drags.
  public let window: UInt
  /// What it has, by form.
  public var content: [String: [UInt8]]
  /// The number of requests after which it reads nothing more.
  public var mostRequests = Int.max
  /// The number of messages and requests that have arrived and are not yet read.
  public var waiting: Int { Int(XPending(client.pointer)) }
  /// The answers so far, with their names and five numbers.
  public private(set) var answers: [(name: String, numbers: [UInt])] = []
  /// The forms that were asked for, and the times of the requests.
  public private(set) var requests: [(target: String, time: UInt)] = []

  /// Creates a program that drags something.
  public init(_ server: XServer, _ content: [String: [UInt8]]) throws {
    client = try TestClient(server)
    self.content = content
    window = client.makeWindow(at: PixelRect(minX: -9, minY: -9, maxX: -8, maxY: -8), color: 0)
    XSetSelectionOwner(client.pointer, client.atom("XdndSelection"), window, 0)
    client.synchronize()
  }

  /// Enters a window, with the list of forms that a source with more than three has.
  public func enter(_ target: UInt, types: [String]? = nil, version: UInt = 5) {
    let types = (types ?? content.keys.sorted()).map(client.atom)
    client.setProperty("XdndTypeList", of: window, type: "ATOM", numbers: types)
    let first = (types + [0, 0, 0]).prefix(3)
    send("XdndEnter", to: target, [window, version << 24 | (types.count > 3 ? 1 : 0)] + first)
  }

  /// Moves to a point of the screen.
  public func move(_ target: UInt, x: UInt, y: UInt) {
    send(
      "XdndPosition", to: target,
      [window, 0, x << 16 | y, 0, client.atom("XdndActionMove")])
  }

  /// Drops; `time` is in milliseconds of the server's clock.
  public func drop(_ target: UInt, time: UInt = 0) {
    send("XdndDrop", to: target, [window, 0, time])
  }

  /// Leaves a window.
  public func leave(_ target: UInt) { send("XdndLeave", to: target, [window]) }

  /// Sends a message with up to five numbers.
  public func send(_ name: String, to target: UInt, _ numbers: [UInt], format: Int32 = 32) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target
    event.xclient.message_type = client.atom(name)
    event.xclient.format = format
    let data = (numbers + [0, 0, 0, 0, 0]).map { Int(truncatingIfNeeded: $0) }
    event.xclient.data.l = (data[0], data[1], data[2], data[3], data[4])
    XSendEvent(client.pointer, target, 0, 0, &event)
    client.synchronize()
  }

  /// Sets the list of forms to any atoms.
  public func setTypeList(_ atoms: [UInt]) {
    client.setProperty("XdndTypeList", of: window, type: "ATOM", numbers: atoms)
  }

  /// Reads what has arrived, and answers requests for the content.
  public func serve() {
    while requests.count < mostRequests, XPending(client.pointer) > 0 {
      var event = XEvent()
      XNextEvent(client.pointer, &event)
      switch event.type {
      case ClientMessage:
        let l = event.xclient.data.l
        answers.append(
          (
            client.name(ofAtom: event.xclient.message_type),
            [l.0, l.1, l.2, l.3, l.4].map { UInt(bitPattern: $0) }
          ))
      case SelectionRequest: answer(event.xselectionrequest)
      default: break
      }
    }
    client.synchronize()
  }

  /// Serves until an answer with this name arrives, and returns its numbers.
  public func wait(for name: String, limit: Double = 20) -> [UInt]? {
    var found: [UInt]?
    waitUntil(limit) {
      serve()
      found = answers.first { $0.name == name }?.numbers
      return found != nil
    }
    answers.removeAll()
    return found
  }

  private func answer(_ request: XSelectionRequestEvent) {
    let target = client.name(ofAtom: request.target)
    requests.append((target, request.time))
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.time = request.time
    if let bytes = content[target] {
      XChangeProperty(
        client.pointer, request.requestor, request.property, request.target, 8,
        Int32(PropModeReplace), bytes, Int32(bytes.count))
      event.xselection.property = request.property
    }
    XSendEvent(client.pointer, request.requestor, 0, 0, &event)
  }
}
