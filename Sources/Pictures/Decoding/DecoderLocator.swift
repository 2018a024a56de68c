import Platform

/// Knows where decoders are installed.
package struct DecoderLocator: Sendable {
  /// The folders to look into, in order, without a slash at the end.
  package var folders: [[UInt8]]
  /// Executables that stand in for a decoder of some name, wherever it is.
  package var overrides: [String: [UInt8]]

  /// Looks into given folders only.
  package init(folders: [[UInt8]], overrides: [String: [UInt8]] = [:]) {
    self.folders = folders
    self.overrides = overrides
  }

  /// Looks where this installation's programs are.
  package static var installed: DecoderLocator { DecoderLocator(folders: installedFolders()) }

  /// The paths at which a format's decoder may be, the likeliest first.
  package func candidates(for format: PictureFormat) -> [[UInt8]] {
    if let override = overrides[format.decoderName] { return [override] }
    return folders.map { $0 + [UInt8(ascii: "/")] + Array(format.decoderName.utf8) }
  }

  /// Why `Scripts/build` could not build a format's decoder, in one harmless line; `nil` where it
  /// said nothing.
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
