import Geometry
import Tiles

/// Chooses the resident tile for each pixel of a frame.
///
/// Each pixel that resident tiles cover is drawn exactly once, from the best of them: translucent
/// pixels are never blended twice, and no pixel costs twice.
package enum TileCover {
  /// The largest useful ratio of a level's scale to the view's; finer levels rank after coarser
  /// ones.
  ///
  /// With them, bilinear sampling would skip most texels and sparkle, and a screen would take
  /// hundreds of tiles.
  static let finestUseful = 4.0

  /// Returns the draws of one view, in no particular order.
  ///
  /// `clip` limits them to some pixels, as bands of a large picture need; these may lie outside the
  /// surface, as neighbourhood filters need. Of an animation only the tiles of one `frame` are
  /// drawn, so that two moments are never mixed.
  package static func draws(
    _ viewport: Viewport, of levels: SourceLevels? = nil, frame: FrameVersion = FrameVersion(),
    resident: some Sequence<TileKey>,
    magnification: Frame.Magnification = .automatic, clip: PixelRect? = nil
  ) -> [TileDraw] {
    let picture = viewport.picture
    let levels = levels ?? SourceLevels(extent: picture)
    guard !picture.isEmpty, viewport.scale > 0, viewport.scale.isFinite,
      viewport.origin.x.isFinite, viewport.origin.y.isFinite
    else { return [] }
    let bounds = clip ?? PixelRect(viewport.surface)
    let visible = PixelRect(centersIn: viewport.shownRect).intersection(bounds)
    guard !visible.isEmpty else { return [] }

    var places: [Level: [Place]] = [:]
    for key in resident where key.version == frame {
      let area = key.area
      guard !area.isEmpty else { continue }
      let device = viewport.deviceRect(of: area, in: key.level.size)
      let pixels = PixelRect(centersIn: device).intersection(visible)
      guard !pixels.isEmpty else { continue }
      places[key.level, default: []].append(Place(key: key, device: device, pixels: pixels))
    }

    var draws: [TileDraw] = []
    var uncovered = [visible]
    for level in ranked(Array(places.keys), of: levels, for: viewport) {
      // Row by row, so that the uncovered rest stays in few large pieces.
      let places = (places[level] ?? []).sorted {
        ($0.pixels.minY, $0.pixels.minX) < ($1.pixels.minY, $1.pixels.minX)
      }
      for place in places {
        var rest: [PixelRect] = []
        rest.reserveCapacity(uncovered.count + 3)
        for piece in uncovered {
          let common = piece.intersection(place.pixels)
          if !common.isEmpty {
            draws.append(draw(place, common, viewport, levels, magnification))
          }
          piece.subtract(place.pixels, into: &rest)
        }
        uncovered = rest
        if uncovered.isEmpty { return draws }
      }
    }
    return draws
  }

  private struct Place {
    var key: TileKey
    var device: Rect
    var pixels: PixelRect
  }

  /// Returns levels from best to worst: the view's own, the nearest finer ones, the nearest coarser
  /// ones, then those that are too fine.
  static func ranked(
    _ candidates: [Level], of levels: SourceLevels, for viewport: Viewport
  ) -> [Level] {
    let own = levels.exactLevel(scale: viewport.scale)
    let scale = min(levels.largestScale, viewport.scale)
    let width = max(1, viewport.picture.width * scale)
    let height = max(1, viewport.picture.height * scale)
    func rank(_ level: Level) -> (group: Int, distance: Double) {
      if level == own { return (0, 0) }
      // The longer side is more precise.
      let ratio =
        width >= height
        ? Double(level.size.width) / width : Double(level.size.height) / height
      if ratio >= 1 { return (ratio <= finestUseful ? 1 : 3, ratio) }
      return (2, 1 / ratio)
    }
    return candidates.map { ($0, rank($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func draw(
    _ place: Place, _ pixels: PixelRect, _ viewport: Viewport, _ levels: SourceLevels,
    _ magnification: Frame.Magnification
  ) -> TileDraw {
    let area = place.key.area.size
    let shown = viewport.orientation.applied(to: area)
    let device = place.device
    let slack = 1e-6
    let isExact =
      abs(device.minX - device.minX.rounded()) < slack
      && abs(device.minY - device.minY.rounded()) < slack
      && abs(device.width - Double(shown.width)) < slack
      && abs(device.height - Double(shown.height)) < slack
    let isCrisp = magnification.isCrisp(
      at: viewport.scale, largestScale: levels.largestScale)
    let sampling: TileDraw.Sampling =
      if isExact {
        .texelForPixel
      } else if isCrisp && place.key.level == levels.exactLevel(scale: .infinity) {
        .crisp
      } else {
        .smooth
      }
    let texels = TexelMap(
      pixels: pixels, device: device, layout: place.key.layout, orientation: viewport.orientation,
      isExact: isExact)
    return TileDraw(
      key: place.key, pixels: pixels, deviceRect: device, texels: texels, sampling: sampling)
  }
}

extension TileCover {
  /// Returns the draws of a view in which some tiles are fading in, in drawing order.
  ///
  /// First come draws that fill each pixel once, from other tiles wherever there are any; then the
  /// fading tiles, which are blended over them. Without fades these are the plain draws of the
  /// view.
  static func draws(
    _ viewport: Viewport, of levels: SourceLevels? = nil, frame: FrameVersion = FrameVersion(),
    resident: some Sequence<TileKey>, fades: [TileKey: Double],
    magnification: Frame.Magnification = .automatic, clip: PixelRect? = nil
  ) -> [TileDraw] {
    let draws = Self.draws(
      viewport, of: levels, frame: frame, resident: resident, magnification: magnification,
      clip: clip)
    let fading = draws.filter { fades[$0.key] != nil }
    guard !fading.isEmpty else { return draws }
    let under = Self.draws(
      viewport, of: levels, frame: frame, resident: resident.filter { fades[$0] == nil },
      magnification: magnification,
      clip: clip)
    var filling = draws.filter { fades[$0.key] == nil }
    var mixed: [TileDraw] = []
    for over in fading {
      let opacity = min(max(fades[over.key] ?? 1, 0), 1)
      var alone = [over.pixels]
      for below in under {
        let common = below.pixels.intersection(over.pixels)
        guard !common.isEmpty else { continue }
        filling.append(below.part(common))
        var part = over.part(common)
        part.opacity = opacity
        mixed.append(part)
        var rest: [PixelRect] = []
        for piece in alone { piece.subtract(common, into: &rest) }
        alone = rest
      }
      filling += alone.map(over.part)
    }
    return filling + mixed
  }
}
