import Geometry
import Tiles

/// What size a provider draws, at which scales, and how it is divided into tiles.
public struct ProvidedLevels: Hashable, Sendable {
  /// The available scales.
  public enum Scales: Hashable, Sendable {
    /// As in CATiledLayer: `levelsOfDetail` rungs in all, `levelsOfDetailBias` of them above scale
    /// 1.
    case ladder(levelsOfDetail: Int, levelsOfDetailBias: Int)
    /// A ladder for a view of this size in device pixels: halvings until the whole fits, and
    /// `zoomIn` doublings.
    case fitting(PixelSize, zoomIn: Int = 10)
    /// Given scales, each with the size of the whole at that scale, for tiles that exist already.
    ///
    /// In ascending order; the sizes must differ.
    case rungs([SourceLevels.Rung])
    /// Any scale up to a largest: the provider is called for exactly the displayed one.
    case any(upTo: Double)
  }

  /// The size in any unit; at scale 1 a unit is a device pixel.
  public var extent: Extent
  /// The available scales.
  public var scales: Scales
  /// The shape of tiles, with an edge of 1 to 1024 pixels.
  ///
  /// The default has no overlap, because providers would have to draw their neighbours' pixels too.
  /// With an overlap, a provider may still deliver tiles without one: the source then fills the
  /// overlap from the neighbours that it has at the moment, and elsewhere repeats the edge. Seams
  /// may show while a view moves.
  public var shape: TileShape
  /// How the provider divides levels if its pictures are not the source's tiles; `nil` if they are.
  ///
  /// The pictures must then be encoded.
  package var grid: PictureGrid?

  /// Creates levels from an extent and its scales; the pixel format is always RGBA8.
  public init(
    _ extent: Extent, scales: Scales, shape: TileShape = TileShape(edge: 256, overlap: 0)
  ) {
    self.extent = extent
    self.scales = scales
    self.shape = TileShape(edge: shape.edge, overlap: shape.overlap)
  }

  /// The levels as the other stages use them.
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
