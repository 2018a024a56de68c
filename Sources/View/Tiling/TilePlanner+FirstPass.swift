import Geometry
import Tiles

/// Prefetching during the first pass: it makes the fit view's exact tiles and those of the next
/// zoom step together.
///
/// Users see a preview of a large picture and turn the wheel. Otherwise they would wait for the end
/// of this pass, which may take half a second, and then for the step's own.
extension TilePlanner {
  /// The largest number of pixels of a picture with small previews for which a pass is shorter than
  /// the motion of a zoom step.
  private static let pixelsOfQuickPass = 40_000_000

  /// The same limit for pictures without small previews.
  private static let pixelsOfQuickReading = 20_000_000

  /// From this core count on, tiling is never the bottleneck.
  private static let processorsForLargeViews = 4

  /// The longest surface edge, in pixels, for which one spare core keeps up with the decoder.
  private static let smallSurface = 1500

  /// True if one pass makes the tiles of two views in the time of one.
  private func sharesPass(_ surface: PixelSize, processors: Int) -> Bool {
    info.decodesSlowly && takesLongPass
      && (processors >= Self.processorsForLargeViews
        || max(surface.width, surface.height) <= Self.smallSurface)
  }

  /// True if a pass over the picture takes longer than the motion of a zoom step.
  package var takesLongPass: Bool {
    let quick = info.preview == .small ? Self.pixelsOfQuickPass : Self.pixelsOfQuickReading
    return info.size.area ?? .max > quick
  }

  /// True if the view is fitted, a pass is making its exact tiles, and additional tiles would not
  /// delay what the user sees first.
  ///
  /// Without a preview, that is the result of the pass itself. Then nothing is added, unless
  /// decoding takes most of the pass and the other `processors` are idle.
  package func isInFirstPass(
    _ view: Viewport, resident: [TileKey: TileQuality], access: Access, processors: Int
  ) -> Bool {
    let fit = info.levels.fitLevel(of: view)
    guard info.preview != .small || info.size.area ?? .max > Self.pixelsOfQuickPass else {
      return false
    }
    guard isPreviewFast(of: fit) || sharesPass(view.surface, processors: processors)
    else { return false }
    return access == .pass && info.levels.exactLevel(of: view) == fit
      && TileGrid(of: fit).keys.contains { resident[$0] != .exact }
  }
}

extension NextStep {
  /// The additional slots for the tiles of a step to 5/4 of the fit view, so that one pass makes
  /// both views' tiles.
  package static func prefetchSlots(
    of surface: PixelSize, margin: Int = 0, shape: TileShape = .usual
  ) -> Int {
    func count(_ width: Int, _ height: Int) -> Int {
      TileGrid(of: Level(size: PixelSize(width: width, height: height), shape: shape)).count
    }
    let fit = count(surface.width, surface.height)
    let step = count(surface.width * 5 / 4, surface.height * 5 / 4)
    return max(
      0, fit + step - TileGrid.slotCount(forSurface: surface, margin: margin, shape: shape))
  }
}
