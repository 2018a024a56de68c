import Geometry
import Markers

/// A small bitmap or text at a point of the picture, with a constant size on the screen.
public struct Marker: Hashable, Sendable {
  /// The ID; adding another marker with the same ID replaces it.
  public var id: MarkerID
  /// The position; both coordinates are finite.
  public var position: PicturePoint
  /// The marker's image.
  public var image: MarkerImage
  /// The marker's image while selected; `nil` for the same image.
  public var selectedImage: MarkerImage?
  /// The z-order; higher ones are on top, and for equal ones the higher ID is.
  public var order: Int32

  /// Creates a marker with an image, at a point in units of the picture.
  public init(
    _ id: MarkerID = .next(), at position: PicturePoint, image: MarkerImage,
    selectedImage: MarkerImage? = nil, order: Int32 = 0
  ) {
    self.id = id
    self.position = position
    self.image = image
    self.selectedImage = selectedImage
    self.order = order
  }

  /// Creates a marker with a text in a panel, centred on a point in units of the picture.
  public init(
    _ id: MarkerID = .next(), at position: PicturePoint, text: String, order: Int32 = 0
  ) {
    self.init(id, at: position, image: MarkerImage(text: text), order: order)
  }
}

/// The result of a hit test.
public enum MarkerHit: Hashable, Sendable {
  /// A marker.
  case marker(MarkerID)
  /// A cluster: the IDs of its markers in z-order, and its position.
  case cluster([MarkerID], at: PicturePoint)

  init(_ hit: Markers.MarkerHit) {
    switch hit {
    case .marker(let id): self = .marker(id)
    case .cluster(let ids, let point): self = .cluster(ids, at: PicturePoint(point))
    }
  }
}

/// How nearby markers are combined into clusters.
public struct MarkerClustering: Hashable, Sendable {
  /// The bitmap of a cluster; its number of markers is drawn over it.
  public var image: MarkerImage
  /// The minimum edge of a grid square in device pixels; the markers in a square are drawn as one.
  public var distance: Double
  /// The font size of the number in device pixels.
  public var letterSize: Double
  /// The colour of the number.
  public var letterColor: OpaqueColor

  /// Creates a clustering; distance and font size are in device pixels.
  public init(
    image: MarkerImage, distance: Double = 48, letterSize: Double = 13,
    letterColor: OpaqueColor = OpaqueColor(red: 255, green: 255, blue: 255)
  ) {
    self.image = image
    self.distance = distance
    self.letterSize = letterSize
    self.letterColor = letterColor
  }
}
