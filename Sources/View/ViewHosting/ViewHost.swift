import Geometry
import Gestures
import Platform
import Tiles
import Viewing
import Windowing

/// A view on a surface of its own, from its start to its end: what the viewer and the library are
/// built on.
///
/// It belongs to the thread that makes it. Poll its descriptors until `deadline(at:)`, then call
/// `takeEvents()` and `dispatch(at:)`. Times are seconds of `MonotonicClock`.
package final class ViewHost {
  package let view: TiledView
  package let surface: ViewSurface
  /// Is told what happens to the surface and in the view.
  package weak var delegate: (any ViewHostDelegate)? { didSet { view.delegate = delegate } }
  /// True if a window that lies in another one asks for the keyboard when it is clicked.
  package var takesFocusOnClick = false
  /// Why it ends; `nil` while it goes on.
  package private(set) var ending: ViewEnding?
  /// When the window was put on the screen; `nil` before.
  package private(set) var mappedAt: Double?
  /// The first picture whose rows the delegate was told to show.
  private var lateRows: SourceID?

  /// A view that nobody sees yet.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
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

  /// What the view gives its frames to.
  package var renderer: RendererLink { surface.renderer }

  // MARK: The start

  /// Has drivers wait for the first picture, which the processor paints; where it can't be painted
  /// they start at once.
  package func begin(paintsFirst: Bool = true, at now: Double) {
    renderer.begin(paintsUntil: paintsFirst ? now + StartSchedule.drivers : nil)
  }

  /// Puts the window on the screen.
  package func map() {
    guard let window, mappedAt == nil else { return }
    mappedAt = MonotonicClock.now()
    window.map()
  }

  // MARK: The loop

  /// Adds everything that it waits for.
  package func addDescriptors(to pollSet: inout PollSet) {
    if let window { pollSet.add(window.display.descriptor) }
    pollSet.add(view.descriptor)
  }

  /// When to be called though no descriptor is readable; `nil` lets the thread sleep.
  package func deadline(at now: Double) -> Double? {
    if window?.hasQueuedEvents == true { return now }
    return [view.deadline(at: now), lateDeadline(at: now)].compactMap { $0 }.min()
  }

  /// Takes everything that has happened in the window; nothing after what ends it.
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

  /// Looks after everything else that has happened, and shows what follows from it.
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
      // A manager that gives less than the full screen it was asked for says nothing: nothing
      // changed.
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

  /// Takes the surface's new size, in device pixels.
  package func resize(to size: PixelSize, at now: Double) {
    guard size != view.surface else { return }
    view.resize(to: size, at: now)
    delegate?.viewHost(self, resizedTo: size, at: now)
  }

  /// Sees what the view tells before the delegate does.
  private func note(_ event: ViewEvent) {
    switch event {
    case .renderer(.presented(let presentation)) where presentation.surface == view.surface:
      window?.acknowledgeSync()
    case .renderer(.failed(let sentence)): end(.failed(sentence))
    default: break
    }
  }

  // MARK: A first picture that takes long

  /// When what there is is better than nothing, if the first picture still is not there.
  ///
  /// Once it is late there is no moment to wait for, only the first tiles.
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
    // A plain background would take rows of it away that are on the screen already.
    guard view.showsBackdrop || view.showsFirstRows && hasRows else {
      view.showsBackdrop = true
      return
    }
    guard hasRows, let id = first.id else { return }
    lateRows = id
    delegate?.viewHost(self, showsRowsOf: id, at: now)
  }

  // MARK: The end

  /// Ends it for a reason; the first one stays.
  package func end(_ ending: ViewEnding) {
    guard self.ending == nil else { return }
    self.ending = ending
    delegate?.viewHost(self, endsFor: ending)
  }

  /// Ends the view, and takes the window off the screen.
  ///
  /// Where the display is gone there is nobody to give a renderer's things back to. A process that
  /// ends itself at once leaves it alone; in one that goes on it would be in the middle of a frame
  /// when that ends, and driver and program would come down on each other.
  package func close(leavesLostRenderer: Bool = false) {
    let isLost = window?.display.isLost == true
    view.inputHandlers = []
    view.close(stopsRenderer: !(isLost && leavesLostRenderer))
    if !isLost { window?.close() }
  }
}
