import Platform

/// Locates the installed decoders.
package struct DecoderLocator: Sendable {
  /// The folders to search, in order, without a trailing slash.
  package var folders: [[UInt8]]
  /// Executables that replace a decoder, by its name.
  package var overrides: [String: [UInt8]]

  /// Searches only the given folders.
  package init(folders: [[UInt8]], overrides: [String: [UInt8]] = [:]) {
    self.folders = folders
    self.overrides = overrides
  }

  /// Searches the folders of this installation.
  package static var installed: DecoderLocator { DecoderLocator(folders: installedFolders()) }

  /// The possible paths of a format's decoder, likeliest first.
  package func candidates(for format: PictureFormat) -> [[UInt8]] {
    if let override = overrides[format.decoderName] { return [override] }
    return folders.map { $0 + [UInt8(ascii: "/")] + Array(format.decoderName.utf8) }
  }

  /// Why `Scripts/build` could not build a format's decoder, as one escaped line; `nil` if it left
  /// no reason.
  package func buildFailure(of format: PictureFormat) -> String? {
    for path in candidates(for: format) {
      guard let text = FileDescriptor.start(of: path + Array(".missing".utf8), limit: 400),
        let line = text.split(separator: "\n").first
      else { continue }
      return escapedForDisplay(line.utf8, limit: 300)
    }
    return nil
  }
}
