import Geometry
import Gestures
import TestSupport
import Testing

@testable import Windowing

/// Smooth scrolling and touchpad gestures of real devices, on an Xorg of the test's own.
@Suite(
  .serialized,
  .enabled(if: XServer.hasDevices, "no Xorg with dummy and inputtest drivers, or no root"))
struct WindowDeviceTests {
  private func session() throws -> (WindowSession, mouse: TestDevice, touchpad: TestDevice) {
    let session = try WindowSession(devices: [.mouse, .touchpad])
    session.hands.move(toX: 300, y: 200)
    session.map()
    session.forget()
    return (
      session, try #require(session.server.devices[.mouse]),
      try #require(session.server.devices[.touchpad])
    )
  }

  private func scrolls(_ session: WindowSession, count: Int) -> [ScrollEvent] {
    var found: [ScrollEvent] = []
    _ = session.wait(5) {
      found = session.events.compactMap { if case .scroll(let event) = $0 { event } else { nil } }
      return found.count >= count
    }
    return found
  }

  @Test func aWheelsDetentsAreWholeFromTheFirst() throws {
    let (session, mouse, _) = try session()
    try mouse.move(scrollY: 120)
    try mouse.move(scrollY: -240)
    try mouse.move(scrollX: 120)
    let events = scrolls(session, count: 3)
    #expect(
      events.map(\.detents) == [Point(x: 0, y: 1), Point(x: 0, y: -2), Point(x: 1, y: 0)])
    #expect(events.allSatisfy { $0.source == .wheel && !$0.isContinuous && !$0.isEnd })
    #expect(events.allSatisfy { $0.position == Point(x: 200, y: 150) })
  }

  @Test func aFineWheelHasFractions() throws {
    let (session, mouse, _) = try session()
    for _ in 0..<4 { try mouse.move(scrollY: 30) }
    let events = scrolls(session, count: 4)
    #expect(events.map(\.detents.y) == [0.25, 0.25, 0.25, 0.25])
    #expect(events.allSatisfy { $0.source == .wheel && $0.isContinuous })
  }

  @Test func fingersAreRecognizedAndTheirEndIsReported() throws {
    let (session, _, touchpad) = try session()
    try touchpad.move(scrollX: 12, scrollY: 6)
    try touchpad.move(scrollX: 0, scrollY: 0)
    let events = scrolls(session, count: 2)
    #expect(events.map(\.detents) == [Point(x: 0.1, y: 0.05), .zero])
    #expect(events.map(\.isEnd) == [false, true])
    #expect(events.allSatisfy { $0.source == .touchpad && $0.isContinuous })
  }

  @Test func switchingDevicesLosesNoDetent() throws {
    let (session, mouse, touchpad) = try session()
    for _ in 0..<3 {
      try mouse.move(scrollY: 120)
      try touchpad.move(scrollY: 60)
    }
    let events = scrolls(session, count: 6)
    #expect(events.map(\.detents.y) == [1, 0.5, 1, 0.5, 1, 0.5])
    #expect(
      events.map(\.source) == [.wheel, .touchpad, .wheel, .touchpad, .wheel, .touchpad])
  }

  @Test func scrollingInAnotherWindowIsIgnored() throws {
    let (session, mouse, _) = try session()
    try mouse.move(scrollY: 120)
    #expect(scrolls(session, count: 1).count == 1)
    try mouse.move(x: -250, y: -180)
    try mouse.move(scrollY: 1200)
    try mouse.move(x: 250, y: 180)
    #expect(session.wait { session.events.contains(.pointerLeft) })
    session.forget()
    try mouse.move(scrollY: -120)
    #expect(scrolls(session, count: 1).map(\.detents.y) == [-1])
  }

  @Test func oneEventMayMoveAndScroll() throws {
    let (session, mouse, _) = try session()
    try mouse.move(x: 10, y: 5, scrollY: 120)
    let events = scrolls(session, count: 1)
    #expect(events.map(\.position) == [Point(x: 210, y: 155)])
    #expect(
      session.events.contains {
        if case .motion(let position, _) = $0 { position == Point(x: 210, y: 155) } else { false }
      })
  }

  @Test func aPinchHasItsPhases() throws {
    let (session, _, touchpad) = try session()
    try touchpad.pinch(kind: 27, scale: 1)
    try touchpad.pinch(kind: 28, scale: 1.5, x: 3, y: -2)
    try touchpad.pinch(kind: 29, scale: 2)
    var pinches: [PinchEvent] = []
    _ = session.wait {
      pinches = session.events.compactMap { if case .pinch(let event) = $0 { event } else { nil } }
      return pinches.count >= 3
    }
    #expect(pinches.map(\.phase) == [.began, .changed, .ended])
    #expect(pinches.map(\.scale) == [1, 1.5, 2])
    #expect(pinches.dropFirst().first?.delta == Point(x: 3, y: -2))
    #expect(pinches.first?.position == Point(x: 200, y: 150))
  }

  @Test func aSwipeMayBeCancelled() throws {
    let (session, _, touchpad) = try session()
    try touchpad.swipe(kind: 30, fingers: 3)
    try touchpad.swipe(kind: 31, fingers: 3, x: -20, y: 1)
    try touchpad.swipe(kind: 32, fingers: 3, isCancelled: true)
    var swipes: [SwipeEvent] = []
    _ = session.wait {
      swipes = session.events.compactMap { if case .swipe(let event) = $0 { event } else { nil } }
      return swipes.count >= 3
    }
    #expect(swipes.map(\.phase) == [.began, .changed, .cancelled])
    #expect(swipes.map(\.fingers) == [3, 3, 3])
    #expect(swipes.dropFirst().first?.delta == Point(x: -20, y: 1))
  }

  @Test func simultaneousEventsAreMerged() throws {
    let (session, _, touchpad) = try session()
    for _ in 0..<10 { try touchpad.move(scrollY: 12) }
    try touchpad.move(scrollX: 0, scrollY: 0)
    try touchpad.pinch(kind: 27, scale: 1)
    for step in 1...10 { try touchpad.pinch(kind: 28, scale: 1 + Double(step) / 10, x: 2, y: 1) }
    try touchpad.pinch(kind: 29, scale: 2)
    session.display.synchronize()
    session.read()
    let events = scrolls(session, count: 2)
    #expect(events.count == 2 && events.map(\.isEnd) == [false, true])
    #expect(events.first.map { abs($0.detents.y - 1) < 1e-9 } == true)
    let pinches = session.events.compactMap { event -> PinchEvent? in
      if case .pinch(let pinch) = event { pinch } else { nil }
    }
    #expect(pinches.map(\.phase) == [.began, .changed, .ended])
    #expect(pinches.map(\.scale) == [1, 2, 2])
    #expect(pinches.dropFirst().first?.delta == Point(x: 20, y: 10))
  }

  @Test func aPinchMayBeCancelled() throws {
    let (session, _, touchpad) = try session()
    try touchpad.pinch(kind: 27, scale: 1)
    try touchpad.pinch(kind: 29, scale: 1.2, isCancelled: true)
    var phases: [GesturePhase] = []
    _ = session.wait {
      phases = session.events.compactMap {
        if case .pinch(let event) = $0 { event.phase } else { nil }
      }
      return phases.count >= 2
    }
    #expect(phases == [.began, .cancelled])
  }

  @Test func aReconnectedTouchpadIsRecognizedAndHasNotScrolled() throws {
    let (session, _, touchpad) = try session()
    try touchpad.move(scrollY: 12)
    #expect(scrolls(session, count: 1).count == 1)
    try session.client.detachDevice(TestDevice.Kind.touchpad.rawValue)
    try touchpad.move(scrollY: 1200)
    try session.client.attachDevice(TestDevice.Kind.touchpad.rawValue)
    session.forget()
    try touchpad.move(scrollY: 12)
    let events = scrolls(session, count: 1)
    #expect(events.map(\.source) == [.touchpad])
    #expect(events.first.map { abs($0.detents.y - 0.1) < 1e-9 } == true)
  }

  @Test func aServerWithoutGesturesLosesOnlyPinches() throws {
    let session = try WindowSession(devices: [.mouse, .touchpad]) { $0.newestXInputMinor = 3 }
    // Such a server has no gesture class that identifies a touchpad; its driver's settings do.
    try session.client.setDeviceProperty(
      "libinput Tapping Enabled", of: TestDevice.Kind.touchpad.rawValue, to: 1)
    session.hands.move(toX: 300, y: 200)
    session.map()
    session.forget()
    let mouse = try #require(session.server.devices[.mouse])
    let touchpad = try #require(session.server.devices[.touchpad])
    try touchpad.pinch(kind: 27, scale: 1)
    try touchpad.pinch(kind: 28, scale: 1.5)
    try touchpad.pinch(kind: 29, scale: 1.5)
    try touchpad.move(scrollY: 12)
    try touchpad.move(scrollX: 0, scrollY: 0)
    try mouse.move(x: 10, scrollY: 120)
    let events = scrolls(session, count: 3)
    #expect(events.map(\.source) == [.touchpad, .touchpad, .wheel])
    #expect(events.map(\.isEnd) == [false, true, false])
    session.hands.click()
    #expect(session.wait { if case .button(let event) = $0 { event.isPressed } else { false } })
    #expect(!session.events.contains { if case .pinch = $0 { true } else { false } })
  }
}
