import Geometry
import Tiles
import Tiling

/// Chooses the scale of each layer so that all of them together fit into the memory budget.
///
/// The shown source comes first, then the layers from the bottom up. A layer that has no room at
/// the view's own scale is made at 1/2, 1/4 … of it and drawn magnified. A value: equal needs give
/// equal results.
struct LayerDetail {
  /// The current number of halvings of each layer's scale.
  private(set) var halvings: [SourceID: Int] = [:]

  /// Maximum halvings; beyond that the budget is exceeded.
  static let most = 6

  /// The memory that one layer would need at the view's own scale.
  struct Need {
    var source: SourceID
    var view: Viewport
    var levels: SourceLevels
    var margin: Int
  }

  /// Divides `room` bytes among the layers, in their order.
  mutating func update(_ needs: [Need], room: Int) {
    var room = room
    var next: [SourceID: Int] = [:]
    for need in needs {
      let old = halvings[need.source] ?? 0
      var count = 0
      while count < Self.most {
        let bytes = Self.bytes(need, halvings: count)
        // Return to a finer scale only if there is room to spare, so that panning does not toggle
        // it.
        if bytes <= (count < old ? room / 4 * 3 : room) { break }
        count += 1
      }
      next[need.source] = count
      room = max(0, room - Self.bytes(need, halvings: count))
    }
    halvings = next
  }

  /// Returns the bytes of the tiles that a view needs of a source: those it shows, and all of the
  /// fit level's.
  static func bytes(_ need: Need, halvings: Int) -> Int {
    let view = need.view.coarser(halvings: halvings)
    let exact = need.levels.exactLevel(of: view)
    let fit = need.levels.fitLevel(of: view)
    let seen = view.visibleTiles(of: exact, margin: coarser(need.margin, halvings: halvings))
    return seen.byteCount + (fit == exact ? 0 : TileGrid(of: fit).byteCount)
  }

  /// Returns a margin in device pixels of the coarser view.
  static func coarser(_ margin: Int, halvings: Int) -> Int {
    (margin + (1 << halvings) - 1) >> halvings
  }
}

extension Viewport {
  /// Returns the same view on a surface whose width and height are halved that many times; it needs
  /// correspondingly fewer tiles.
  func coarser(halvings: Int) -> Viewport {
    guard halvings > 0 else { return self }
    let factor = 1 / Double(1 << halvings)
    var view = self
    view.surface = PixelSize(
      width: (surface.width + (1 << halvings) - 1) >> halvings,
      height: (surface.height + (1 << halvings) - 1) >> halvings)
    view.scale *= factor
    view.unit *= factor
    view.origin = origin * factor
    return view
  }
}

extension TileGrid {
  /// The bytes of the textures of all cells.
  fileprivate var byteCount: Int {
    let shape = level.shape
    let area = area
    return checkedProduct(
      max(0, area.width) + 2 * shape.overlap * columns.count,
      max(0, area.height) + 2 * shape.overlap * rows.count, shape.format.bytesPerPixel) ?? .max / 4
  }
}
