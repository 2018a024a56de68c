import Geometry
import Markers

/// The markers at points of a view's shown source, above its layers and below `overlays`.
///
/// Changes show in the next frame; adding, moving and removing one takes microseconds with any
/// number of markers. It is used on the view's thread.
public struct ViewMarkers {
  let view: FresnelView
  private var book: MarkerBook { view.markerBook }

  init(_ view: FresnelView) { self.view = view }

  /// The number of markers.
  public var count: Int { view.tiles.markers.set.count }
  /// True if there are no markers.
  public var isEmpty: Bool { view.tiles.markers.set.isEmpty }

  /// The marker with an ID; setting it adds, changes or removes it.
  public subscript(id: MarkerID) -> Marker? {
    get { book[id] }
    nonmutating set {
      guard var marker = newValue else { return remove(id) }
      marker.id = id
      add(marker)
    }
  }

  /// Adds a marker, or replaces the one with its ID; returns false if its position is not finite or
  /// the images of all markers need too much room.
  @discardableResult
  public func add(_ marker: Marker) -> Bool {
    guard view.ending == nil else { return false }
    view.setNeedsDispatch()
    return book.add(marker)
  }

  /// Moves a marker to a point in units of the picture.
  public func move(_ id: MarkerID, to point: PicturePoint) {
    view.setNeedsDispatch()
    book.move(id, to: point)
  }

  /// Removes a marker, if it exists.
  public func remove(_ id: MarkerID) {
    view.setNeedsDispatch()
    book.remove(id)
  }

  /// Removes all markers.
  public func removeAll() {
    view.setNeedsDispatch()
    book.removeAll()
  }

  /// The selected markers: they have their selected image, are never clustered, and are on top.
  public var selection: Set<MarkerID> {
    get { view.tiles.markers.set.selection }
    nonmutating set { view.change { tiles, _ in tiles.markers.set.selection = newValue } }
  }

  /// How nearby markers are combined into clusters; `nil` draws each.
  public var clustering: MarkerClustering? {
    get { book.clustering }
    nonmutating set {
      guard view.ending == nil else { return }
      view.setNeedsDispatch()
      book.clustering = newValue
    }
  }

  /// Returns the topmost marker or cluster at a point of the surface, in device pixels.
  ///
  /// With `alpha`, from 0 to 255, a hit requires a pixel of the image that is more opaque.
  public func hit(at point: SurfacePoint, alpha: UInt8? = nil) -> MarkerHit? {
    view.tiles.markers(at: point.point, alpha: alpha, now: view.now).map { MarkerHit($0) }
  }
}
