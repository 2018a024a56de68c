import Geometry
import Gestures
import Markers
import Tiles
import Tiling
import ViewHosting
import Viewing
import Zooming

/// What is shown.
extension FresnelView {
  /// Shows a source in place of what is shown, once all of it can be drawn; what takes longer than
  /// a moment is shown as it comes.
  ///
  /// The view looks after the source from now on, and ends it when another takes its place. One
  /// that is shown already stays as it is.
  public func show(_ source: any TileSource) {
    guard ending == nil, source.id != awaited?.id else { return }
    if let awaited { tiles.remove(awaited.id) }
    awaited = nil
    failure = nil
    guard source.id != tiles.shown else { return }
    open(source)
    awaited = (source.id, now)
    tiles.add(source, as: .awaited)
    log(.debug, "a source is awaited", ["source": "\(source.id.number)"])
    setNeedsDispatch()
  }

  /// Adds a source that lies over what is shown wherever `layers` names it.
  ///
  /// The view looks after it from now on; `remove(_:)` ends it. One that has been added stays
  /// as it is.
  public func addLayer(_ source: any TileSource) {
    guard ending == nil, !tiles.has(source.id) else { return }
    open(source)
    tiles.add(source, as: .layer)
    setNeedsDispatch()
  }

  /// Starts what a source needs before it knows what it is.
  private func open(_ source: any TileSource) {
    guard let picture = source as? PictureSource else { return }
    decoders[ObjectIdentifier(picture.decoders)] = picture.decoders
    picture.open(surface: surface, profile: host.window?.displayProfile ?? [], now: now)
  }

  /// Takes what is shown away, and ends it.
  public func showNothing() {
    guard ending == nil else { return }
    for id in [tiles.shown, awaited?.id].compactMap({ $0 }) { tiles.remove(id) }
    awaited = nil
    tiles.showNothing()
    setNeedsDispatch()
  }

  private func showAwaited() {
    guard let awaited, let info = tiles.info(of: awaited.id) else { return }
    let old = tiles.shown
    self.awaited = nil
    tiles.show(awaited.id, with: tiles.firstController(of: info))
    if let old { tiles.remove(old) }
    log(
      .debug, "a source is shown",
      [
        "source": "\(awaited.id.number)", "width": "\(info.extent.width)",
        "height": "\(info.extent.height)",
      ])
  }
}

extension FresnelView: ViewHostDelegate {
  package var firstPicture: FirstPicture? {
    tiles.shown == nil ? awaited.map { FirstPicture($0.id, since: $0.since) } : nil
  }

  package func viewHost(_ host: ViewHost, showsRowsOf id: SourceID, at now: Double) {
    showAwaited()
  }

  package func viewHostShouldClose(_ host: ViewHost) -> Bool {
    delegate?.fresnelViewShouldClose(self) ?? true
  }

  package func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool {
    delegate?.fresnelView(self, tapped: kind, at: imagePoint) ?? false
  }

  package func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool {
    delegate?.fresnelView(self, tapped: kind, on: hit) ?? false
  }

  package func panning(of view: TiledView) -> (any PanningDelegate)? {
    delegate?.panning(of: self)
  }

  package func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {
    delegate?.fresnelView(self, offers: pan)
  }

  package func tiledView(_ view: TiledView, pressed key: KeyPress) -> Bool {
    delegate?.fresnelView(self, pressed: key) ?? false
  }

  package func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double) {
    log(event)
    switch event {
    case .covered(let id) where id == awaited?.id: showAwaited()
    case .source(let id, .failed(let sentence)) where id == awaited?.id || id == tiles.shown:
      failure = sentence
    default: break
    }
    delegate?.fresnelView(self, told: event, at: now)
  }
}
