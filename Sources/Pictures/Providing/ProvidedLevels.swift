import Geometry
import Tiles

/// The size of what a provider draws, at which scales it does, and how it is cut.
public struct ProvidedLevels: Hashable, Sendable {
  /// How the scales are chosen.
  public enum Scales: Hashable, Sendable {
    /// As CATiledLayer has them: so many rungs in all, `levelsOfDetailBias` of them above 1.
    case ladder(levelsOfDetail: Int, levelsOfDetailBias: Int)
    /// The ladder that suits a view of a size in device pixels: halvings until all of it fits, and
    /// `zoomIn` doublings.
    case fitting(PixelSize, zoomIn: Int = 10)
    /// Given scales, each with the size of the whole at it: those of tiles that exist already.
    ///
    /// The smallest stands first; scales rise, and sizes differ.
    case rungs([SourceLevels.Rung])
    /// Any scale up to a largest: the provider is asked for exactly the one that is shown.
    case any(upTo: Double)
  }

  /// The size in units of one's own; at scale 1 a unit is a device pixel.
  public var extent: Extent
  /// The scales.
  public var scales: Scales
  /// How levels are cut: an edge of 1 to 1024 pixels.
  ///
  /// Providers have no overlap where nothing else is said: they would have to draw their
  /// neighbours' pixels too. With one, a source makes the border of bare tiles from those
  /// neighbours that it has at the moment, and else repeats the edge: seams may be seen while a
  /// view moves.
  public var shape: TileShape
  /// How the provider cuts levels, where its pictures are not the source's tiles; `nil` where they
  /// are.
  ///
  /// They must be encoded ones then.
  package var grid: PictureGrid?

  /// An extent with its scales; the pixels of tiles are always RGBA8.
  public init(
    _ extent: Extent, scales: Scales, shape: TileShape = TileShape(edge: 256, overlap: 0)
  ) {
    self.extent = extent
    self.scales = scales
    self.shape = TileShape(edge: shape.edge, overlap: shape.overlap)
  }

  /// The levels as the stages know them.
  public var levels: SourceLevels {
    switch scales {
    case .ladder(let count, let bias):
      .ladder(extent, levelsOfDetail: count, levelsOfDetailBias: bias, shape: shape)
    case .fitting(let view, let zoomIn):
      .ladder(extent, on: view, zoomIn: zoomIn, shape: shape)
    case .rungs(let rungs):
      SourceLevels(extent: extent, scales: .ladder(rungs), shape: shape)
    case .any(let largest):
      SourceLevels(extent: extent, scales: .any(upTo: largest), shape: shape)
    }
  }
}
