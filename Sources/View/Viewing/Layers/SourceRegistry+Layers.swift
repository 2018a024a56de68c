import Geometry
import Rendering
import Tiles
import Tiling
import Zooming

/// The visible layers above the shown source.
extension SourceRegistry {
  /// Returns the layers that can be visible, bottom first and each source once, with their loaders
  /// and descriptions.
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

  /// True if every visible layer has all its tiles or will never get them.
  func areComplete(_ layers: [ViewLayer]) -> Bool {
    layers.allSatisfy { layer in
      guard layer.shows, let loader = self[layer.source], loader.role == .layer else {
        return true
      }
      return loader.failure != nil || loader.info != nil && loader.isComplete
    }
  }

  /// True if a layer's new tile is visible in a view.
  func isSeen(_ key: TileKey, ofLayer id: SourceID, in view: Viewport, for visibility: Visibility)
    -> Bool
  {
    guard let (layer, _, info) = seen(of: visibility.layers).first(where: { $0.layer.source == id })
    else { return false }
    let view = view.layer(info.extent, at: layer.place)
    return view.visibleTiles(of: key.level, margin: visibility.margin(of: layer, in: view))
      .contains(key)
  }
}

extension Visibility {
  /// The number of device pixels that filters sample beyond a layer.
  func margin(of layer: ViewLayer, in view: Viewport) -> Int {
    layer.isFiltered ? margin(view.scale) : 0
  }
}
