import Geometry
import Gestures
import Platform
import Tiles
import Viewing
import Windowing

/// A view on a surface of its own, from start to end: the common basis of the viewer and the
/// library.
///
/// It belongs to the thread that creates it. Poll its descriptors until `deadline(at:)`, then call
/// `takeEvents()` and `dispatch(at:)`. Times are seconds of `MonotonicClock`.
package final class ViewHost {
  package let view: TiledView
  package let surface: ViewSurface
  /// Receives the events of the surface and the view.
  package weak var delegate: (any ViewHostDelegate)? { didSet { view.delegate = delegate } }
  /// True if a window embedded in another one takes the keyboard focus when clicked.
  package var takesFocusOnClick = false
  /// Why the host has ended; `nil` while it runs.
  package private(set) var ending: ViewEnding?
  /// When the window was mapped; `nil` before.
  package private(set) var mappedAt: Double?
  /// The first picture that the delegate was asked to show partially.
  private var lateRows: SourceID?

  /// Creates a view that is not on the screen yet.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  package init(on surface: ViewSurface, settings: TiledViewSettings) throws(Errno) {
    self.surface = surface
    var interfaceScale = 1.0
    var refreshInterval = 1 / 60.0
    if case .window(let surface) = surface {
      interfaceScale = surface.window.interfaceScale
      refreshInterval = surface.refreshInterval
    }
    view = try TiledView(
      surface: surface.size, renderer: surface.renderer, settings: settings,
      refreshInterval: refreshInterval, interfaceScale: interfaceScale)
    view.watch = { [weak self] in self?.note($0) }
  }

  /// The window; `nil` for a view in memory.
  package var window: Window? {
    if case .window(let surface) = surface { surface.window } else { nil }
  }

  /// The renderer that draws the view's frames.
  package var renderer: RendererLink { surface.renderer }

  // MARK: Start

  /// Delays the graphics drivers until the first picture has been painted in software; if it can't
  /// be painted, they start at once.
  package func begin(paintsFirst: Bool = true, at now: Double) {
    renderer.begin(paintsUntil: paintsFirst ? now + StartSchedule.drivers : nil)
  }

  /// Maps the window.
  package func map() {
    guard let window, mappedAt == nil else { return }
    mappedAt = MonotonicClock.now()
    window.map()
  }

  // MARK: Loop

  /// Adds the descriptors that it waits for.
  package func addDescriptors(to pollSet: inout PollSet) {
    if let window { pollSet.add(window.display.descriptor) }
    pollSet.add(view.descriptor)
  }

  /// When to call `dispatch(at:)` even if no descriptor is readable; `nil` if there is no deadline.
  package func deadline(at now: Double) -> Double? {
    if window?.hasQueuedEvents == true { return now }
    return [view.deadline(at: now), lateDeadline(at: now)].compactMap { $0 }.min()
  }

  /// Handles the window's events, up to the one that ends the host.
  package func takeEvents() {
    guard case .window(let surface) = surface else { return }
    for event in surface.window.readEvents() {
      let now = MonotonicClock.now()
      take(event, in: surface, at: now)
      if ending != nil { return }
      delegate?.viewHost(self, takes: event, at: now)
      view.handle(event, at: now)
    }
  }

  /// Handles everything else that has happened, and draws what changed.
  package func dispatch(at now: Double) {
    showWhatThereIs(at: now)
    view.dispatch(at: now)
    window?.display.flush()
  }

  private func take(_ event: WindowEvent, in surface: WindowSurface, at now: Double) {
    let window = surface.window
    let moment = view.moment(now)
    switch event {
    case .resized(let size): resize(to: size, at: moment)
    case .exposed:
      // A window manager that grants less than the requested full screen sends no event, because
      // the size did not change.
      resize(to: window.size, at: moment)
      surface.canvas.exposed(
        size: view.surface, expected: view.coveredPixels(at: moment),
        surround: view.settings.backdrop.surround)
      view.setNeedsRedraw()
    case .button(let button) where button.isPressed && window.isHosted && takesFocusOnClick:
      window.takeFocus()
    case .displayProfileChanged: view.setDisplayProfile(window.displayProfile, at: moment)
    case .closeRequested:
      if window.isGone {
        end(.windowDestroyed)
      } else if delegate?.viewHostShouldClose(self) != false {
        end(.closed)
      }
    case .connectionLost: end(.displayLost)
    default: break
    }
  }

  /// Resizes the surface; the size is in device pixels.
  package func resize(to size: PixelSize, at now: Double) {
    guard size != view.surface else { return }
    view.resize(to: size)
    delegate?.viewHost(self, resizedTo: size, at: now)
  }

  /// Handles the view's events before the delegate.
  private func note(_ event: ViewEvent) {
    switch event {
    case .renderer(.presented(let presentation)) where presentation.surface == view.surface:
      window?.acknowledgeSync()
    case .renderer(.failed(let sentence)): end(.failed(sentence))
    default: break
    }
  }

  // MARK: Slow first pictures

  /// When to show what is available, if the first picture is not complete by then.
  ///
  /// Once it is late there is no deadline: the first tiles are shown as they arrive.
  private func lateDeadline(at now: Double) -> Double? {
    guard let first = delegate?.firstPicture else { return nil }
    if !view.showsBackdrop { return first.since + StartSchedule.backdrop }
    let due = first.since + StartSchedule.rows
    return first.id == lateRows || now >= due && !hasRows(of: first) ? nil : due
  }

  private func hasRows(of first: FirstPicture) -> Bool { first.id.map(view.hasTiles(of:)) ?? false }

  private func showWhatThereIs(at now: Double) {
    guard let first = delegate?.firstPicture, let due = lateDeadline(at: now), now >= due else {
      return
    }
    let hasRows = hasRows(of: first)
    // A plain background would replace rows that are already on the screen.
    guard view.showsBackdrop || view.showsFirstRows && hasRows else {
      view.showsBackdrop = true
      return
    }
    guard hasRows, let id = first.id else { return }
    lateRows = id
    delegate?.viewHost(self, showsRowsOf: id, at: now)
  }

  // MARK: End

  /// Ends the host; only the first reason counts.
  package func end(_ ending: ViewEnding) {
    guard self.ending == nil else { return }
    self.ending = ending
    delegate?.viewHost(self, endsFor: ending)
  }

  /// Closes the view and unmaps the window.
  ///
  /// If the display connection is lost, there is no server to release the renderer's resources to.
  /// A process about to exit leaves the renderer alone. In one that continues, the renderer would
  /// be in the middle of a frame when the process exits, and driver and program would collide.
  package func close(leavesLostRenderer: Bool = false) {
    let isLost = window?.display.isLost == true
    view.inputHandlers = []
    view.close(stopsRenderer: !(isLost && leavesLostRenderer))
    if !isLost { window?.close() }
  }
}
