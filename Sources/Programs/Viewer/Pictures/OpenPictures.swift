import Tiles
import Viewing

/// The open pictures, each in one role; changes return the effects on their sources.
///
/// Source numbers are never reused, and a closed picture gets no more effects.
struct OpenPictures: Hashable, Sendable {
  private var pictures: [AlbumPicture] = []
  private var lastNumber: UInt32 = 0

  /// All open pictures, in the order of opening.
  var all: [AlbumPicture] { pictures }
  /// The picture on the screen.
  var shown: AlbumPicture? { pictures.first { $0.role == .shown } }
  var pending: AlbumPicture? { pictures.first { $0.role == .pending } }
  /// The pictures that are opened ahead of time.
  var near: [AlbumPicture] { pictures.filter { $0.role == .near } }

  /// The picture of a source; `nil` once it is closed.
  subscript(id: SourceID) -> AlbumPicture? { pictures.first { $0.id == id } }

  mutating func open(
    _ entry: AlbumEntry, page: Int = 0, file: PictureRequest.File, as role: SourceRole,
    isReload: Bool = false, formerPage: Int? = nil
  ) -> [PictureEffect] {
    lastNumber += 1
    let id = SourceID(number: lastNumber)
    pictures.append(
      AlbumPicture(
        id: id, entry: entry, page: page, formerPage: formerPage, role: role, isReload: isReload))
    let request = PictureRequest(id: id, entry: entry, page: page, file: file, role: role)
    return [.gallery(.openSource(request))]
  }

  mutating func setRole(_ id: SourceID, _ role: SourceRole) -> [PictureEffect] {
    guard let index = index(of: id), pictures[index].role != role else { return [] }
    pictures[index].role = role
    return [.gallery(.setRole(id, role))]
  }

  mutating func close(_ id: SourceID) -> [PictureEffect] {
    guard let index = index(of: id) else { return [] }
    pictures.remove(at: index)
    return [.gallery(.closeSource(id))]
  }

  /// Updates the path of a renamed file; its pictures stay open.
  mutating func rename(_ path: [UInt8], to new: [UInt8]) {
    for index in pictures.indices
    where pictures[index].entry.isFile && pictures[index].entry.path == path {
      pictures[index].entry = pictures[index].entry.renamed(to: new)
    }
  }

  /// Records why part of a picture is missing.
  mutating func setMissing(_ id: SourceID, _ sentence: String) {
    if let index = index(of: id) { pictures[index].missing = sentence }
  }

  private func index(of id: SourceID) -> Int? { pictures.firstIndex { $0.id == id } }
}
