import Geometry
import Gestures
import InputEvents
import Rendering
import Tiles
import Viewing
import Windowing
import Zooming

/// What keys and buttons do: each command goes to the part that it concerns.
final class ViewerControls: ViewInputHandler {
  private let parts: ViewerParts
  /// The share of the view that an arrow key moves it by.
  private static let keyPanShare = 0.15

  init(_ parts: ViewerParts) { self.parts = parts }

  // MARK: Input

  /// The filter panel has everything first; what it leaves may be a key.
  func take(_ event: WindowEvent, at now: Double) -> Bool {
    let (isConsumed, effects) = parts.filtering.take(event)
    parts.perform(effects, at: now)
    if isConsumed { return true }
    switch event {
    case .key(let press): self.press(press, at: now)
    case .keyReleased(let press) where KeyBindings.command(for: press) == .compare:
      parts.perform(parts.filtering.compare(false), at: now)
    default: break
    }
    return false
  }

  func take(_ gesture: Gesture, at now: Double) -> Bool {
    guard case .click(let button, _) = gesture,
      let command = KeyBindings.command(forButton: button)
    else { return false }
    perform(command, at: now)
    return true
  }

  private func press(_ press: KeyPress, at now: Double) {
    let command = KeyBindings.command(for: press)
    // A release that another window got must not leave the picture without its filters.
    if command != .compare { parts.perform(parts.filtering.compare(false), at: now) }
    if let command { perform(command, at: now) }
  }

  // MARK: Commands

  private func perform(_ command: Command, at now: Double) {
    switch command {
    case .zoomIn, .zoomOut, .fit, .fill, .actualSize, .turnRight, .turnLeft, .mirror:
      changeView(command, at: now)
    case .pan(let direction): pan(direction, at: now)
    case .toggleMagnification: toggleMagnification(at: now)
    case .next: parts.gallery.receive(.go(.next), at: now)
    case .previous: parts.gallery.receive(.go(.previous), at: now)
    case .first: parts.gallery.receive(.go(.first), at: now)
    case .last: parts.gallery.receive(.go(.last), at: now)
    case .nextPage: parts.gallery.receive(.turnPages(1), at: now)
    case .previousPage: parts.gallery.receive(.turnPages(-1), at: now)
    case .toggleFullScreen: parts.window.setFullScreen(!parts.window.isFullScreen)
    case .toggleTiles: parts.outlines.toggle()
    case .toggleHelp: parts.notices.toggleHelp()
    case .toggleFilterPanel: parts.perform(parts.filtering.togglePanel(), at: now)
    case .compare: parts.perform(parts.filtering.compare(true), at: now)
    case .toggleSplit: parts.perform(parts.filtering.toggleSplit(), at: now)
    case .toggleFilters: parts.perform(parts.filtering.toggle(), at: now)
    case .nextFilter: parts.perform(parts.filtering.cycle(isBack: false), at: now)
    case .previousFilter: parts.perform(parts.filtering.cycle(isBack: true), at: now)
    case .savePicture: parts.savePicture(at: now)
    case .saveView: parts.saveView(at: now)
    case .escape: escape()
    case .quit: parts.ending.finish()
    }
  }

  private func changeView(_ command: Command, at now: Double) {
    let pointer = parts.view.pointer
    parts.view.changeView(at: now) { zoom in
      // The wheel's own detent, so that both feel the same.
      let step = zoom.preferences.wheelStep
      switch command {
      case .zoomIn: zoom.zoom(byFactor: step, at: nil, now: now)
      case .zoomOut: zoom.zoom(byFactor: 1 / step, at: nil, now: now)
      case .fit: zoom.zoomToFit(at: now)
      case .fill: zoom.enlargeToFit(at: now)
      case .actualSize: zoom.zoomToActualSize(at: pointer, now: now)
      case .turnRight: zoom.turn(quarterTurns: 1, now: now)
      case .turnLeft: zoom.turn(quarterTurns: -1, now: now)
      case .mirror: zoom.mirror(now: now)
      default: break
      }
    }
  }

  private func pan(_ direction: Command.Direction, at now: Double) {
    let isSideways = direction == .left || direction == .right
    guard let zoom = parts.view.zoom, !(isSideways && zoom.fitsHorizontally) else {
      switch direction {
      case .left: parts.gallery.receive(.go(.previous), at: now)
      case .right: parts.gallery.receive(.go(.next), at: now)
      case .up, .down: break
      }
      return
    }
    let x = Double(parts.view.surface.width) * Self.keyPanShare
    let y = Double(parts.view.surface.height) * Self.keyPanShare
    // The view goes where the arrow points, so the picture goes the other way.
    let distance =
      switch direction {
      case .left: Point(x: x, y: 0)
      case .right: Point(x: -x, y: 0)
      case .up: Point(x: 0, y: y)
      case .down: Point(x: 0, y: -y)
      }
    parts.view.changeView(at: now) { $0.pan(by: distance, now: now) }
  }

  private func toggleMagnification(at now: Double) {
    // The key leaves the automatic choice for the opposite of what is seen.
    let isCrisp =
      switch parts.view.settings.magnification {
      case .automatic: (parts.view.zoom?.destination.scale ?? 1) >= Self.crispFrom
      case .crisp: true
      case .smooth: false
      }
    parts.view.settings.magnification = isCrisp ? .smooth : .crisp
    parts.showCaption(
      note: isCrisp ? "smooth pixels beyond 100 %" : "crisp pixels beyond 100 %", at: now)
  }

  /// The scale from which on `Frame.Magnification.automatic` shows crisp pixels.
  private static let crispFrom = 2.0

  private func escape() {
    if parts.notices.isShowingHelp {
      parts.notices.toggleHelp()
    } else if parts.window.isFullScreen {
      parts.window.setFullScreen(false)
    } else {
      parts.ending.finish()
    }
  }
}
