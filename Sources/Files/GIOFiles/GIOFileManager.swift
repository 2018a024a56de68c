/// The desktop's file manager.
package enum GIOFileManager {
  /// Shows a file in its folder.
  ///
  /// The file manager selects it (`org.freedesktop.FileManager1` on the session bus); without one,
  /// the program for folders opens the folder. It blocks, and fails if the session bus does not
  /// answer within 5 s. Both are `file:` URLs, in which quotes and backslashes are escaped.
  package static func show(_ address: String, in folder: String) throws(GIOError) {
    let library = try GIOLibrary.load()
    if try ask(library, toShow: address) { return }
    var failure: GIOLibrary.Object?
    if library.launch(folder, nil, &failure) != 0 { return }
    throw library.error(failure)
  }

  /// The timeout for the file manager to start and answer, in milliseconds.
  private static let timeout: Int32 = 5000

  /// Returns true if the file manager has answered.
  private static func ask(
    _ library: GIOLibrary, toShow address: String
  ) throws(GIOError) -> Bool {
    guard let bus = try library.sessionBus() else { return false }
    defer { library.release(bus) }
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
