import Geometry
import Gestures
import Markers
import Tiles
import Tiling
import ViewHosting
import Viewing
import Zooming

/// The sources that are shown.
extension FresnelView {
  /// Shows a source in place of the current one, once all of it can be drawn; a slow one is shown
  /// as its tiles arrive.
  ///
  /// The view owns the source from now on, and closes it when another replaces it. Showing the
  /// current source again has no effect. `completion` is called once, inside `dispatch()`: when the
  /// source is shown, or with the reason why it is not.
  public func show(
    _ source: any TileSource, completion: ((Result<SourceInfo, FresnelError>) -> Void)? = nil
  ) {
    guard ending == nil else {
      completion?(.failure(.ended))
      return
    }
    if source.id != pending?.id { stopWaiting() }
    completions.add(completion)
    guard source.id != pending?.id else {
      // The source has already failed, which is reported once.
      if let failure = failure(of: source.id) { completions.finishShowing(.failure(failure)) }
      return setNeedsDispatch()
    }
    showing.note(nil)
    guard source.id != tiles.shown else {
      if let info = tiles.info(of: source.id) { completions.finishShowing(.success(info)) }
      return setNeedsDispatch()
    }
    open(source)
    showing.begin(source.id, at: now)
    tiles.add(source, as: .pending)
    log(.debug, "waiting for a source", ["source": "\(source.id.number)"])
    setNeedsDispatch()
  }

  /// Adds a source as a layer above all others, at a place in units of the shown source, with an
  /// opacity from 0 to 1; `layers` changes these later.
  ///
  /// The view owns the source from now on; `remove(_:)` closes it. Adding a source again has no
  /// effect.
  public func addLayer(
    _ source: any TileSource, at place: LayerPlace = LayerPlace(), opacity: Double = 1,
    isFiltered: Bool = false
  ) {
    guard ending == nil, !tiles.has(source.id) else { return }
    open(source)
    tiles.add(source, as: .layer)
    layers.append(ViewLayer(source.id, at: place, opacity: opacity, isFiltered: isFiltered))
  }

  /// Starts the work that a source needs before its properties are known.
  private func open(_ source: any TileSource) {
    guard let picture = source as? PictureSource else { return }
    keep(picture.decoders)
    picture.open(surface: surface, profile: host.window?.displayProfile ?? [], now: now)
  }

  /// Removes and closes the shown source.
  public func showNothing() {
    guard ending == nil else { return }
    stopWaiting()
    if let shown { tiles.remove(shown) }
    tiles.showNothing()
    setNeedsDispatch()
  }

  /// Removes and closes the shown source, a layer, or the source that is to be shown.
  public func remove(_ id: SourceID) {
    if id == pending?.id { stopWaiting() }
    change { view, _ in view.remove(id) }
  }

  /// Returns why a source can't be shown (any more); `nil` while it can.
  public func failure(of id: SourceID) -> FresnelError? {
    guard let sentence = tiles.state(of: id)?.failure else { return nil }
    return (tiles.source(id) as? PictureSource)?.failure ?? .notDrawn(sentence)
  }

  /// Closes the source that is to be shown.
  private func stopWaiting() {
    guard let pending else { return }
    showing.end()
    tiles.remove(pending.id)
    completions.finishShowing(.failure(.replaced))
  }

  private func showPending() {
    guard let pending, let info = tiles.info(of: pending.id) else { return }
    let old = tiles.shown
    showing.end()
    tiles.show(pending.id, with: tiles.firstController(of: info))
    if let old { tiles.remove(old) }
    completions.finishShowing(.success(info))
    log(
      .debug, "showing a source",
      [
        "source": "\(pending.id.number)", "width": "\(info.extent.width)",
        "height": "\(info.extent.height)",
      ])
  }
}

extension FresnelView: ViewHostDelegate {
  package var firstPicture: FirstPicture? {
    tiles.shown == nil ? pending.map { FirstPicture($0.id, since: $0.since) } : nil
  }

  package func viewHost(_ host: ViewHost, showsRowsOf id: SourceID, at now: Double) {
    showPending()
  }

  package func viewHostShouldClose(_ host: ViewHost) -> Bool {
    delegate?.fresnelViewShouldClose(self) ?? true
  }

  package func tiledView(
    _ view: TiledView, tapped kind: TapKind, at imagePoint: Point, now: Double
  ) -> Bool {
    delegate?.fresnelView(self, tapped: kind, at: PicturePoint(imagePoint), now: now) ?? false
  }

  package func tiledView(
    _ view: TiledView, tapped kind: TapKind, on hit: Markers.MarkerHit, now: Double
  ) -> Bool {
    delegate?.fresnelView(self, tapped: kind, on: MarkerHit(hit), now: now) ?? false
  }

  package func panning(of view: TiledView) -> (any PanningDelegate)? {
    delegate?.panning(of: self)
  }

  package func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {
    delegate?.fresnelView(self, offers: pan, at: now)
  }

  package func tiledView(_ view: TiledView, pressed key: KeyPress, at now: Double) -> Bool {
    delegate?.fresnelView(self, pressed: key, at: now) ?? false
  }

  package func tiledView(_ view: TiledView, received event: ViewEvent, at now: Double) {
    log(event)
    switch event {
    case .covered(let id) where id == pending?.id: showPending()
    case .source(let id, .failed) where id == pending?.id || id == tiles.shown:
      showing.note(failure(of: id))
      if id == pending?.id, let failure { completions.finishShowing(.failure(failure)) }
    default: break
    }
    delegate?.fresnelView(self, received: event, at: now)
  }
}
