import Geometry
import Tiles
import Tiling
import Zooming

/// How a view of any size is cut into bands of rows that are drawn one after the other, and a wide
/// band into pieces.
package enum RenderBands {
  /// How much is decoded, and kept, at once.
  package struct Limits: Hashable, Sendable {
    /// The most tiles that a piece of a band may touch, 132 MiB: the fewer pieces, the fewer passes
    /// over the picture.
    package var tiles = 512
    /// The most bytes of drawn pixels that are kept at once, 128 MiB: those of as many tiles.
    package var bytes = 512 << 18
    /// Rows that a band has however many tiles they are: with fewer, a wide picture's tiles would
    /// be made again and again for a few of their rows.
    var rows = 256
    /// The longest edge that is drawn at once, in pixels: below every GPU's largest texture.
    ///
    /// Pieces are a multiple of it wide.
    var edge = 2048

    /// What every saved picture is held to.
    package init() {}
  }

  /// The bands of an area of a view from top to bottom, one after the other: as many as a tall
  /// view has would not all stand in memory.
  ///
  /// Each is as high as its tiles allow, and those in the margin around it, in device pixels: with
  /// the margin it may touch twice as many, since no fewer passes are worth more memory. The rows
  /// of a wide one are as many as there are bytes for, one at least.
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

  /// Whether bands of an area are kept whole: they have all rows that a band should have.
  ///
  /// What is wider is written in pieces.
  static func keepsWholeRows(of area: PixelRect, limits: Limits = Limits()) -> Bool {
    limits.bytes / max(1, bytes(ofRow: area)) >= min(area.height, limits.rows)
  }

  /// The bands of an area that is written in pieces.
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

  /// The pieces of a band from left to right, each of which is decoded and drawn before the next.
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

  /// The tiles of the view's exact level that a part and the margin around it show.
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

  /// The largest number of a range that fits; the first one needs not.
  private static func largest(in range: ClosedRange<Int>, fits: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
