import Geometry
import Tiles
import Tiling

/// How finely each layer of a view is made, so that what all of them need fits into memory's
/// budget.
///
/// What is shown comes first, then the layers from the lowest up. A layer that finds no room at the
/// view's own scale is made at half of it, or at a quarter …, and drawn magnified. A value: the
/// same needs give the same answer.
struct LayerDetail {
  /// Halvings of each layer's scale that count now.
  private(set) var halvings: [SourceID: Int] = [:]

  /// The most halvings: what does not fit then is let be.
  static let most = 6

  /// One layer, as it would be made at the view's own scale.
  struct Need {
    var source: SourceID
    var view: Viewport
    var levels: SourceLevels
    var margin: Int
  }

  /// Shares out so many bytes among layers, the first served first.
  mutating func update(_ needs: [Need], room: Int) {
    var room = room
    var next: [SourceID: Int] = [:]
    for need in needs {
      let old = halvings[need.source] ?? 0
      var count = 0
      while count < Self.most {
        let bytes = Self.bytes(need, halvings: count)
        // Finer than before only where there is some room to spare: panning must not flip it.
        if bytes <= (count < old ? room / 4 * 3 : room) { break }
        count += 1
      }
      next[need.source] = count
      room = max(0, room - Self.bytes(need, halvings: count))
    }
    halvings = next
  }

  /// Bytes of the tiles that a view needs of a source: those that it shows, and the whole at fit
  /// scale.
  static func bytes(_ need: Need, halvings: Int) -> Int {
    let view = need.view.coarser(halvings: halvings)
    let exact = need.levels.exactLevel(of: view)
    let fit = need.levels.fitLevel(of: view)
    let seen = view.visibleTiles(of: exact, margin: coarser(need.margin, halvings: halvings))
    return seen.byteCount + (fit == exact ? 0 : TileGrid(of: fit).byteCount)
  }

  /// Device pixels of a margin in a coarser view.
  static func coarser(_ margin: Int, halvings: Int) -> Int {
    (margin + (1 << halvings) - 1) >> halvings
  }
}

extension Viewport {
  /// The same view on a surface half as large each way, or a quarter …: what it needs is as much
  /// less.
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
  /// Bytes of the textures of all cells.
  fileprivate var byteCount: Int {
    let shape = level.shape
    let area = area
    return checkedProduct(
      max(0, area.width) + 2 * shape.overlap * columns.count,
      max(0, area.height) + 2 * shape.overlap * rows.count, shape.format.bytesPerPixel) ?? .max / 4
  }
}
