import Geometry
import Tiles
import Tiling
import Zooming

/// Divides a view of any size into bands of rows that are drawn one after the other, and wide bands
/// into pieces.
package enum RenderBands {
  /// The limits of the memory that a job uses at a time.
  package struct Limits: Hashable, Sendable {
    /// The maximum number of tiles that a piece of a band touches, 132 MiB: fewer pieces mean fewer
    /// passes over the picture.
    package var tiles = 512
    /// The maximum number of bytes of drawn pixels at a time, 128 MiB: the size of that many tiles.
    package var bytes = 512 << 18
    /// The minimum number of rows of a band: with fewer, a wide picture's tiles would be made
    /// repeatedly, each time for only a few of their rows.
    var rows = 256
    /// The longest edge drawn at once, in pixels: below every GPU's maximum texture size.
    ///
    /// Pieces are a multiple of it wide.
    var edge = 2048

    /// Creates the limits for saved pictures.
    package init() {}
  }

  /// Returns the bands of an area of a view from top to bottom, lazily, because a tall view may
  /// have too many to store.
  ///
  /// Each band is as high as the limit on tiles allows. Together with the margin around it, in
  /// device pixels, it may touch twice as many: fewer passes would not be worth even more memory. A
  /// wide band has as many rows as the limit on bytes allows, and at least one.
  static func bands(
    of view: Viewport, in area: PixelRect, levels: SourceLevels, margin: Int,
    limits: Limits = Limits()
  ) -> UnfoldSequence<PixelRect, Int> {
    let most = max(1, limits.bytes / max(1, bytes(ofRow: area)))
    return sequence(state: area.minY) { top in
      guard top < area.maxY else { return nil }
      let first = top
      func band(_ height: Int) -> PixelRect {
        PixelRect(minX: area.minX, minY: first, maxX: area.maxX, maxY: first + height)
      }
      let rest = min(area.maxY - top, limits.edge, most)
      let height = largest(in: min(rest, limits.rows)...rest) {
        fits(band($0), of: view, levels: levels, margin: margin, limits)
      }
      top += height
      return band(height)
    }
  }

  /// Returns true if bands of an area fit into memory whole, with as many rows as a band should
  /// have.
  ///
  /// Wider areas are written in pieces.
  static func keepsWholeRows(of area: PixelRect, limits: Limits = Limits()) -> Bool {
    limits.bytes / max(1, bytes(ofRow: area)) >= min(area.height, limits.rows)
  }

  /// Returns the bands of an area that is written in pieces.
  static func piecedBands(
    of area: PixelRect, limits: Limits = Limits()
  ) -> UnfoldSequence<PixelRect, Int> {
    sequence(state: area.minY) { top in
      guard top < area.maxY else { return nil }
      let end = min(area.maxY, top + limits.rows)
      defer { top = end }
      return PixelRect(minX: area.minX, minY: top, maxX: area.maxX, maxY: end)
    }
  }

  /// Returns the pieces of a band from left to right, each decoded and drawn before the next.
  static func pieces(
    of band: PixelRect, of view: Viewport, levels: SourceLevels, margin: Int,
    limits: Limits = Limits()
  ) -> UnfoldSequence<PixelRect, Int> {
    let column = max(1, checkedProduct(band.height, limits.edge, 4) ?? .max)
    let most = max(1, limits.bytes / column)
    return sequence(state: band.minX) { left in
      guard left < band.maxX else { return nil }
      let first = left
      func piece(_ edges: Int) -> PixelRect {
        let width = min(band.maxX - first, edges * limits.edge)
        return PixelRect(minX: first, minY: band.minY, maxX: first + width, maxY: band.maxY)
      }
      let rest = min(most, dividedRoundingUp(band.maxX - left, by: limits.edge))
      let edges = largest(in: 1...rest) {
        fits(piece($0), of: view, levels: levels, margin: margin, limits)
      }
      left = piece(edges).maxX
      return PixelRect(minX: first, minY: band.minY, maxX: left, maxY: band.maxY)
    }
  }

  /// Returns the tiles of the view's exact level that a part and the margin around it show.
  static func tiles(
    of view: Viewport, in part: PixelRect, levels: SourceLevels, margin: Int
  ) -> TileGrid {
    var shown = view
    shown.surface = part.size
    shown.origin.x -= Double(part.minX)
    shown.origin.y -= Double(part.minY)
    return shown.visibleTiles(of: levels.exactLevel(of: shown), margin: margin)
  }

  private static func fits(
    _ part: PixelRect, of view: Viewport, levels: SourceLevels, margin: Int, _ limits: Limits
  ) -> Bool {
    tiles(of: view, in: part, levels: levels, margin: 0).count <= limits.tiles
      && tiles(of: view, in: part, levels: levels, margin: margin).count <= 2 * limits.tiles
  }

  private static func bytes(ofRow area: PixelRect) -> Int { checkedProduct(area.width, 4) ?? .max }

  /// Binary search: returns the largest value that fits; the first one need not.
  private static func largest(in range: ClosedRange<Int>, fits: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
