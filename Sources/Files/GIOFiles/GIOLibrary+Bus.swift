import Glibc
import Platform

extension GIOLibrary {
  /// Connects to the session bus; `nil` if there is none.
  ///
  /// The caller releases the connection. It blocks, for ever if the bus does not answer.
  func sessionBus() -> Object? {
    let session: Int32 = 2
    guard Self.hasSessionBus, let bus = bus(session, nil, nil) else { return nil }
    // Otherwise the end of the bus would end this process.
    setExitOnClose(bus, 0)
    return bus
  }

  /// True if there is a session bus: GIO would start one that is not there.
  static var hasSessionBus: Bool {
    if environmentVariable("DBUS_SESSION_BUS_ADDRESS")?.isEmpty == false { return true }
    guard let folder = environmentVariable("XDG_RUNTIME_DIR"), !folder.isEmpty else { return false }
    return (folder + Array("/bus".utf8)).withCPath { access($0, R_OK) } == 0
  }
}
