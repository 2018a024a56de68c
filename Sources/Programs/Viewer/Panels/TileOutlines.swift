import Controls
import DecoderProtocol
import Geometry
import Rendering
import Text
import Tiles
import Zooming

/// The tiles that a view consists of, each with its level and its age in seconds.
struct TileOutlines: Hashable {
  /// A tile that is drawn.
  struct Tile: Hashable {
    var key: TileKey
    /// The bounding box of the device pixels that it covers.
    var area: PixelRect
    var isPreview: Bool
    /// The tile's age, in whole seconds.
    var age: Int
  }

  let surface: PixelSize
  /// The picture's size.
  let picture: Extent
  /// The level of the view.
  let level: Level
  /// The tiles, in drawing order.
  let tiles: [Tile]

  /// Creates the outlines of a view; for an animation, those of one `frame`.
  init(
    of view: Viewport, levels: SourceLevels, frame: FrameVersion = FrameVersion(),
    resident: [TileKey: TileQuality],
    arrivals: [TileKey: Double],
    magnification: Frame.Magnification = .automatic, at now: Double
  ) {
    surface = view.surface
    picture = view.picture
    level = levels.exactLevel(of: view)
    var areas: [TileKey: PixelRect] = [:]
    for draw in TileCover.draws(
      view, of: levels, frame: frame, resident: resident.keys, magnification: magnification)
    {
      areas[draw.key] = areas[draw.key]?.box(around: draw.pixels) ?? draw.pixels
    }
    tiles = areas.map { key, area in
      Tile(
        key: key, area: area, isPreview: resident[key] == .preview,
        age: max(0, Int(now - (arrivals[key] ?? now))))
    }.sorted { ($0.area.minY, $0.area.minX) < ($1.area.minY, $1.area.minX) }
  }

  /// Returns the drawing, for the whole surface, at an interface scale.
  func drawing(scale: Double) -> PanelDrawing {
    let width = max(1, (2 * scale).rounded())
    let size = 11 * scale
    var items: [DrawingItem] = []
    for tile in tiles {
      let rect = Rect(tile.area)
      let color = color(of: tile)
      items.append(.outline(rect, width: width, color))
      let frame = Rect(
        minX: rect.minX + width + 2, minY: rect.minY + width,
        maxX: min(rect.maxX - width, rect.minX + 170 * scale),
        maxY: min(rect.maxY - width, rect.minY + width + 1.6 * size))
      guard frame.width > 4 * size, frame.height > size else { continue }
      items.append(.rectangle(frame, radius: 2, PaintColor(white: 0, alpha: 0.6)))
      items.append(.text(DrawingText(label(of: tile), in: frame, size: size, color: color)))
    }
    return PanelDrawing(position: PixelRect(surface), items: items)
  }

  /// Returns a tile's level, as a power-of-two fraction or a percentage of the picture's size, and
  /// its age.
  func label(of tile: Tile) -> String {
    let own = tile.key.level.size
    let scale = Double(own.width) / Double(max(1, picture.pixels.width))
    let halved = (1..<24).first {
      dividedRoundingUp(picture.pixels.width, by: 1 << $0) == own.width
        && dividedRoundingUp(picture.pixels.height, by: 1 << $0) == own.height
    }
    let name = halved.map { "1/\(1 << $0)" } ?? WindowTitle.percentage(scale)
    return "\(name)\(tile.isPreview ? " preview" : "") \(tile.age) s"
  }

  /// Green at the view's own scale, yellow and blue where it is finer and coarser, red for
  /// previews.
  func color(of tile: Tile) -> PaintColor {
    if tile.isPreview { return PaintColor(red: 1, green: 0.3, blue: 0.3) }
    let own = tile.key.level.size.width
    if tile.key.level == level { return PaintColor(red: 0.3, green: 1, blue: 0.4) }
    return own > level.size.width
      ? PaintColor(red: 1, green: 0.9, blue: 0.2) : PaintColor(red: 0.45, green: 0.7, blue: 1)
  }
}

extension PixelRect {
  /// Returns the smallest rectangle that contains both.
  fileprivate func box(around other: PixelRect) -> PixelRect {
    PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }
}
