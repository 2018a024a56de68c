import Geometry
import Glibc

/// At which scales a source gives tiles, and how it cuts them.
public struct SourceLevels: Hashable, Sendable {
  /// One given scale of a ladder.
  public struct Rung: Hashable, Sendable {
    /// Device pixels per unit of the extent.
    public var scale: Double
    /// The size of the picture at this scale.
    public var size: PixelSize

    /// A rung of a known size.
    public init(scale: Double, size: PixelSize) {
      self.scale = scale
      self.size = size
    }
  }

  /// The scales that there are.
  public enum Scales: Hashable, Sendable {
    /// Any up to a largest one: rasters 1, vectors as far as 2⁴⁴ pixels a side.
    case any(upTo: Double)
    /// These alone, from the smallest to the largest; never empty.
    case ladder([Rung])
  }

  /// The natural size, in image pixels or in the units of a drawing: the level of scale 1.
  public var extent: Extent
  /// The scales.
  public var scales: Scales
  /// How levels are cut into tiles.
  public var shape: TileShape

  /// All that there is to know about a source's levels.
  public init(extent: Extent, scales: Scales = .any(upTo: 1), shape: TileShape = .usual) {
    self.extent = extent
    self.scales = scales
    self.shape = shape
  }

  /// The levels of a raster: any scale up to its own resolution.
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

  /// The level of exactly a scale, or of the largest where that is more.
  public func exactLevel(scale: Double) -> Level {
    if case .ladder(let rungs) = scales,
      let rung = rungs.first(where: { $0.isExactly(scale) })
        ?? (scale > largestScale ? rungs.last : nil)
    {
      return Level(size: rung.size, shape: shape)
    }
    return Level(of: extent, scale: scale, largest: largestScale, shape: shape)
  }

  /// The level that a view of a scale is drawn from: exactly its own, or the nearest finer rung of
  /// a ladder, else its largest.
  public func level(for scale: Double) -> Level {
    guard case .ladder(let rungs) = scales else { return exactLevel(scale: scale) }
    let rung = rungs.first { $0.scale >= scale || $0.isExactly(scale) } ?? rungs[rungs.count - 1]
    return Level(size: rung.size, shape: shape)
  }

  /// The rung that is a level; `nil` where there is no ladder, or the level stands between its
  /// rungs.
  public func rung(of level: Level) -> (index: Int, rung: Rung)? {
    guard case .ladder(let rungs) = scales,
      let index = rungs.firstIndex(where: { $0.size == level.size })
    else { return nil }
    return (index, rungs[index])
  }

  /// Whether a source gives tiles of a level as they are, rather than reduced from a finer one.
  public func offers(_ level: Level) -> Bool {
    guard case .ladder = scales else { return true }
    return rung(of: level) != nil
  }
}

extension SourceLevels.Rung {
  /// Whether a scale is this one but for rounding.
  fileprivate func isExactly(_ other: Double) -> Bool { abs(other - scale) <= scale * 1e-9 }
}

extension SourceLevels {
  /// The ladder of CATiledLayer: `levelsOfDetail` rungs in all, `levelsOfDetailBias` of them above
  /// scale 1.
  ///
  /// Scales are 2^bias … 2^(bias − count + 1), none at which the picture would be smaller than a
  /// pixel.
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

  /// The ladder that suits a world on a view: halvings until all of it fits, and `zoomIn`
  /// doublings.
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

extension SourceLevels {
  /// Whether a tile shows any of an area of the extent, grown by so many pixels of the tile's
  /// level.
  ///
  /// The border that it has of its neighbours counts, and a pixel around it: edges are smoothed.
  package func tile(_ key: TileKey, touches area: Rect, pixels: Double = 0) -> Bool {
    let x = Double(key.level.size.width) / extent.width
    let y = Double(key.level.size.height) / extent.height
    let reach = Double(max(1, key.level.shape.overlap)) + pixels
    let tile = key.area
    return area.minX * x < Double(tile.maxX) + reach && area.maxX * x > Double(tile.minX) - reach
      && area.minY * y < Double(tile.maxY) + reach && area.maxY * y > Double(tile.minY) - reach
  }
}
