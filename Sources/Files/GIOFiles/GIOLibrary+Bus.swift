import Glibc
import Platform

extension GIOLibrary {
  /// Connects to the session bus; `nil` if there is none.
  ///
  /// The caller releases the connection. It fails if the bus does not answer within `limit` seconds:
  /// GIO itself, which is asked for the same connection, would wait for ever.
  func sessionBus(limit: Double = 5) throws(GIOError) -> Object? {
    let session: Int32 = 2
    guard Self.hasSessionBus else { return nil }
    do throws(GIOError) {
      _ = try GIOPortal(callLimit: limit)
    } catch {
      guard error.reason != .timedOut else { throw error }
      return nil
    }
    guard let bus = bus(session, nil, nil) else { return nil }
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
