import Decoding
import Tiles

/// A picture whose source is to be opened.
struct PictureRequest: Hashable, Sendable {
  /// What the source is to be called.
  let id: SourceID
  /// The picture's place in the album.
  let entry: AlbumEntry
  /// Which of the file's pages is meant, from 0.
  let page: Int
  /// Where its bytes are.
  let file: File
  /// What the picture is there for.
  let role: PictureRole

  /// An open file: each belongs to the sources that read it.
  enum File: Hashable, Sendable {
    /// One that was opened for this picture.
    case opened(OpenedPicture)
    /// The one that another source has open: so that a page comes from the same file even when
    /// another has taken its name.
    case sameAs(SourceID)
  }
}
