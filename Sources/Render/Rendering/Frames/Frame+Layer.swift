import Geometry
import Tiles

extension Frame {
  /// A translucent picture over the frame's own, positioned in its coordinates.
  package struct Layer: Hashable, Sendable {
    /// The picture.
    package var picture: SourceID
    /// The animation frame and colour version of the layer.
    package var pictureFrame: FrameVersion
    /// The layer's extent and levels.
    package var levels: SourceLevels
    /// The position in units of the frame's own picture.
    package var place: LayerPlace
    /// The opacity, 0 to 1.
    package var opacity: Double
    /// True if the frame's filters apply to it.
    package var isFiltered: Bool
    /// True if any of its pixels may be translucent.
    package var hasAlpha: Bool
    /// The layer's brightness, and the display's encoding of its light.
    package var light = PictureLight()

    /// Creates a layer.
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

extension Frame {
  /// Returns the pictures in drawing order, with views fitted to a surface.
  ///
  /// Layers belong to the picture. The picture beside it comes after them, so that layers that
  /// extend past the picture's edge don't cover its neighbour.
  func parts(on surface: PixelSize) -> [FramePart] {
    let view = viewport.resized(to: surface)
    var parts = [
      FramePart(
        picture: picture, pictureFrame: pictureFrame, view: view, levels: levels,
        end: FinalPixelStep(backdrop.checker, tones: tones(levels, light)),
        isFiltered: isFiltered, fades: fades)
    ]
    for layer in layers where layer.opacity > 0 && layer.place.holds(layer.levels.extent) {
      let opacity = Float(min(layer.opacity, 1))
      parts.append(
        FramePart(
          picture: layer.picture, pictureFrame: layer.pictureFrame,
          view: view.layer(layer.levels.extent, at: layer.place),
          levels: layer.levels,
          end: FinalPixelStep(
            opacity < 1 ? .opacity(opacity) : .plain,
            tones: tones(layer.levels, layer.light, isExposed: layer.isFiltered)),
          isOver: opacity < 1 || layer.hasAlpha, isFiltered: layer.isFiltered))
    }
    if let beside { parts.append(part(beside, beside.viewport.resized(to: surface))) }
    // Its place on another surface is unknown; the next frame has it.
    if let inset, inset.viewport.surface == surface { parts.append(part(inset, inset.viewport)) }
    return parts
  }

  private func part(_ other: Beside, _ view: Viewport) -> FramePart {
    FramePart(
      picture: other.picture, pictureFrame: other.pictureFrame, view: view, levels: other.levels,
      end: FinalPixelStep(other.checker, tones: tones(other.levels, other.light)),
      isFiltered: isFiltered)
  }

  /// The tone curve of one of the pictures; layers are exposed only if they are filtered.
  private func tones(
    _ levels: SourceLevels?, _ light: PictureLight, isExposed: Bool = true
  ) -> ToneCurve? {
    var toning = toning
    if !isExposed { toning.exposure = 0 }
    return ToneCurve(levels?.shape.format ?? .rgba8, light, toning)
  }
}
