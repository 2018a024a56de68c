import Decoding
import Fetching
import Platform
import Providing
import Tiles

/// Where decoders are installed, and what the pictures that share it have in common.
///
/// Pictures in files are decoded by programs of their own, `fresnel-decode-png` and others, each
/// locked down before it reads a byte. It belongs to one thread, that of the views whose sources
/// use it.
public final class Decoders {
  let desk: DecoderDesk
  let fetching: FetchDesk
  /// The folders that are looked into, in order.
  public let folders: [String]

  /// Decoders in some folders; without any named, beside the program's own executable, then in
  /// `../libexec/fresnel` seen from there.
  ///
  /// They are never looked for along `PATH`. In `scratchFolder` large pictures are cached in a
  /// file without a name, so that looking at them closely is quick; `nil` decodes them again
  /// instead.
  public init(folders: [String]? = nil, scratchFolder: String? = nil) {
    let locator =
      folders.map { DecoderLocator(folders: $0.map { Array($0.utf8) }) } ?? .installed
    self.folders = locator.folders.map { escapedForDisplay($0) }
    fetching = FetchDesk(
      locator: FetcherLocator(folders: locator.folders),
      folders: scratchFolder.map { [$0] } ?? ["/var/tmp", "/tmp"])
    desk = DecoderDesk(locator: locator, scratchFolders: scratchFolder.map { [$0] } ?? [])
  }

  /// Has encoded tiles of a provider decoded by these decoders, one process for each format.
  ///
  /// `displayProfile` is the display's ICC profile; empty means sRGB.
  public func encodedPictures(
    shape: TileShape = TileShape(edge: 256, overlap: 0), displayProfile: [UInt8] = []
  ) -> EncodedPictures {
    .lockedDown(desk, shape: shape, displayProfile: displayProfile)
  }
}
