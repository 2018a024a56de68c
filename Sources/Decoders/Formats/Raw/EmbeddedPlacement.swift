import Geometry
import Glibc

/// The position of the embedded picture in the developed one.
struct EmbeddedPlacement: Sendable {
  /// The part that shows the picture, at full size: old cameras add bars above and below it.
  private let area: PixelRect
  private let picture: EmbeddedPicture
  /// The embedded picture's available sizes in eighths, smallest first.
  private let steps: [Int]

  /// Aspect ratios whose logarithms differ by no more count as equal: cameras crop a few pixels.
  private static let same = 0.03
  /// Wider embedded pictures have no bars.
  private static let widestWithBars = 640

  /// `nil` if it shows something other than the developed picture of `size`, or in another
  /// orientation.
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

  /// True if the embedded picture is already upright, and the developed one is not yet.
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

  /// The embedded picture's available sizes.
  var sizes: [PixelSize] { steps.indices.map { area(version: $0).size } }

  /// The scale of a version in eighths.
  func eighths(version: Int) -> Int { steps[version] }

  /// The area of a version in the rows at its scale.
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
