import Glibc
import Platform

/// The desktop's file manager.
package enum GIOFileManager {
  /// Shows a file in its folder.
  ///
  /// The file manager selects it (`org.freedesktop.FileManager1` on the session bus); without one,
  /// the program for folders opens the folder. It blocks, forever if the session bus does not
  /// answer. Both are `file:` URLs, in which quotes and backslashes are escaped.
  package static func show(_ address: String, in folder: String) throws(GIOError) {
    let library = try GIOLibrary.load()
    if hasBus, try ask(library, toShow: address) { return }
    var failure: GIOLibrary.Object?
    if library.launch(folder, nil, &failure) != 0 { return }
    throw library.error(failure)
  }

  /// True if there is a session bus; without this check GIO would start one.
  private static var hasBus: Bool {
    if environmentVariable("DBUS_SESSION_BUS_ADDRESS")?.isEmpty == false { return true }
    guard let folder = environmentVariable("XDG_RUNTIME_DIR"), !folder.isEmpty else { return false }
    return (folder + Array("/bus".utf8)).withCPath { access($0, R_OK) } == 0
  }

  /// The timeout for the file manager to start and answer, in milliseconds.
  private static let timeout: Int32 = 5000

  /// Returns true if the file manager has answered.
  private static func ask(
    _ library: GIOLibrary, toShow address: String
  ) throws(GIOError) -> Bool {
    let session: Int32 = 2
    guard let bus = library.bus(session, nil, nil) else { return false }
    defer { library.release(bus) }
    // Otherwise GIO would exit this process when the bus closes.
    library.setExitOnClose(bus, 0)
    guard !address.utf8.contains(0x27), !address.utf8.contains(0x5C) else { return false }
    let arguments = "(['\(address)'], '')"
    guard let values = library.variant(nil, arguments, nil, nil, nil) else { return false }
    let name = "org.freedesktop.FileManager1"
    guard
      let answer = library.call(
        bus, name, "/org/freedesktop/FileManager1", name, "ShowItems", values, nil, 0, timeout,
        nil, nil)
    else { return false }
    library.releaseVariant(answer)
    return true
  }
}
