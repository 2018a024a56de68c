import Geometry
import Gestures
import Rendering
import Tiles
import Viewing
import Windowing
import Zooming

/// Maps keys and buttons to commands, and passes each to the part that performs it.
final class ViewerControls: ViewInputHandler {
  private let parts: ViewerParts

  init(_ parts: ViewerParts) { self.parts = parts }

  // MARK: Input

  /// Handles events that the panels did not consume.
  func take(_ event: WindowEvent, at now: Double) -> Bool {
    if expose(event, at: now) { return true }
    switch event {
    case .key(let press) where press.key == .enter && asksForHost:
      parts.gallery.receive(.hostAllowed, at: now)
      return true
    case .key(let press): self.press(press, at: now)
    case .keyReleased(let press) where KeyBindings.command(for: press) == .compare:
      parts.perform(parts.filtering.compare(false), at: now)
    default: break
    }
    return false
  }

  func take(_ gesture: Gesture, at now: Double) -> Bool {
    guard case .click(let button, _) = gesture else { return false }
    if button == 1, asksForHost {
      parts.gallery.receive(.hostAllowed, at: now)
      return true
    }
    guard let command = KeyBindings.command(forButton: button) else { return false }
    perform(command, at: now)
    return true
  }

  private func press(_ press: KeyPress, at now: Double) {
    let command = KeyBindings.command(for: press)
    // If another window got the key release, the picture must still get its filters back.
    if command != .compare { parts.perform(parts.filtering.compare(false), at: now) }
    if let command { perform(command, at: now) }
  }

  /// True while the user is asked whether a host may be contacted for a picture.
  private var asksForHost: Bool { parts.gallery.pictures.failure?.host != nil }

  // MARK: Commands

  private func perform(_ command: Command, at now: Double) {
    if let effects = parts.filtering.perform(command) {
      parts.perform(effects, at: now)
      return
    }
    if changeView(command, at: now) || play(command, at: now) { return }
    if let destination = command.destination ?? command.sideways {
      parts.gallery.receive(.go(destination), at: now)
    } else if let pages = command.pages {
      parts.gallery.receive(.turnPages(pages), at: now)
    } else {
      performOnWindow(command, at: now)
    }
  }

  private func changeView(_ command: Command, at now: Double) -> Bool {
    guard let change = parts.view.zoom.flatMap({ command.change(of: $0) }) else { return false }
    parts.view.perform(change, at: now)
    return true
  }

  /// Performs a command on an animation; returns false for a still picture or another command.
  private func play(_ command: Command, at now: Double) -> Bool {
    let view = parts.view
    guard view.playback != nil else { return false }
    switch command {
    case .togglePlaying: view.togglePlaying(now: now)
    case .nextPage: view.stepFrame(by: 1, now: now)
    case .previousPage: view.stepFrame(by: -1, now: now)
    case .slower: view.changeSpeed(by: -1, now: now)
    case .faster: view.changeSpeed(by: 1, now: now)
    default: return false
    }
    guard let playback = view.playback else { return true }
    parts.seekBar.show(at: now)
    parts.showCaption(note: Self.words(for: command, playback), at: now)
    return true
  }

  private static func words(for command: Command, _ playback: Playback) -> String {
    switch command {
    case .slower, .faster: "\(Int((playback.speed * 100).rounded())) % speed"
    case .togglePlaying where playback.isPlaying: "playing"
    default:
      "frame \(playback.destination + 1)" + (playback.frameCount.map { " of \($0)" } ?? "")
    }
  }

  private func performOnWindow(_ command: Command, at now: Double) {
    switch command {
    case .toggleMagnification: toggleMagnification(at: now)
    case .toggleFullScreen: parts.window.setFullScreen(!parts.window.isFullScreen)
    case .exposeLess: expose(by: -Self.exposureStep, at: now)
    case .exposeMore: expose(by: Self.exposureStep, at: now)
    case .toggle(let panel): parts.panels.toggle(panel, at: now)
    case .savePicture: parts.savePicture(at: now)
    case .saveView: parts.saveView(at: now)
    case .escape: escape()
    case .quit: parts.ending.finish()
    default: break
    }
  }

  // MARK: Exposure

  /// Stops per key press or per detent of a wheel.
  private static let exposureStep = 0.25

  /// Changes the exposure by a wheel with Ctrl and Shift: away from the user is brighter.
  private func expose(_ event: WindowEvent, at now: Double) -> Bool {
    guard case .scroll(let scroll) = event, scroll.source == .wheel,
      scroll.modifiers.isSuperset(of: [.control, .shift])
    else { return false }
    // Shift may have made the scrolling horizontal.
    let detents = scroll.detents.y != 0 ? scroll.detents.y : scroll.detents.x
    guard detents != 0 else { return true }
    expose(by: -detents * Self.exposureStep, at: now)
    return true
  }

  private func expose(by stops: Double, at now: Double) {
    var toning = parts.view.settings.toning
    toning.exposure = min(
      max(toning.exposure + stops, Toning.stops.lowerBound), Toning.stops.upperBound)
    // Avoids rounding errors when fractions of a detent add up to zero.
    if abs(toning.exposure) < 1e-6 { toning.exposure = 0 }
    parts.view.settings.toning = toning
    parts.showCaption(note: "exposure " + Self.words(forStops: toning.exposure), at: now)
  }

  /// Returns stops with their sign, rounded to hundredths.
  private static func words(forStops stops: Double) -> String {
    let hundredths = Int((abs(stops) * 100).rounded())
    guard hundredths > 0 else { return "0" }
    let fraction = hundredths % 100
    let digits = fraction == 0 ? "" : fraction < 10 ? ".0\(fraction)" : ".\(fraction)"
    return (stops < 0 ? "−" : "+") + "\(hundredths / 100)" + digits
  }

  private func toggleMagnification(at now: Double) {
    // From the automatic setting, the key switches to the opposite of what is displayed.
    let magnification = parts.view.settings.magnification
    let levels = parts.view.shown.flatMap { parts.view.info(of: $0)?.levels }
    let isCrisp =
      magnification == .crisp
      || magnification.isCrisp(
        at: parts.view.zoom?.destination.scale ?? 1, largestScale: levels?.largestScale ?? 1)
    parts.view.settings.magnification = isCrisp ? .smooth : .crisp
    parts.showCaption(
      note: isCrisp ? "smooth pixels beyond 100 %" : "crisp pixels beyond 100 %", at: now)
  }

  private func escape() {
    if parts.panels.hideTopmost() { return }
    if parts.window.isFullScreen {
      parts.window.setFullScreen(false)
    } else {
      parts.ending.finish()
    }
  }
}
