import Geometry
import Tiles

/// What the pass that makes the whole picture's careful tiles makes beside them: the tiles of the
/// next step of a zoom.
///
/// People see a preview of a large picture, and turn the wheel. They would wait for the end of this
/// pass, which may take half a second, and then for the step's own.
extension TilePlanner {
  /// Up to so many pixels of a picture with small previews, a pass of the step's own is over before
  /// its motion is.
  private static let pixelsOfQuickPass = 40_000_000

  /// Up to so many pixels of any other picture, too.
  private static let pixelsOfQuickReading = 20_000_000

  /// With so many processors, who makes tiles has as many as that takes, however large the view.
  private static let processorsForLargeViews = 4

  /// With fewer, the longest edge of a surface for whose tiles a second one has time beside who
  /// decodes, in pixels.
  private static let smallSurface = 1500

  /// Whether a pass makes the tiles of two views of a surface in the time of one.
  private func sharesPass(_ surface: PixelSize, processors: Int) -> Bool {
    info.decodesSlowly && takesLongPass
      && (processors >= Self.processorsForLargeViews
        || max(surface.width, surface.height) <= Self.smallSurface)
  }

  /// Whether a pass over the picture takes longer than the motion of a step may.
  package var takesLongPass: Bool {
    let quick = info.preview == .small ? Self.pixelsOfQuickPass : Self.pixelsOfQuickReading
    return info.size.area ?? .max > quick
  }

  /// Whether a view shows the whole picture while a pass makes its careful tiles, and more of them
  /// would cost the first look no time.
  ///
  /// Where there is no preview that look waits for the pass: then it makes nothing more, unless
  /// decoding takes most of it and the other `processors` have time.
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
  /// How many slots the tiles of a step to five quarters of the fit view take beside those that a
  /// view of a surface has anyway, so that one pass makes both views' tiles.
  package static func slotsAhead(
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
