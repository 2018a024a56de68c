import Geometry
import Glibc

/// How a camera's own picture lies in the one that is developed.
struct EmbeddedPlace: Sendable {
  /// What of it shows the picture, at its full size: old cameras leave bars beside it.
  private let area: PixelRect
  private let picture: EmbeddedPicture
  /// At how many eighths it is to be had, the smallest first.
  private let steps: [Int]

  /// Shapes that differ by so much, as a logarithm, are the same: cameras crop a few pixels.
  private static let same = 0.03
  /// Pictures with bars are small.
  private static let widestWithBars = 640

  /// `nil` where it shows something else than the developed picture of `size`, or lies otherwise.
  init?(_ picture: EmbeddedPicture, in size: PixelSize, _ orientation: Orientation) {
    guard !Self.isUpright(picture.size, in: size, orientation) else { return nil }
    let own = picture.size
    let difference = Self.shape(own) - Self.shape(size)
    var area = PixelRect(own)
    if abs(difference) > Self.same {
      let height = Int((Double(own.width) * Double(size.height) / Double(size.width)).rounded())
      guard difference < 0, own.width <= Self.widestWithBars, height > 0 else { return nil }
      let top = (own.height - height) / 2
      area = PixelRect(minX: 0, minY: top, maxX: own.width, maxY: top + height)
    }
    self.area = area
    self.picture = picture
    steps = picture.isJPEG ? [1, 2, 4, 8] : [8]
  }

  /// Whether a picture has been turned upright, and the one that is developed not yet.
  static func isUpright(
    _ own: PixelSize, in size: PixelSize, _ orientation: Orientation
  ) -> Bool {
    guard orientation.isTransposing else { return false }
    let upright = PixelSize(width: size.height, height: size.width)
    return abs(shape(own) - shape(upright)) < abs(shape(own) - shape(size))
  }

  private static func shape(_ size: PixelSize) -> Double {
    log(Double(max(1, size.width)) / Double(max(1, size.height)))
  }

  /// The sizes in which it is to be had.
  var sizes: [PixelSize] { steps.indices.map { area(version: $0).size } }

  /// How many eighths of the camera's picture one of these is made of.
  func eighths(version: Int) -> Int { steps[version] }

  /// What of the rows at its eighths a version is.
  func area(version: Int) -> PixelRect {
    let eighths = steps[version]
    let size = picture.size(eighths: eighths)
    let (top, bottom) = (area.minY, picture.size.height - area.maxY)
    let first = min(top * eighths / 8, size.height - 1)
    return PixelRect(
      minX: 0, minY: first, maxX: size.width,
      maxY: max(first + 1, size.height - bottom * eighths / 8))
  }
}
