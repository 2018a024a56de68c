import Geometry
import Tiles
import ViewGeometry

extension TileCover {
  /// The draws of a view in which some tiles are only partly seen yet, in the order to draw them.
  ///
  /// First come those that fill each pixel once, without the fading tiles where there is anything
  /// else; then the fading ones, to be mixed with what is there. Without fades these are the draws of
  /// the view, as they are.
  static func draws(
    _ viewport: Viewport, of levels: SourceLevels? = nil, resident: some Sequence<TileKey>,
    fades: [TileKey: Double],
    magnification: Frame.Magnification = .automatic, clip: PixelRect? = nil
  ) -> [TileDraw] {
    let draws = Self.draws(
      viewport, of: levels, resident: resident, magnification: magnification, clip: clip)
    let fading = draws.filter { fades[$0.key] != nil }
    guard !fading.isEmpty else { return draws }
    let under = Self.draws(
      viewport, of: levels, resident: resident.filter { fades[$0] == nil },
      magnification: magnification,
      clip: clip)
    var filling = draws.filter { fades[$0.key] == nil }
    var mixed: [TileDraw] = []
    for over in fading {
      let share = min(max(fades[over.key] ?? 1, 0), 1)
      var alone = [over.pixels]
      for below in under {
        let common = below.pixels.intersection(over.pixels)
        guard !common.isEmpty else { continue }
        filling.append(below.part(common))
        var part = over.part(common)
        part.share = share
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
