import Geometry
import Glibc
import Platform
import TestSupport
import Testing

@testable import Windowing

/// External changes of a window, and the failures that it survives.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct WindowLifeTests {
  @Test func aMissingDisplayGivesASentence() {
    #expect(throws: DisplayError.notReachable(":987")) { try DisplayConnection(name: ":987") }
    #expect(DisplayError.notReachable(":987").description == "the display :987 cannot be opened")
  }

  @Test func onlyRealSizesAreReported() throws {
    let session = try WindowSession()
    session.map()
    session.forget()
    session.client.place(session.window.id, at: PixelRect(minX: 5, minY: 5, maxX: 405, maxY: 305))
    session.client.place(session.window.id, at: PixelRect(minX: 5, minY: 5, maxX: 205, maxY: 105))
    #expect(session.wait(for: { $0 == .resized(PixelSize(width: 200, height: 100)) }))
    #expect(session.events.filter { if case .resized = $0 { true } else { false } }.count == 1)
    session.window.resize(to: PixelSize(width: 333, height: 222))
    #expect(session.wait(for: { $0 == .resized(PixelSize(width: 333, height: 222)) }))
  }

  @Test func survivesAbsurdSizes() throws {
    let session = try WindowSession()
    session.map()
    session.window.resize(to: PixelSize(width: 0, height: -5))
    #expect(session.wait(for: { $0 == .resized(PixelSize(width: 1, height: 1)) }))
    session.window.resize(to: PixelSize(width: 1 << 40, height: 2))
    #expect(session.wait(for: { $0 == .resized(PixelSize(width: 32_767, height: 2)) }))
    #expect(session.display.errorCount == 0)
  }

  /// An error of an earlier request is not attributed to a later one.
  @Test func anErrorBelongsToItsRequest() throws {
    let session = try WindowSession()
    let (display, title) = (session.display, session.display.atoms[.state])
    func askForNoWindow() { display.setProperty(title, of: 0x123, type: title, numbers: [1]) }
    #expect(display.errorCode { askForNoWindow() } == 3)
    #expect(display.errorCode {} == nil)
    askForNoWindow()
    #expect(
      display.errorCode {
        display.setProperty(title, of: session.window.id, type: title, numbers: [1])
      } == nil)
    #expect(display.errorCount == 2)
  }

  /// The pointer is tracked once the window is mapped, though it was already there.
  @Test func thePointerIsQueriedOnceTheWindowIsMapped() throws {
    let session = try WindowSession()
    session.hands.move(toX: 300, y: 200)
    #expect(!session.window.usesXInput)
    session.map()
    #expect(session.window.usesXInput)
    session.forget()
    session.hands.wheel(-1)
    #expect(
      session.wait(for: {
        if case .scroll(let scroll) = $0 { scroll.detents == Point(x: 0, y: -1) } else { false }
      }))
  }

  /// Pointer events before XInput 2 is selected are reported, too.
  @Test func eventsBetweenMappingAndSelectingAreReported() throws {
    let session = try WindowSession()
    session.window.map()
    session.display.synchronize()
    #expect(!session.window.usesXInput)
    session.hands.move(toX: 310, y: 200)
    session.hands.wheel(1)
    #expect(session.wait(for: { if case .scroll = $0 { true } else { false } }))
    #expect(
      session.events.contains {
        if case .motion(let position, _) = $0 { position == Point(x: 210, y: 150) } else { false }
      })
    #expect(session.window.usesXInput)
  }

  @Test func coveredAndUnmappedWindowsAreInvisible() throws {
    let session = try WindowSession()
    session.map()
    session.forget()
    let cover = session.client.makeWindow(
      at: PixelRect(minX: 0, minY: 0, maxX: 1024, maxY: 768), color: 0xff00)
    #expect(session.wait(for: { $0 == .visibility(isVisible: false) }))
    session.forget()
    session.client.destroy(cover)
    #expect(session.wait(for: { $0 == .visibility(isVisible: true) }))
    #expect(session.wait(for: { $0 == .exposed }))
  }

  @Test func theInterfaceScaleFollowsTheUsersResources() throws {
    let session = try WindowSession()
    session.map()
    let before = session.window.interfaceScale
    session.client.setProperty(
      "RESOURCE_MANAGER", of: session.client.root, type: "STRING",
      bytes: Array("Xft.dpi:\t168\n".utf8))
    #expect(session.wait(for: { $0 == .interfaceScaleChanged(1.75) }))
    #expect(before == 1)
  }

  @Test func theInterfaceScaleFollowsTheWindowsMonitor() throws {
    // The first monitor has about 96 dpi, the second 216.
    let session = try WindowSession(monitors: [
      (PixelRect(minX: 0, minY: 0, maxX: 512, maxY: 768), 3.8),
      (PixelRect(minX: 512, minY: 0, maxX: 1024, maxY: 768), 8.5),
    ])
    // The pointer stays on the first.
    session.hands.move(toX: 10, y: 10)
    session.map()
    #expect(session.window.interfaceScale == 1)
    for (x, scale) in [(600, 2.0), (100, 1.0)] {
      session.client.place(
        session.window.id, at: PixelRect(minX: x, minY: 50, maxX: x + 400, maxY: 350))
      #expect(session.wait(for: { $0 == .interfaceScaleChanged(scale) }))
    }
  }

  @Test func readsTheMonitorsProfiles() throws {
    let session = try WindowSession()
    let (first, second) = (
      Monitor(rect: PixelRect(.zero)), Monitor(rect: PixelRect(.zero), number: 1)
    )
    #expect(session.display.displayProfile(of: first) == [])
    let profile = (0..<3145).map { UInt8(truncatingIfNeeded: $0) }
    // A profile with tables is large.
    let tables = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    session.client.setProperty(
      "_ICC_PROFILE", of: session.client.root, type: "CARDINAL", bytes: profile)
    session.client.setProperty(
      "_ICC_PROFILE_1", of: session.client.root, type: "CARDINAL", bytes: tables)
    #expect(session.display.displayProfile(of: first) == profile)
    #expect(session.display.displayProfile(of: second) == tables)
    #expect(session.display.displayProfile(of: Monitor(rect: PixelRect(.zero), number: 8)) == [])
  }

  @Test func reportsANewProfile() throws {
    let session = try WindowSession()
    #expect(session.window.displayProfile == [])
    session.client.setProperty(
      "_ICC_PROFILE_1", of: session.client.root, type: "CARDINAL", bytes: [9])
    session.client.setProperty(
      "_ICC_PROFILE", of: session.client.root, type: "CARDINAL", bytes: [1, 2, 3])
    #expect(session.wait(for: { $0 == .displayProfileChanged }))
    #expect(session.window.displayProfile == [1, 2, 3], "the other monitor's is not its own")
  }

  @Test func theMonitorWithTheLargerShareCounts() {
    let left = Monitor(rect: PixelRect(minX: 0, minY: 0, maxX: 1000, maxY: 800), number: 0)
    let right = Monitor(rect: PixelRect(minX: 1000, minY: 0, maxX: 2000, maxY: 800), number: 1)
    func number(_ minX: Int, _ width: Int, rather number: Int = 0) -> Int? {
      let rect = PixelRect(minX: minX, minY: 100, maxX: minX + width, maxY: 400)
      return Monitor.withMost(of: rect, among: [left, right], rather: number)?.number
    }
    #expect(number(100, 500) == 0)
    #expect(number(700, 500) == 0)
    #expect(number(800, 500) == 1)
    #expect(number(750, 500) == 0 && number(750, 500, rather: 1) == 1, "halves change nothing")
    #expect(number(3000, 500) == nil, "beside all of them")
  }

  @Test func findsTheMonitorUnderThePointer() throws {
    let session = try WindowSession()
    #expect(
      session.display.monitorUnderPointer().rect == PixelRect(PixelSize(width: 1024, height: 768)))
    let other = try WindowSession(without: ["RANDR"])
    #expect(
      other.display.monitorUnderPointer().rect == PixelRect(PixelSize(width: 1024, height: 768)))
    other.map()
  }

  @Test func foreignMessagesAreIgnored() throws {
    let session = try WindowSession()
    session.map()
    session.forget()
    session.client.sendMessage("WM_PROTOCOLS", about: session.window.id, [0, 1, 2])
    session.client.sendMessage(
      "XdndDrop", about: session.window.id, [.max, .max, .max, .max, .max])
    session.client.sendMessage(
      "WM_PROTOCOLS", about: session.window.id, [session.client.atom("WM_DELETE_WINDOW")])
    #expect(session.wait(for: { $0 == .closeRequested }))
    #expect(session.events == [.closeRequested])
  }

  @Test func aDestroyedWindowClosesAndErrorsAreCounted() throws {
    let session = try WindowSession()
    session.map()
    session.client.destroy(session.window.id)
    #expect(session.wait(for: { $0 == .closeRequested }))
    // Requests for a destroyed window are errors, nothing worse.
    session.window.setTitle("gone")
    session.display.synchronize()
    #expect(session.display.errorCount > 0)
    #expect(!session.display.isLost)
  }

  @Test func aLostServerIsReportedOnceAndDoesNotEndTheProcess() throws {
    let session = try WindowSession()
    session.map()
    session.forget()
    session.server.crash()
    // Like the viewer's loop: poll the descriptor, then read.
    var poll = PollSet()
    poll.add(session.display.descriptor)
    poll.wait(timeout: 10)
    #expect(poll.isReadable(session.display.descriptor))
    #expect(session.wait(for: { $0 == .connectionLost }))
    #expect(session.display.isLost)
    #expect(!session.window.hasQueuedEvents)
    #expect(session.window.readEvents() == [])
    session.window.setTitle("nobody reads this")
    session.window.setFullScreen(true)
    session.window.acknowledgeSync()
    session.display.synchronize()
    session.window.close()
  }

  @Test func aKilledClientIsALostConnection() throws {
    let session = try WindowSession()
    session.map()
    session.client.killClient(of: session.window.id)
    #expect(session.wait(for: { $0 == .connectionLost }))
  }

  @Test func eventsReadAheadByXlibAreNotForgotten() throws {
    let session = try WindowSession()
    session.map()
    session.hands.move(toX: 300, y: 200)
    session.forget()
    #expect(!session.window.hasQueuedEvents)
    session.hands.move(toX: 301, y: 200)
    // A round trip reads the event from the socket, so poll doesn't see it.
    session.display.synchronize()
    #expect(session.window.hasQueuedEvents)
  }
}
