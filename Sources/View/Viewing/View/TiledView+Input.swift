import Geometry
import Gestures
import Tiles
import Zooming

/// Input: a chain of which the first taker wins; what nobody takes zooms and pans.
extension TiledView {
  /// Takes an event of the window.
  ///
  /// `now` is the host's clock; what a hand catches is where it is drawn at that moment.
  public func handle(_ event: WindowEvent, at now: Double) {
    frames.inputArrived(at: now)
    let moment = frames.moment(now)
    stage.notePointer(event)
    switch event {
    case .resized(let size): resize(to: size, at: moment)
    case .visibility(let isVisible): self.isVisible = isVisible
    default: break
    }
    guard !input.offer(event, at: moment), !isTakenByDelegate(event, at: moment) else {
      frames.note(.input)
      return
    }
    for gesture in input.gestures(for: event, at: moment) { take(gesture, at: moment) }
  }

  /// Does what a key asks that no handler took; true where the delegate keeps it from the view.
  private func isTakenByDelegate(_ event: WindowEvent, at now: Double) -> Bool {
    guard case .key(let press) = event else { return false }
    if delegate?.tiledView(self, pressed: press) == true { return true }
    if usesStandardKeys, press.modifiers.isDisjoint(with: [.control, .alt, .logo]),
      let command = ZoomCommand(press.key)
    {
      perform(command, at: now)
    }
    return false
  }

  /// Takes what the user means.
  func take(_ gesture: Gesture, at now: Double) {
    frames.note(.input)
    guard !input.offer(gesture, at: now), zoom != nil else { return }
    if let (kind, place) = gesture.tap {
      tap(kind, at: place, now: now)
    } else {
      pass(gesture, at: now)
    }
  }

  private func pass(_ gesture: Gesture, at now: Double) {
    let panning = delegate?.panning(of: self)
    // A copy: whoever is asked about a pan may look at the view.
    guard var zoom else { return }
    let offered = zoom.handle(gesture, at: now, asking: panning)
    stage.setZoom(zoom)
    if let offered { delegate?.tiledView(self, offers: offered, at: now) }
  }

  private func tap(_ kind: TapKind, at place: Point, now: Double) {
    if let delegate, let hit = markers(at: place, alpha: tappedMarkerAlpha, now: now),
      delegate.tiledView(self, tapped: kind, on: hit)
    {
      return
    }
    if delegate?.tiledView(self, tapped: kind, at: imagePoint(at: place, now: now)) == true {
      return
    }
    switch settings.taps.action(for: kind) {
    case .none: break
    case .zoomInOrFit: pass(.doubleClick(at: place), at: now)
    case .zoom(let factor): pass(.zoomStep(factor: factor, at: place), at: now)
    }
  }

  /// Keeps what input and frames have been, for who measures.
  package func keepInputLedger() { frames.keepLedger() }

  /// Takes what input and frames have been since the last call, oldest first.
  package func takeInputLedger() -> [InputLedger.Entry] { frames.takeLedger() }

  // MARK: Spaces

  /// The point of the picture, in its own units, that is drawn at a point of the surface.
  public func imagePoint(at device: Point, now: Double) -> Point {
    zoom?.viewport(at: now).imagePoint(at: device) ?? device
  }

  /// Where a point of the picture, in its own units, is drawn on the surface.
  public func devicePoint(of image: Point, now: Double) -> Point {
    zoom?.viewport(at: now).devicePoint(of: image) ?? image
  }

  /// The point of the picture that is drawn at a point of the screen, in device pixels.
  public func imagePoint(atScreen screen: Point, now: Double) -> Point {
    imagePoint(at: screen - surfaceOrigin, now: now)
  }

  /// Where on the screen a point of the picture is drawn, in device pixels.
  public func screenPoint(of image: Point, now: Double) -> Point {
    devicePoint(of: image, now: now) + surfaceOrigin
  }

  /// A point of the surface in units of the content scale, as programs lay out what is around a
  /// view.
  public func viewPoint(of device: Point) -> Point { device * (1 / settings.contentScale) }

  /// The point of the surface, in device pixels, of one in units of the content scale.
  public func devicePoint(ofView point: Point) -> Point { point * settings.contentScale }

  /// The area of the picture that the surface shows, upright, in its own units.
  public func visibleArea(at now: Double) -> Rect? {
    guard let view = zoom?.viewport(at: now) else { return nil }
    let seen = view.shownRect.intersection(view.surfaceRect)
    guard !seen.isEmpty else { return nil }
    let a = view.imagePoint(at: Point(x: seen.minX, y: seen.minY))
    let b = view.imagePoint(at: Point(x: seen.maxX, y: seen.maxY))
    return Rect(
      minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
  }

  /// The pixels of the surface that the picture covers, or will cover that is awaited; all of them
  /// while none is known.
  package func coveredPixels(at now: Double) -> PixelRect {
    let whole = PixelRect(surface)
    let awaited = sources.all.first { $0.role == .awaited }?.info
    guard let view = zoom?.viewport(at: now) ?? awaited.map({ opening(of: $0).destination }) else {
      return whole
    }
    return PixelRect(covering: view.shownRect).intersection(whole)
  }

  // MARK: Going somewhere

  /// Does what keys and menus ask of a view.
  package func perform(_ command: ZoomCommand, at now: Double) {
    changeView(at: now) { $0.perform(command, pointer: pointer, at: now) }
  }

  /// Changes where the view is, as a key or a program does.
  public func changeView(at now: Double, _ change: (inout ZoomController) -> Void) {
    guard var changed = zoom else { return }
    change(&changed)
    stage.setZoom(changed)
    frames.note(.input)
  }

  /// Goes to a scale, 1 being 100 %, with a point of the picture in the middle; without one the
  /// middle stays.
  public func zoom(to scale: Double, center: Point? = nil, animated: Bool = true, now: Double) {
    let unit = settings.contentScale
    changeView(at: now) {
      $0.setScale(scale * unit, centerImagePoint: center, animated: animated, now: now)
    }
  }

  /// Shows an area of the picture, in its own units, as large as the surface allows.
  public func fit(_ area: Rect, animated: Bool = true, now: Double) {
    changeView(at: now) { $0.fit(area, animated: animated, now: now) }
  }

  /// Shows the whole picture, never enlarged.
  public func fit(animated: Bool = true, now: Double) {
    changeView(at: now) { controller in
      guard !animated else { return controller.zoomToFit(at: now) }
      let preferences = controller.preferences
      controller.preferences.isAnimated = false
      controller.zoomToFit(at: now)
      controller.preferences = preferences
    }
  }
}
