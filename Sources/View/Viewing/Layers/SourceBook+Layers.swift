import Geometry
import Rendering
import Tiles
import Tiling
import Zooming

/// Layers as they are seen: each source over what is shown.
extension SourceBook {
  /// The layers that could be seen, the lowest first, each source once, with what loads it and what
  /// is known of it.
  func seen(
    of layers: [ViewLayer]
  ) -> [(layer: ViewLayer, loader: TileLoader, info: SourceInfo)] {
    var seen: Set<SourceID> = []
    return layers.compactMap { layer in
      guard seen.insert(layer.source).inserted, layer.shows,
        let loader = self[layer.source], loader.role == .layer, let info = loader.info,
        layer.place.holds(info.extent)
      else { return nil }
      return (layer, loader, info)
    }
  }

  /// The layers of a frame.
  func frameLayers(of layers: [ViewLayer]) -> [Frame.Layer] {
    seen(of: layers).map { layer, loader, info in
      var drawn = Frame.Layer(
        picture: layer.source, pictureFrame: loader.drawnFrame, levels: info.levels,
        place: layer.place, opacity: min(layer.opacity, 1), isFiltered: layer.isFiltered,
        hasAlpha: info.hasAlpha)
      drawn.light = loader.drawnLight ?? PictureLight(info)
      return drawn
    }
  }

  /// Whether every layer that is seen has its tiles, or will never have them.
  func areComplete(_ layers: [ViewLayer]) -> Bool {
    layers.allSatisfy { layer in
      guard layer.shows, let loader = self[layer.source], loader.role == .layer else {
        return true
      }
      return loader.failure != nil || loader.info != nil && loader.isComplete
    }
  }

  /// Whether a tile of a layer that has come is seen in a view.
  func isSeen(_ key: TileKey, ofLayer id: SourceID, in view: Viewport, for sight: Sight) -> Bool {
    guard let (layer, _, info) = seen(of: sight.layers).first(where: { $0.layer.source == id })
    else { return false }
    let view = view.layer(info.extent, at: layer.place)
    return view.visibleTiles(of: key.level, margin: sight.margin(of: layer, in: view))
      .contains(key)
  }
}

extension Sight {
  /// How far filters look beyond a layer, in device pixels.
  func margin(of layer: ViewLayer, in view: Viewport) -> Int {
    layer.isFiltered ? margin(view.scale) : 0
  }
}
