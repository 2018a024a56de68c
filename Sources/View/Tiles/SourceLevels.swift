import Geometry
import Glibc

/// The scales at which a source has tiles, and the shape of the tiles.
public struct SourceLevels: Hashable, Sendable {
  /// One scale of a ladder.
  public struct Rung: Hashable, Sendable {
    /// Device pixels per unit of the extent.
    public var scale: Double
    /// The size of the picture at this scale.
    public var size: PixelSize

    /// Creates a rung.
    public init(scale: Double, size: PixelSize) {
      self.scale = scale
      self.size = size
    }
  }

  /// The available scales.
  public enum Scales: Hashable, Sendable {
    /// Any scale up to a largest one: 1 for rasters; for vectors, the scale at which a side has 2⁴⁴
    /// pixels.
    case any(upTo: Double)
    /// Only these scales, in increasing order; never empty.
    case ladder([Rung])
  }

  /// The natural size, in image pixels or in the units of a drawing: the level of scale 1.
  public var extent: Extent
  /// The available scales.
  public var scales: Scales
  /// How levels are cut into tiles.
  public var shape: TileShape

  /// Creates the levels of a source.
  public init(extent: Extent, scales: Scales = .any(upTo: 1), shape: TileShape = .usual) {
    self.extent = extent
    self.scales = scales
    self.shape = shape
  }

  /// Creates the levels of a raster: any scale up to its own resolution.
  public init(raster size: PixelSize, shape: TileShape = .usual) {
    self.init(extent: Extent(size), shape: shape)
  }

  /// The largest scale.
  public var largestScale: Double {
    switch scales {
    case .any(let largest): largest
    case .ladder(let rungs): rungs.last?.scale ?? 1
    }
  }

  /// Returns the level of exactly `scale`, or the largest level if `scale` exceeds it.
  public func exactLevel(scale: Double) -> Level {
    if case .ladder(let rungs) = scales,
      let rung = rungs.first(where: { $0.isExactly(scale) })
        ?? (scale > largestScale ? rungs.last : nil)
    {
      return Level(size: rung.size, shape: shape)
    }
    return Level(of: extent, scale: scale, largest: largestScale, shape: shape)
  }

  /// Returns the level from which a view is drawn: the level of exactly its scale, or the next
  /// finer rung of a ladder, or the ladder's finest.
  public func level(for scale: Double) -> Level {
    guard case .ladder(let rungs) = scales else { return exactLevel(scale: scale) }
    let rung = rungs.first { $0.scale >= scale || $0.isExactly(scale) } ?? rungs[rungs.count - 1]
    return Level(size: rung.size, shape: shape)
  }

  /// Returns the rung that has a level's size; `nil` without a ladder, or for a level between two
  /// rungs.
  public func rung(of level: Level) -> (index: Int, rung: Rung)? {
    guard case .ladder(let rungs) = scales,
      let index = rungs.firstIndex(where: { $0.size == level.size })
    else { return nil }
    return (index, rungs[index])
  }

  /// True if the source has tiles of a level itself, without reducing them from a finer one.
  public func offers(_ level: Level) -> Bool {
    guard case .ladder = scales else { return true }
    return rung(of: level) != nil
  }
}

extension SourceLevels.Rung {
  /// True if a scale equals this one up to rounding.
  fileprivate func isExactly(_ other: Double) -> Bool { abs(other - scale) <= scale * 1e-9 }
}

extension SourceLevels {
  /// Creates a ladder as `CATiledLayer` describes it: `levelsOfDetail` rungs in all,
  /// `levelsOfDetailBias` of them above scale 1.
  ///
  /// The scales are 2^bias … 2^(bias − count + 1), except those at which the picture would be
  /// smaller than a pixel.
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

  /// Creates a ladder for a world in a view: halvings until all of it fits, and `zoomIn` doublings.
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

  /// The size of a picture at a scale of a ladder, as a view of exactly that scale shows it.
  private static func size(of extent: Extent, at scale: Double) -> PixelSize {
    func pixels(_ length: Double) -> Int {
      let length = (length * scale).rounded()
      return length >= 1 ? Int(min(length, Double(Level.longestSide))) : 1
    }
    return PixelSize(width: pixels(extent.width), height: pixels(extent.height))
  }
}

extension SourceLevels {
  /// True if a tile shows part of an area of the extent, grown by `pixels` pixels of the tile's
  /// level.
  ///
  /// The tile's overlap counts, and at least one pixel around it, because edges are smoothed.
  package func tile(_ key: TileKey, touches area: Rect, pixels: Double = 0) -> Bool {
    let x = Double(key.level.size.width) / extent.width
    let y = Double(key.level.size.height) / extent.height
    let reach = Double(max(1, key.level.shape.overlap)) + pixels
    let tile = key.area
    return area.minX * x < Double(tile.maxX) + reach && area.maxX * x > Double(tile.minX) - reach
      && area.minY * y < Double(tile.maxY) + reach && area.maxY * y > Double(tile.minY) - reach
  }
}
