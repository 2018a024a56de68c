import Geometry
import Glibc

extension SourceLevels {
  /// The ladder of CATiledLayer: `levelsOfDetail` rungs in all, `levelsOfDetailBias` of them above 1.
  ///
  /// Scales are 2^bias … 2^(bias − count + 1), none at which the picture would be smaller than a pixel.
  public static func ladder(
    _ extent: Extent, levelsOfDetail count: Int, levelsOfDetailBias bias: Int,
    shape: TileShape = .usual
  ) -> SourceLevels {
    let bias = min(max(bias, -60), 60)
    let longest = max(extent.width, extent.height)
    var rungs: [Rung] = []
    for index in 0..<min(max(1, count), 121) {
      let scale = scalbn(1.0, Int32(bias - index))
      if index > 0, longest * scale < 1 { break }
      rungs.append(Rung(scale: scale, size: size(of: extent, at: scale)))
    }
    return SourceLevels(extent: extent, scales: .ladder(rungs.reversed()), shape: shape)
  }

  /// The ladder that suits a world on a view: halvings until all of it fits, and `zoomIn` doublings.
  ///
  /// `view` is the surface's size in device pixels.
  public static func ladder(
    _ extent: Extent, on view: PixelSize, zoomIn: Int = 10, shape: TileShape = .usual
  ) -> SourceLevels {
    let ratio = max(
      extent.width / Double(max(1, view.width)), extent.height / Double(max(1, view.height)))
    let zoomOut = ratio > 1 && ratio.isFinite ? Int(log2(ratio).rounded(.up)) : 0
    return ladder(
      extent, levelsOfDetail: zoomOut + zoomIn + 1, levelsOfDetailBias: zoomIn, shape: shape)
  }

  /// The size of a picture at a scale of a ladder, as a view of just that scale shows it.
  private static func size(of extent: Extent, at scale: Double) -> PixelSize {
    func pixels(_ length: Double) -> Int {
      let length = (length * scale).rounded()
      return length >= 1 ? Int(min(length, Double(Level.longestSide))) : 1
    }
    return PixelSize(width: pixels(extent.width), height: pixels(extent.height))
  }
}
