import Geometry
import Tiles
import Zooming

/// What there is to see, to name and to slide to.
extension AlbumPictures {
  /// The entry whose picture, or whose failure, is on the screen.
  var shownEntry: AlbumEntry? { pictures.shown?.entry ?? failure?.entry }

  /// The picture whose progress somebody waits for.
  var progressPicture: SourceID? { (pictures.awaited ?? pictures.shown)?.id }

  /// Whether it is the one before or after in the album.
  func isNear(_ entry: AlbumEntry) -> Bool {
    album?.entry(offset: 1) == entry || album?.entry(offset: -1) == entry
  }

  /// Whether a file is being opened.
  var isOpeningFile: Bool { !asked.isEmpty }

  /// The title's parts; `nil` where there is nothing to name.
  ///
  /// While the next picture is awaited it is named already; what is known of the one before is not
  /// said of it.
  func titleParts(scale: Double?) -> TitleParts? {
    titleSubject.map {
      TitleParts(
        name: $0.entry.displayName, page: $0.page, size: $0.size, scale: $0.isShown ? scale : nil,
        place: $0.place?.number, count: $0.place?.count)
    }
  }

  /// What the title is made of, without a name to be spelt: asked for with every event.
  struct TitleSubject: Equatable {
    fileprivate let entry: AlbumEntry
    fileprivate let isShown: Bool
    fileprivate let page: PageNumber?
    fileprivate let size: PixelSize?
    fileprivate let place: Album.Place?
  }

  /// What the title is made of now.
  var titleSubject: TitleSubject? {
    guard let entry = album?.current ?? shownEntry else { return nil }
    let shown = pictures.shown.flatMap { $0.entry == entry ? $0 : nil }
    // What is no picture may still be among those that are known: no number before it is right.
    let place = album?.place.flatMap { $0.isGrowing ? nil : $0 }
    return TitleSubject(
      entry: entry, isShown: shown != nil, page: shown?.pageNumber, size: shown?.info?.size,
      place: place)
  }

  /// What a caption says of the picture that is shown; `nil` where there is none.
  func captionParts(scale: Double?) -> TitleParts? {
    pictures.shown.map {
      TitleParts(name: $0.entry.displayName, page: $0.pageNumber, scale: scale)
    }
  }

  // MARK: The slide

  /// A picture that is seen beside the one that is shown.
  struct Beside: Hashable, Sendable {
    /// The picture.
    let id: SourceID
    /// Whether it slides out: then it is seen with the view that it was left with, else with the
    /// one that it would begin with.
    let isLeaving: Bool
  }

  /// What is seen on a side of the shown picture while the album slides.
  func beside(_ page: AlbumSlide.Page) -> Beside? {
    if let leaving = slide.leaving, leaving.page == page {
      return Beside(id: leaving.id, isLeaving: true)
    }
    guard let entry = entry(of: page),
      let picture = pictures.all.first(where: {
        $0.entry == entry && ($0.role == .near || $0.role == .awaited) && $0.info != nil
      })
    else { return nil }
    return Beside(id: picture.id, isLeaving: false)
  }

  /// What stands beside the picture that is shown.
  var neighbours: AlbumSlide.Neighbours {
    AlbumSlide.Neighbours(
      hasPrevious: entry(of: .previous) != nil, hasNext: entry(of: .next) != nil)
  }

  /// The album, as pans are offered to it.
  var panning: AlbumPanning {
    let neighbours = neighbours
    return AlbumPanning(hasNeighbours: neighbours.hasPrevious || neighbours.hasNext)
  }

  /// The album's entry on a side of what is shown; the album may be a step ahead of that.
  func entry(of page: AlbumSlide.Page) -> AlbumEntry? {
    let ahead = slide.awaited?.rawValue ?? 0
    let entry = album?.entry(offset: page.rawValue - ahead)
    return entry == shownEntry ? nil : entry
  }
}
