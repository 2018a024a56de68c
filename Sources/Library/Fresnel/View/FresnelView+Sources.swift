import Filters
import Geometry
import Markers
import Tiles
import Tiling
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
    picture.open(surface: surface, profile: stage.window?.window.displayProfile ?? [], now: now)
  }

  /// Takes what is shown away, and ends it.
  public func showNothing() {
    guard ending == nil else { return }
    for id in [tiles.shown, awaited?.id].compactMap({ $0 }) { tiles.remove(id) }
    awaited = nil
    tiles.showNothing()
    setNeedsDispatch()
  }

  /// When what there is of a source is better than nothing.
  func lateDeadline(at now: Double) -> Double? {
    guard let awaited, tiles.shown == nil else { return nil }
    let due = awaited.since + StartSchedule.rows
    // Once it is late there is no moment to wait for, only the first tiles.
    return now < due ? due : nil
  }

  func showRowsIfLate(at now: Double) {
    guard let awaited, tiles.shown == nil, now >= awaited.since + StartSchedule.rows,
      tiles.hasTiles(of: awaited.id)
    else { return }
    showAwaited()
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

  // MARK: What it tells

  func receive(_ event: ViewEvent) {
    log(event)
    switch event {
    case .covered(let id) where id == awaited?.id: showAwaited()
    case .source(let id, .failed(let sentence)) where id == awaited?.id || id == tiles.shown:
      failure = sentence
    case .renderer(.presented(let presentation)):
      if presentation.surface == surface { stage.window?.window.acknowledgeSync() }
    case .renderer(.failed(let sentence)): end(.failed(sentence))
    default: break
    }
  }
}

/// Passes on what the tiled view tells: to the view first, then to the program.
final class DelegateRelay: TiledViewDelegate {
  weak var owner: FresnelView?

  func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool {
    owner.flatMap { $0.delegate?.fresnelView($0, tapped: kind, at: imagePoint) } ?? false
  }

  func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool {
    owner.flatMap { $0.delegate?.fresnelView($0, tapped: kind, on: hit) } ?? false
  }

  func panning(of view: TiledView) -> (any PanningDelegate)? {
    owner.flatMap { $0.delegate?.panning(of: $0) }
  }

  func tiledView(_ view: TiledView, offers pan: OfferedPan, at now: Double) {
    guard let owner else { return }
    owner.delegate?.fresnelView(owner, offers: pan)
  }

  func tiledView(_ view: TiledView, told event: ViewEvent, at now: Double) {
    guard let owner else { return }
    owner.receive(event)
    owner.delegate?.fresnelView(owner, told: event, at: now)
  }
}
