import CX11
import Geometry
import Gestures
import TestSupport
import Testing

@testable import Windowing

/// Fingers on a real touch screen, on an Xorg of the test's own.
@Suite(
  .serialized,
  .enabled(if: XServer.hasDevices, "no Xorg with dummy and inputtest drivers, or no root"))
struct WindowTouchTests {
  private func session(xInput minor: Int32 = XInput.newestMinor) throws
    -> (WindowSession, screen: TestDevice)
  {
    let session = try WindowSession(devices: [.mouse, .touchscreen]) {
      $0.newestXInputMinor = minor
    }
    session.map()
    session.forget()
    return (session, try #require(session.server.devices[.touchscreen]))
  }

  /// A finger at a point of the window, which is at 100, 50 on a screen of 1024 × 768.
  private func touch(
    _ screen: TestDevice, _ kind: UInt32, finger: UInt32 = 0, _ x: Double, _ y: Double
  ) throws {
    try screen.touch(kind: kind, finger: finger, x: (x + 100) / 1024, y: (y + 50) / 768)
  }

  private func touches(_ session: WindowSession, count: Int) -> [TouchEvent] {
    var found: [TouchEvent] = []
    _ = session.wait(5) {
      found = session.events.compactMap { if case .touch(let event) = $0 { event } else { nil } }
      return found.count >= count
    }
    return found
  }

  private func isNear(_ event: TouchEvent?, _ x: Double, _ y: Double) -> Bool {
    event.map { ($0.position - Point(x: x, y: y)).length < 0.1 } ?? false
  }

  @Test func aFingerIsATouchAndNotThePointer() throws {
    let (session, screen) = try session()
    try touch(screen, 18, 200, 100)
    #expect(touches(session, count: 1).count == 1)
    try touch(screen, 19, 230.5, 90)
    #expect(touches(session, count: 2).count == 2)
    try touch(screen, 20, 230.5, 90)
    let events = touches(session, count: 3)
    #expect(events.map(\.phase) == [.began, .changed, .ended])
    #expect(Set(events.map(\.id)).count == 1)
    #expect(isNear(events.first, 200, 100) && isNear(events.dropFirst().first, 230.5, 90))
    session.forget()
    for event in session.events {
      switch event {
      case .button, .motion: Issue.record("a finger was a pointer: \(event)")
      default: break
      }
    }
  }

  @Test func aTapPressesNoButton() throws {
    let (session, screen) = try session()
    try touch(screen, 18, 200, 100)
    try touch(screen, 20, 200, 100)
    #expect(touches(session, count: 2).map(\.phase) == [.began, .ended])
    // The server sends nothing else.
    session.display.synchronize()
    session.read()
    for event in session.events {
      if case .button = event { Issue.record("a finger pressed a button: \(event)") }
      if case .motion = event { Issue.record("a finger moved the pointer: \(event)") }
    }
  }

  @Test func twoFingersAreDistinguished() throws {
    let (session, screen) = try session()
    try touch(screen, 18, finger: 3, 100, 100)
    try touch(screen, 18, finger: 7, 200, 100)
    try touch(screen, 19, finger: 7, 220, 110)
    try touch(screen, 20, finger: 3, 100, 100)
    try touch(screen, 20, finger: 7, 220, 110)
    let events = touches(session, count: 5)
    try #require(events.count == 5)
    #expect(events.map(\.phase) == [.began, .began, .changed, .ended, .ended])
    let ids = events.map(\.id)
    #expect(ids[0] != ids[1] && ids[1] == ids[2] && ids[0] == ids[3] && ids[1] == ids[4])
    #expect(isNear(events[2], 220, 110))
  }

  @Test func simultaneousPositionsAreMerged() throws {
    let (session, screen) = try session()
    try touch(screen, 18, 100, 100)
    session.display.synchronize()
    session.read()
    for step in 1...20 { try touch(screen, 19, 100 + Double(step), 100) }
    session.display.synchronize()
    session.read()
    let events = touches(session, count: 2)
    #expect(events.map(\.phase) == [.began, .changed])
    #expect(isNear(events.last, 120, 100))
    try touch(screen, 20, 120, 100)
  }

  @Test func fingersInAnotherWindowAreIgnored() throws {
    let (session, screen) = try session()
    // Above and to the left of the window.
    try touch(screen, 18, finger: 1, -50, -20)
    try touch(screen, 19, finger: 1, 50, 20)
    try touch(screen, 20, finger: 1, 50, 20)
    try touch(screen, 18, finger: 2, 60, 60)
    let events = touches(session, count: 1)
    #expect(events.map(\.phase) == [.began] && isNear(events.first, 60, 60))
    try touch(screen, 20, finger: 2, 60, 60)
  }

  @Test func hidingTheWindowCancelsItsFingers() throws {
    let (session, screen) = try session()
    try touch(screen, 18, 100, 100)
    #expect(touches(session, count: 1).count == 1)
    session.client.unmap(session.window.id)
    let events = touches(session, count: 2)
    #expect(events.dropFirst().first.map { $0.phase == .cancelled || $0.phase == .ended } == true)
    try touch(screen, 20, 100, 100)
    session.forget()
    #expect(touches(session, count: 0).isEmpty)
  }

  @Test func unpluggingTheScreenCancelsItsFingers() throws {
    let (session, screen) = try session()
    try touch(screen, 18, 100, 100)
    #expect(touches(session, count: 1).count == 1)
    try session.client.setDevice(TestDevice.Kind.touchscreen.rawValue, isEnabled: false)
    let events = touches(session, count: 2)
    #expect(events.count == 2)
    #expect(events.last.map { $0.phase == .cancelled || $0.phase == .ended } == true)
  }

  @Test func oldServersReportFingersAsThePointer() throws {
    let (session, screen) = try session(xInput: 1)
    try touch(screen, 18, 200, 100)
    try touch(screen, 19, 240, 100)
    try touch(screen, 20, 240, 100)
    let pressed = session.wait {
      if case .button(let event) = $0 { event.button == 1 && !event.isPressed } else { false }
    }
    #expect(pressed)
    #expect(touches(session, count: 0).isEmpty)
  }
}
