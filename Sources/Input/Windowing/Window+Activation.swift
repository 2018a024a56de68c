import CX11
import Geometry

extension Window {
  /// Requests the user's attention after another start of the program has opened pictures in this
  /// window.
  ///
  /// `startupID` is that start's `DESKTOP_STARTUP_ID` (Startup Notification Protocol), or empty. A
  /// window manager decides whether the window is raised or marked (EWMH 1.5).
  package func requestActivation(startupID: String) {
    let time = Self.time(ofStartup: startupID)
    if let time {
      display.setProperty(
        display.atoms[.userTime], of: id, type: Atom(XA_CARDINAL), numbers: [UInt(time)])
    }
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = id
    event.xclient.message_type = display.atoms[.activeWindow]
    event.xclient.format = 32
    // Source indication 1: a normal application.
    event.xclient.data.l = (1, Int(time ?? 0), 0, 0, 0)
    display.sendToManager(&event)
    if !startupID.isEmpty { endStartup(startupID) }
    display.flush()
  }

  /// The server time of the user's action that caused a start, at the end of its ID: `…_TIME123`.
  static func time(ofStartup id: String) -> UInt32? {
    let digits = id.utf8.reversed().prefix { (0x30...0x39).contains($0) }.reversed()
    let rest = id.utf8.dropLast(digits.count)
    guard rest.suffix(5).elementsEqual("_TIME".utf8) else { return nil }
    return UInt32(String(decoding: Array(digits), as: UTF8.self))
  }

  /// Ends the launcher's feedback, by a text in messages of 20 bytes each.
  private func endStartup(_ startupID: String) {
    let escaped = startupID.flatMap { "\\\"".contains($0) ? "\\\($0)" : String($0) }
    let text = Array("remove: ID=\"\(String(escaped))\"".utf8) + [0]
    var kind = display.atoms[.startupInfoBegin]
    for start in stride(from: 0, to: text.count, by: 20) {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = id
      event.xclient.message_type = kind
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data) { data in
        for (index, byte) in text[start...].prefix(20).enumerated() { data[index] = byte }
      }
      XSendEvent(display.pointer, display.root, 0, Int(PropertyChangeMask), &event)
      kind = display.atoms[.startupInfo]
    }
  }
}
