import Glibc
import Platform

extension GIOLibrary {
  /// Connects to the session bus; `nil` if there is none.
  ///
  /// The caller releases the connection. It fails if the bus does not answer within `limit`
  /// seconds: GIO itself, which is asked for the same connection, would wait for ever.
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
    hasBus(
      address: environmentVariable("DBUS_SESSION_BUS_ADDRESS"),
      runtimeFolder: environmentVariable("XDG_RUNTIME_DIR"))
  }

  /// True if an address names a bus, or else if the runtime folder has the user's.
  ///
  /// `autolaunch:` would start one, and `disabled:` says that there is none.
  static func hasBus(address: [UInt8]?, runtimeFolder folder: [UInt8]?) -> Bool {
    if let address, !address.isEmpty {
      return !["autolaunch:", "disabled:"].contains { address.starts(with: $0.utf8) }
    }
    guard let folder, !folder.isEmpty else { return false }
    var status = stat()
    let isThere = (folder + Array("/bus".utf8)).withCPath { stat($0, &status) } == 0
    // GIO takes no other file, and no other user's.
    return isThere && status.st_mode & S_IFMT == S_IFSOCK && status.st_uid == geteuid()
  }
}
