import Geometry
import Tiles

extension Frame {
  /// A translucent picture over the frame's own, with a place in that one's space.
  package struct Layer: Hashable, Sendable {
    /// The picture.
    package var picture: SourceID
    /// Which of its own frames, or of its colours.
    package var pictureFrame: FrameVersion
    /// Its extent and levels.
    package var levels: SourceLevels
    /// Where it lies, in units of the frame's own picture.
    package var place: LayerPlace
    /// How much of it is seen over what is below, 0 to 1.
    package var opacity: Double
    /// Whether the frame's filters act on it.
    package var isFiltered: Bool
    /// Whether any of its pixels may be translucent.
    package var hasAlpha: Bool
    /// How bright it is, and how its light is encoded.
    package var light = PictureLight()

    /// A layer with all its parts given.
    package init(
      picture: SourceID, pictureFrame: FrameVersion = FrameVersion(), levels: SourceLevels,
      place: LayerPlace = LayerPlace(),
      opacity: Double = 1, isFiltered: Bool = false, hasAlpha: Bool = true
    ) {
      self.picture = picture
      self.pictureFrame = pictureFrame
      self.levels = levels
      self.place = place
      self.opacity = opacity
      self.isFiltered = isFiltered
      self.hasAlpha = hasAlpha
    }
  }
}

/// One picture of a frame, with the view that it is drawn through.
struct FramePart {
  /// Which picture; `nil` for none.
  var picture: SourceID?
  /// Which of the picture's own frames.
  var pictureFrame = FrameVersion()
  /// Its part of the surface.
  var view: Viewport
  /// Its levels; `nil` for those of a raster.
  var levels: SourceLevels?
  /// What becomes of its pixels.
  var end: PixelEnd
  /// Whether it lies over what is there rather than in its place.
  var isOver = false
  /// Whether the frame's filters act on it.
  var isFiltered: Bool
  /// Its tiles that are only partly seen yet.
  var fades: [TileKey: Double] = [:]
}

extension Frame {
  /// Its pictures in the order to draw them, with views fitted to a surface.
  ///
  /// Layers hang from the picture. The one beside it comes last: what hangs over the picture's edge
  /// must not lie over its neighbour.
  func parts(on surface: PixelSize) -> [FramePart] {
    let view = viewport.resized(to: surface)
    var parts = [
      FramePart(
        picture: picture, pictureFrame: pictureFrame, view: view, levels: levels,
        end: PixelEnd(backdrop.checker, tones: tones(levels, light)),
        isFiltered: isFiltered, fades: fades)
    ]
    for layer in layers where layer.opacity > 0 && layer.place.holds(layer.levels.extent) {
      let opacity = Float(min(layer.opacity, 1))
      parts.append(
        FramePart(
          picture: layer.picture, pictureFrame: layer.pictureFrame,
          view: view.layer(layer.levels.extent, at: layer.place),
          levels: layer.levels,
          end: PixelEnd(
            opacity < 1 ? .opacity(opacity) : .plain,
            tones: tones(layer.levels, layer.light, isExposed: layer.isFiltered)),
          isOver: opacity < 1 || layer.hasAlpha, isFiltered: layer.isFiltered))
    }
    if let beside {
      parts.append(
        FramePart(
          picture: beside.picture, pictureFrame: beside.pictureFrame,
          view: beside.viewport.resized(to: surface), levels: beside.levels,
          end: PixelEnd(beside.checker, tones: tones(beside.levels, beside.light)),
          isFiltered: isFiltered))
    }
    return parts
  }

  /// What is done to the light of one of its pictures; layers are exposed where they are filtered.
  private func tones(
    _ levels: SourceLevels?, _ light: PictureLight, isExposed: Bool = true
  ) -> ToneCurve? {
    var toning = toning
    if !isExposed { toning.exposure = 0 }
    return ToneCurve(levels?.shape.format ?? .rgba8, light, toning)
  }
}
