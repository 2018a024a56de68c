import GIOFiles

/// The desktop's window of a folder.
package enum FolderWindow {
  /// Shows a file in its folder, and returns why that failed; `nil` if it was shown.
  ///
  /// It blocks, and fails if the session bus does not answer within 5 s. Both are `file:` URLs.
  package static func show(_ address: String, in folder: String) -> String? {
    do throws(GIOError) {
      try GIOFileManager.show(address, in: folder)
      return nil
    } catch {
      return error.message
    }
  }
}
