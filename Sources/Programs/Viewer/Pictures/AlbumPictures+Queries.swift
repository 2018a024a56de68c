import Geometry
import Tiles
import Viewing
import Zooming

/// Queries about the pictures that can be shown, named, and slid to.
extension AlbumPictures {
  /// The album and the place in it; `nil` if no file was named.
  var album: Album? { stage.album }
  /// The pictures that are open.
  var pictures: OpenPictures { stage.pictures }
  /// The transition to a neighbour, held by fingers or settling.
  var transition: PictureTransition { stage.transition }
  /// The files that are being opened.
  var files: FileRequests { stage.files }
  /// The error on the screen in place of a picture.
  var failure: PictureFailure? { stage.failures.shown }
  /// The entry whose picture, or whose failure, is on the screen.
  var shownEntry: AlbumEntry? { stage.shownEntry }

  /// Returns the description of a picture; `nil` until its header is read.
  func info(of picture: AlbumPicture) -> SourceInfo? { stage.info(of: picture) }

  /// Returns the number of a picture's page; `nil` for a single page or an animation.
  func pageNumber(of picture: AlbumPicture) -> PageNumber? { stage.pageNumber(of: picture) }

  /// The sides of the shown picture that have a neighbour.
  var neighbours: AlbumTransition.Neighbours { stage.neighbours }

  /// The picture whose progress is shown; a new version that nobody asked for comes quietly.
  var progressPicture: SourceID? {
    if let pending = pictures.pending, !pending.isReload || stage.reloading.isByHand {
      return pending.id
    }
    return pictures.shown?.id
  }

  /// True while a file is being opened.
  var isOpeningFile: Bool { files.isOpening }

  /// The parts of the title; `nil` if there is nothing to name.
  ///
  /// While the next picture is pending, the title already names it, without the current one's
  /// properties.
  func titleParts(scale: Double?) -> TitleParts? {
    titleSubject.map {
      TitleParts(
        name: $0.name, page: $0.page, size: $0.size, scale: $0.isShown ? scale : nil,
        place: $0.place?.number, count: $0.place?.count)
    }
  }

  /// The name to show, with a badge if a RAW file belongs to the picture.
  func name(of entry: AlbumEntry) -> String {
    guard entry.isFile, let raw = album?.raw(besidePath: entry.path) else {
      return entry.displayName
    }
    return entry.displayName + " " + PicturePairs.badge(ofRaw: raw)
  }

  /// The input of the title, without formatting, because it is compared after every event.
  struct TitleInput: Equatable {
    fileprivate let name: String
    fileprivate let isShown: Bool
    fileprivate let page: PageNumber?
    fileprivate let size: PixelSize?
    fileprivate let place: Album.Place?
  }

  /// The current input of the title.
  var titleSubject: TitleInput? {
    let isGone = failure != nil && album?.hasPictures == false
    guard let entry = isGone ? shownEntry : album?.current ?? shownEntry else { return nil }
    let shown = pictures.shown.flatMap { $0.entry == entry ? $0 : nil }
    // Some known files may turn out not to be pictures: until then the number may be wrong.
    let place = album?.place.flatMap { $0.isGrowing ? nil : $0 }
    return TitleInput(
      name: name(of: entry), isShown: shown != nil, page: shown.flatMap(pageNumber(of:)),
      size: shown.flatMap(info(of:))?.size,
      place: place)
  }

  /// True while a picture is pending, or its file.
  var isLoading: Bool { pictures.pending != nil || files.isWaiting }

  /// True if no picture is shown, and none will be until the user opens one.
  var isWithoutPicture: Bool {
    pictures.shown == nil && !isLoading && album?.isListing != true
  }

  /// True if there is no other picture to go to.
  var isAlone: Bool { album?.place.map { $0.count <= 1 && !$0.isGrowing } ?? true }

  // MARK: The transition

  /// A picture that is visible beside the shown one.
  struct Beside: Hashable, Sendable {
    let id: SourceID
    /// True if it is sliding out, with its last view; otherwise it has its initial view.
    let isLeaving: Bool
  }

  /// Returns the picture visible on a side during a transition.
  func beside(_ page: AlbumTransition.Page) -> Beside? {
    if let leaving = transition.leaving, leaving.page == page {
      return Beside(id: leaving.id, isLeaving: true)
    }
    guard let entry = stage.entry(of: page),
      let picture = pictures.all.first(where: {
        $0.entry == entry && ($0.role == .near || $0.role == .pending) && info(of: $0) != nil
      })
    else { return nil }
    return Beside(id: picture.id, isLeaving: false)
  }

  /// The album's delegate for pans.
  var panning: AlbumPanning {
    let neighbours = neighbours
    return AlbumPanning(hasNeighbours: neighbours.hasPrevious || neighbours.hasNext)
  }
}
