import Geometry
import Markers
import Viewing

/// The markers of a view as the program knows them, and the place of their images in the atlas.
///
/// An image is in the atlas as long as a marker or the clustering uses it.
final class MarkerBook {
  private struct Use {
    var sprite: SpriteID
    var count: Int
  }

  private let view: TiledView
  private var uses: [MarkerImage: Use] = [:]
  private var known: [MarkerID: Marker] = [:]
  private var combining: MarkerClustering?

  init(_ view: TiledView) { self.view = view }

  /// Returns a marker; `nil` for an unknown ID.
  subscript(id: MarkerID) -> Marker? { known[id] }

  /// Adds or replaces a marker; returns false if its position is not finite, or there is no room
  /// for its image.
  func add(_ marker: Marker) -> Bool {
    guard marker.position.x.isFinite, marker.position.y.isFinite,
      let sprite = take(marker.image)
    else { return false }
    var selected: SpriteID?
    if let image = marker.selectedImage {
      selected = take(image)
      guard selected != nil else {
        giveBack(marker.image)
        return false
      }
    }
    if let old = known[marker.id] { giveBack(old) }
    known[marker.id] = marker
    view.markers.set.add(
      Markers.Marker(
        marker.id, at: marker.position.point, sprite: sprite, selectedSprite: selected,
        order: marker.order))
    return true
  }

  /// Moves a marker, if it exists.
  func move(_ id: MarkerID, to point: PicturePoint) {
    guard point.x.isFinite, point.y.isFinite else { return }
    known[id]?.position = point
    view.markers.set.move(id, to: point.point)
  }

  /// Removes a marker, if it exists.
  func remove(_ id: MarkerID) {
    guard let old = known.removeValue(forKey: id) else { return }
    view.markers.set.remove(id)
    giveBack(old)
  }

  /// Removes all markers.
  func removeAll() {
    view.markers.set.removeAll()
    for marker in known.values { giveBack(marker) }
    known = [:]
  }

  /// How nearby markers are combined; stays as it is if there is no room for the image.
  var clustering: MarkerClustering? {
    get { combining }
    set {
      let sprite = newValue.flatMap { take($0.image) }
      guard newValue == nil || sprite != nil else { return }
      let old = combining
      combining = newValue
      view.markers.set.clustering = sprite.flatMap { sprite in
        newValue.map {
          Markers.MarkerClustering(
            sprite: sprite, distance: $0.distance, letterSize: $0.letterSize,
            letterColor: $0.letterColor)
        }
      }
      if let old { giveBack(old.image) }
    }
  }

  // MARK: Images

  /// Counts another use of an image, and puts it into the atlas for the first one.
  private func take(_ image: MarkerImage) -> SpriteID? {
    if let use = uses[image] {
      uses[image]?.count += 1
      return use.sprite
    }
    let sprite: SpriteID?
    switch image.content {
    case .bitmap(let bitmap):
      sprite = view.markers.set.atlas.add(
        size: bitmap.size, pixels: bitmap.pixels, anchor: bitmap.anchor)
    case .text(let text): sprite = view.addMarkerText(text)
    }
    if let sprite { uses[image] = Use(sprite: sprite, count: 1) }
    return sprite
  }

  private func giveBack(_ marker: Marker) {
    giveBack(marker.image)
    if let image = marker.selectedImage { giveBack(image) }
  }

  private func giveBack(_ image: MarkerImage) {
    guard let use = uses[image] else { return }
    guard use.count == 1 else {
      uses[image]?.count -= 1
      return
    }
    uses[image] = nil
    view.markers.remove(use.sprite)
  }
}
