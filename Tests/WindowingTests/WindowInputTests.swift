import Geometry
import Gestures
import TestSupport
import Testing

@testable import Windowing

/// XTEST input as the window reports it, with and without XInput 2.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct WindowInputTests {
  private func session(usesXInput: Bool) throws -> WindowSession {
    let session = try WindowSession { $0.usesXInput = usesXInput }
    session.hands.move(toX: 300, y: 200)
    session.map()
    session.client.focus(session.window.id)
    session.forget()
    return session
  }

  @Test func usesXInput2IfAvailable() throws {
    #expect(try session(usesXInput: true).window.usesXInput)
    #expect(try !session(usesXInput: false).window.usesXInput)
  }

  @Test(arguments: [true, false]) func theWheelHasWholeDetents(usesXInput: Bool) throws {
    let session = try session(usesXInput: usesXInput)
    session.hands.hold(0xffe3)
    session.hands.wheel(-2)
    session.hands.wheel(1, sideways: true)
    session.hands.letGo(0xffe3)
    #expect(
      session.wait(for: {
        if case .scroll(let scroll) = $0 { scroll.detents.x == 1 } else { false }
      }))
    let scrolls = session.events.compactMap {
      if case .scroll(let scroll) = $0 { scroll } else { nil }
    }
    #expect(scrolls.map(\.detents) == [Point(x: 0, y: -1), Point(x: 0, y: -1), Point(x: 1, y: 0)])
    for scroll in scrolls {
      #expect(scroll.source == .wheel)
      #expect(!scroll.isContinuous)
      #expect(scroll.modifiers == .control)
      #expect(scroll.position == Point(x: 200, y: 150))
    }
    #expect(!session.events.contains { if case .button = $0 { true } else { false } })
  }

  @Test(arguments: [true, false]) func buttonsAndMotionStayInOrder(usesXInput: Bool) throws {
    let session = try session(usesXInput: usesXInput)
    session.hands.drag(fromX: 310, y: 200, toX: 350, y: 240, steps: 40)
    session.hands.click(9)
    let isEnd: (WindowEvent) -> Bool = {
      if case .button(let button) = $0 { button.button == 9 && !button.isPressed } else { false }
    }
    #expect(session.wait(for: isEnd))
    var story: [String] = []
    for event in session.events {
      switch event {
      case .motion(let position, _): story.append("\(Int(position.x)),\(Int(position.y))")
      case .button(let button): story.append("\(button.isPressed ? "+" : "-")\(button.button)")
      default: continue
      }
    }
    // The session may have read during the drag and got more motion events, but the last of each
    // run is certain.
    #expect(story.first == "210,150")
    let press = try #require(story.firstIndex(of: "+1"))
    let release = try #require(story.firstIndex(of: "-1"))
    #expect(press == 1)
    #expect(story[release - 1] == "250,190")
    #expect(story.suffix(2) == ["+9", "-9"])
  }

  @Test func motionEventsAreMerged() throws {
    let session = try session(usesXInput: true)
    for x in 300...400 { session.hands.move(toX: x, y: 220) }
    session.display.synchronize()
    session.read()
    let motions = session.events.filter { if case .motion = $0 { true } else { false } }
    #expect(motions.count == 1)
    guard case .motion(let position, _)? = motions.first else { return }
    #expect(position == Point(x: 300, y: 170))
  }

  @Test func keysHaveShiftButNoCapsLock() throws {
    let session = try session(usesXInput: true)
    session.hands.key(0xffe5)  // Caps Lock
    session.hands.key(UInt32(UInt8(ascii: "r")))
    session.hands.key(UInt32(UInt8(ascii: "R")))
    session.hands.key(UInt32(UInt8(ascii: "+")))
    session.hands.key(UInt32(UInt8(ascii: "?")))
    session.hands.key(0xffab)  // KP_Add
    session.hands.key(0xffc8)  // F11
    #expect(session.wait(for: { if case .key(let key) = $0 { key.key == .f11 } else { false } }))
    let modifierKeys: Set<UInt32> = [0xffe1, 0xffe2, 0xffe5]
    let keys = session.events.compactMap { event -> KeyPress? in
      if case .key(let key) = event, !modifierKeys.contains(key.keysym) { key } else { nil }
    }
    #expect(keys.map(\.key) == [.r, .shiftR, .plus, .question, .plus, .f11])
    #expect(keys.first?.modifiers == [])
    #expect(keys.dropFirst().first?.modifiers == .shift)
    #expect(keys.first?.position == Point(x: 200, y: 150))
  }

  @Test(arguments: [true, false]) func thePointerLeavesTheWindow(usesXInput: Bool) throws {
    let session = try session(usesXInput: usesXInput)
    session.hands.move(toX: 5, y: 5)
    #expect(session.wait(for: { $0 == .pointerLeft }))
  }

  @Test(arguments: [true, false]) func theFocusIsReported(usesXInput: Bool) throws {
    let session = try session(usesXInput: usesXInput)
    // No window has it: `None` of XSetInputFocus.
    session.client.focus(0)
    #expect(session.wait(for: { $0 == .focusChanged(false) }))
    session.client.focus(session.window.id)
    #expect(session.wait(for: { $0 == .focusChanged(true) }))
  }

  @Test func timesAreTheServersInSeconds() throws {
    let session = try session(usesXInput: true)
    session.hands.doubleClick()
    var times: [Double] = []
    #expect(
      session.wait {
        times = session.events.compactMap {
          if case .button(let button) = $0 { button.time } else { nil }
        }
        return times.count == 4
      })
    #expect(times == times.sorted())
    #expect((times.last ?? 99) - (times.first ?? 0) < 10)
  }
}
