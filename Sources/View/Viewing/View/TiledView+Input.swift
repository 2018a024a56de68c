import Geometry
import Gestures
import Tiles
import Zooming

/// Input: a chain of handlers, of which the first one to consume an event ends the chain; the rest
/// zooms and pans.
extension TiledView {
  /// Handles a window event.
  ///
  /// `now` is in seconds of the host's clock; a catch takes effect where the picture is drawn at
  /// that moment.
  package func handle(_ event: WindowEvent, at now: Double) {
    frames.inputArrived(at: now)
    let moment = frames.moment(now)
    viewState.notePointer(event)
    switch event {
    case .resized(let size): resize(to: size)
    case .visibility(let isVisible): self.isVisible = isVisible
    default: break
    }
    guard !input.offer(event, at: moment), !parts.contains(where: { $0.take(event, at: moment) }),
      !isTakenByDelegate(event, at: moment)
    else {
      frames.note(.input)
      return
    }
    for gesture in input.gestures(for: event, at: moment) { take(gesture, at: moment) }
  }

  /// Performs the command of a key that no handler consumed; returns true if the delegate consumes
  /// it.
  private func isTakenByDelegate(_ event: WindowEvent, at now: Double) -> Bool {
    guard case .key(let press) = event else { return false }
    if delegate?.tiledView(self, pressed: press, at: now) == true { return true }
    if usesStandardKeys, press.modifiers.isDisjoint(with: [.control, .alt, .logo]),
      let command = ZoomCommand(press.key)
    {
      perform(command, at: now)
    }
    return false
  }

  /// Handles a gesture.
  func take(_ gesture: Gesture, at now: Double) {
    frames.note(.input)
    guard !input.offer(gesture, at: now), !parts.contains(where: { $0.take(gesture, at: now) }),
      zoom != nil
    else { return }
    if let (kind, place) = gesture.tap {
      tap(kind, at: place, now: now)
    } else {
      pass(gesture, at: now)
    }
  }

  private func pass(_ gesture: Gesture, at now: Double) {
    let panning = delegate?.panning(of: self)
    // A copy, because the panning delegate may read the view.
    guard var zoom else { return }
    let offered = zoom.handle(gesture, at: now, asking: panning)
    viewState.setZoom(zoom)
    if let offered { delegate?.tiledView(self, offers: offered, at: now) }
  }

  private func tap(_ kind: TapKind, at place: Point, now: Double) {
    if let delegate, let hit = markers(at: place, alpha: tappedMarkerAlpha, now: now),
      delegate.tiledView(self, tapped: kind, on: hit, now: now)
    {
      return
    }
    let imagePoint = imagePoint(at: place, now: now)
    if delegate?.tiledView(self, tapped: kind, at: imagePoint, now: now) == true {
      return
    }
    switch settings.taps.action(for: kind) {
    case .none: break
    case .zoomInOrFit: pass(.doubleClick(at: place), at: now)
    case .zoom(let factor): pass(.zoomStep(factor: factor, at: place), at: now)
    }
  }

  /// Starts recording input and frames for `takeInputRecord()`.
  package func keepInputRecord() { frames.keepRecord() }

  /// Returns the recorded entries since the last call, oldest first.
  package func takeInputRecord() -> [InputRecord.Entry] { frames.takeRecord() }

  // MARK: Coordinates

  /// Returns the point of the picture, in its own units, that is drawn at a point of the surface.
  package func imagePoint(at device: Point, now: Double) -> Point {
    zoom?.viewport(at: now).imagePoint(at: device) ?? device
  }

  /// Returns where a point of the picture, in its own units, is drawn on the surface.
  package func devicePoint(of image: Point, now: Double) -> Point {
    zoom?.viewport(at: now).devicePoint(of: image) ?? image
  }

  /// The area of the picture that the surface shows, upright, in its own units.
  package func visibleArea(at now: Double) -> Rect? {
    guard let view = zoom?.viewport(at: now) else { return nil }
    let seen = view.shownRect.intersection(view.surfaceRect)
    guard !seen.isEmpty else { return nil }
    let a = view.imagePoint(at: Point(x: seen.minX, y: seen.minY))
    let b = view.imagePoint(at: Point(x: seen.maxX, y: seen.maxY))
    return Rect(
      minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
  }

  /// The device pixels that the shown or the pending picture covers; the whole surface while
  /// neither is known.
  package func coveredPixels(at now: Double) -> PixelRect {
    let whole = PixelRect(surface)
    let pending = sources.all.first { $0.role == .pending }?.info
    guard let view = zoom?.viewport(at: now) ?? pending.map({ opening(of: $0).destination }) else {
      return whole
    }
    return PixelRect(covering: view.shownRect).intersection(whole)
  }

  // MARK: Navigation

  /// Performs a command from the keyboard or a menu.
  package func perform(_ command: ZoomCommand, at now: Double) {
    changeView { $0.perform(command, pointer: pointer, at: now) }
  }

  /// Changes the view through its zoom controller, as a key or a program does.
  package func changeView(_ change: (inout ZoomController) -> Void) {
    guard var changed = zoom else { return }
    change(&changed)
    viewState.setZoom(changed)
    frames.note(.input)
  }

  /// Zooms to a scale, 1 being 100 %, and centres a point of the picture; without one, the centre
  /// stays.
  package func zoom(to scale: Double, center: Point? = nil, animated: Bool = true, now: Double) {
    let unit = settings.contentScale
    changeView {
      $0.setScale(scale * unit, centerImagePoint: center, animated: animated, now: now)
    }
  }

  /// Shows an area of the picture, in its own units, as large as the surface allows.
  package func fit(_ area: Rect, animated: Bool = true, now: Double) {
    changeView { $0.fit(area, animated: animated, now: now) }
  }

  /// Shows the whole picture, never enlarged.
  package func fit(animated: Bool = true, now: Double) {
    changeView { controller in
      guard !animated else { return controller.zoomToFit(at: now) }
      let preferences = controller.preferences
      controller.preferences.isAnimated = false
      controller.zoomToFit(at: now)
      controller.preferences = preferences
    }
  }
}
