import Decoding
import Tiles
import Viewing

/// A request to open the source of a picture.
struct PictureRequest: Hashable, Sendable {
  /// The identifier for the source.
  let id: SourceID
  let entry: AlbumEntry
  /// The page of the file, from 0.
  let page: Int
  /// The file to read.
  let file: File
  let role: SourceRole

  /// An open file, owned by the sources that read it.
  enum File: Hashable, Sendable {
    case opened(OpenedPicture)
    /// The file that another source has open, so that a page comes from the same file even if
    /// another has taken its name.
    case sameAs(SourceID)
  }
}
