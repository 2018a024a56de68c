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

  /// Looks beside the running program, then in `../libexec/fresnel` seen from there.
  ///
  /// Never along `PATH`: whoever can put a file there must not get to see the user's pictures.
  package static var installed: DecoderLocator {
    guard let own = executableFolder() else { return DecoderLocator(folders: []) }
    return DecoderLocator(folders: [own, own + Array("/../libexec/fresnel".utf8)])
  }

  /// The paths at which a format's decoder may be, the likeliest first.
  package func candidates(for format: PictureFormat) -> [[UInt8]] {
    if let override = overrides[format.decoderName] { return [override] }
    return folders.map { $0 + [UInt8(ascii: "/")] + Array(format.decoderName.utf8) }
  }
}
