import TestSupport
import Testing

@testable import Windowing

/// The times in startup IDs, which launchers make.
@Suite struct WindowActivationTests {
  @Test(arguments: [
    ("launcher/program/1-2-host_TIME123", 123), ("_TIME4294967295", 4_294_967_295),
    ("a_TIME0", 0), ("a_TIME1_TIME2", 2),
  ])
  func aTimeIsAtTheEnd(id: String, time: UInt32) {
    #expect(Window.time(ofStartup: id) == time)
  }

  @Test(arguments: [
    "", "a", "123", "a_TIME", "TIME1", "a_TIME-1", "a_TIME4294967296", "_TIME1 ", "é",
  ])
  func othersHaveNone(id: String) {
    #expect(Window.time(ofStartup: id) == nil)
  }
}
