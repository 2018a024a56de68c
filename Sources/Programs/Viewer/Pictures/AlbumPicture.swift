import Tiles
import Viewing

/// An open picture of the album, as far as the choice of what to show depends on it.
struct AlbumPicture: Hashable, Sendable {
  /// The identifier of its source.
  let id: SourceID
  var entry: AlbumEntry
  /// The page of the file, from 0.
  let page: Int
  /// The page to show if the new version of a file still has it, from 0.
  var formerPage: Int?
  var role: SourceRole
  /// True if it replaces itself with a new version of its file.
  var isReload = false
  /// Why part of it is missing; reported when the picture is shown.
  var missing: String?
}
