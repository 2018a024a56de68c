import Decoding
import Fetching
import Platform
import Providing
import Tiles

/// The installed decoders, and the resources that their pictures share.
///
/// Pictures in files are decoded by separate programs, such as `fresnel-decode-png`, each sandboxed
/// before it reads a byte. It belongs to one thread, that of the views whose sources use it.
public final class Decoders {
  let pool: DecoderPool
  let fetching: FetchPool
  /// The folders for cached pictures.
  let scratchFolders: [String]
  /// The folders that are searched, in order.
  public let folders: [String]

  /// Creates decoders from some folders; by default from that of the program's executable, then
  /// from `../libexec/fresnel` relative to it.
  ///
  /// `PATH` is never searched. Large pictures are cached in an unnamed file in `scratchFolder`,
  /// which makes close views of them fast; with `nil` they are decoded again instead.
  public init(folders: [String]? = nil, scratchFolder: String? = nil) {
    let locator =
      folders.map { DecoderLocator(folders: $0.map { Array($0.utf8) }) } ?? .installed
    self.folders = locator.folders.map { escapedForDisplay($0) }
    fetching = FetchPool(
      locator: FetcherLocator(folders: locator.folders),
      folders: scratchFolder.map { [$0] } ?? ["/var/tmp", "/tmp"])
    let scratchFolders = scratchFolder.map { [$0] } ?? []
    self.scratchFolders = scratchFolders
    pool = DecoderPool(locator: locator, scratchFolders: scratchFolders)
  }

  /// Returns a way to decode a provider's encoded tiles with these decoders, with one process per
  /// format.
  ///
  /// `displayProfile` is the display's ICC profile; empty means sRGB.
  public func encodedPictures(
    shape: TileShape = TileShape(edge: 256, overlap: 0), displayProfile: [UInt8] = []
  ) -> EncodedPictures {
    .sandboxed(pool, shape: shape, displayProfile: displayProfile)
  }
}
