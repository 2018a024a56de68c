import Gestures
import TestSupport
import Testing

@testable import Viewer
@testable import Windowing

/// Each default key of each command, pressed on a real X server.
@Suite(.enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct CommandKeyTests {
  @Test func everyDefaultKeyArrivesAsItself() throws {
    let session = try WindowSession()
    session.map()
    session.hands.move(toX: 200, y: 150)
    session.client.focus(session.window.id)
    for name in CommandName.allCases {
      let definition = name.definition
      for trigger in definition.keys + definition.aliases {
        session.forget()
        try press(trigger, in: session)
        let arrived = session.wait { event in
          switch event {
          case .key(let press): Trigger(press) == trigger
          case .button(let button): Trigger(.button(button.button), button.modifiers) == trigger
          case .scroll(let scroll): Trigger(.wheel, scroll.modifiers) == trigger
          default: false
          }
        }
        #expect(arrived, "\(trigger.text) of \(name)")
      }
    }
  }

  private func press(_ trigger: Trigger, in session: WindowSession) throws {
    var held: [UInt32] = []
    if trigger.modifiers.contains(.control) { held.append(0xffe3) }
    if trigger.modifiers.contains(.shift) { held.append(0xffe1) }
    switch trigger.source {
    case .key(let key):
      #expect(session.hands.key(key.rawValue, holding: held), "\(trigger.text)")
    case .button(let button): session.hands.click(button)
    case .wheel, .wheelUp, .wheelDown:
      for key in held { session.hands.hold(key) }
      session.hands.wheel(-1)
      for key in held.reversed() { session.hands.letGo(key) }
    }
  }
}
