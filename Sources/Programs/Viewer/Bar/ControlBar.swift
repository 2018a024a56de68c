import Controls
import Geometry
import Gestures
import Glibc
import Preferences
import Text

extension PanelID {
  /// The bar of buttons at the lower edge.
  static let bar: PanelID = "bar"
  /// The tooltip of the bar's item under the pointer.
  static let barTip: PanelID = "bar-tip"
}

/// The bar of buttons at the lower edge, which is shown while the pointer moves.
final class ControlBar: Panel {
  let hasKeyboard = true
  private unowned let parts: ViewerParts
  private var preferred: Preferences.BarMode
  private var mode: Preferences.BarMode
  private var state = BarState()
  private var visibility = BarVisibility()
  private var pointer = BarPointer()
  private var tip = BarTip()
  /// The visible layout; `nil` while the bar is hidden.
  private var shown: Look?
  /// When the bar changes without an event, in seconds of the viewer's clock.
  private var nextChange: Double?

  private struct Look: Equatable {
    var state: BarState
    var appearance: BarVisibility.Appearance
    var surface: PixelSize
    var frame: PixelRect
  }

  /// The buttons of commands, without their states.
  private lazy var buttons = makeButtons()
  /// The contexts whose keys the buttons have.
  private var contexts: Set<KeyContext> = []

  private func makeButtons() -> [BarContents.Button] {
    CommandName.allCases.filter { $0.definition.traits.contains(.inBar) }.map { name in
      // Mouse buttons and the wheel are not keys.
      BarContents.Button(name, key: parts.keys.keyboardKey(of: name) ?? "")
    }
  }

  init(_ parts: ViewerParts) {
    self.parts = parts
    preferred = parts.settings.bar
    mode = preferred
    visibility.isAnimated = parts.settings.zooming.isAnimated
  }

  /// True while any part of the bar is visible.
  var isVisible: Bool { visibility.isShown }

  /// True while the user types a number into the bar.
  var isTyping: Bool { isVisible && state.isTyping }

  /// True if the bar shows the position in animations: motion then does not show the seek bar.
  var replacesSeekBar: Bool { mode != .off && !placed().frame.isEmpty }

  /// Takes changed settings and keys.
  func change(_ settings: ViewSettings, at now: Double) {
    visibility.isAnimated = settings.zooming.isAnimated
    buttons = makeButtons()
    guard settings.bar != preferred else { return }
    preferred = settings.bar
    mode = preferred
    if mode == .off { visibility.dismiss(at: now) }
  }

  // MARK: The command

  /// True while the bar is pinned.
  var isShown: Bool { mode == .pinned }

  /// Pins the bar, or restores the behaviour from the settings.
  func toggle(at now: Double) {
    if mode != .pinned {
      mode = .pinned
    } else {
      mode = preferred == .pinned ? .automatic : preferred
      if mode == .off { visibility.dismiss(at: now) }
    }
  }

  // MARK: Input

  /// Sees every event, whichever part of the window handles it.
  func note(_ event: WindowEvent, at now: Double) {
    guard mode != .off else { return }
    let frame = isVisible ? placed().frame : PixelRect(.zero)
    let isActive = pointer.take(event, bar: Rect(frame))
    state.usesFingers = pointer.isFinger
    if case .visibility(isVisible: false) = event { state.hide() }
    if isActive { wake(at: now) }
  }

  private func wake(at now: Double) {
    guard isReady(at: now), mode != .off else { return }
    if !isVisible { updateContents(at: now) }
    if !placed().frame.isEmpty { visibility.wake(at: now) }
  }

  /// True once the first picture is complete, or can't be shown.
  private func isReady(at now: Double) -> Bool {
    parts.hasFirstPicture(at: now) || parts.gallery.pictures.failure != nil
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    if case .key(let press) = event, press.key == .tab, press.modifiers.isEmpty, !state.isInUse {
      // The buttons of an error come first; those of the bar have keys of their own.
      guard parts.failurePanel.frame.isEmpty else { return false }
      wake(at: now)
      if isVisible { state.enter(placed()) }
      return isVisible
    }
    guard isVisible else { return false }
    let (isConsumed, actions) = state.take(event, in: placed())
    for action in actions { perform(action, at: now) }
    return isConsumed
  }

  /// A tap on the picture shows or hides it, unless a second tap follows.
  func take(clickAt place: Point, at now: Double) -> Bool {
    if mode == .automatic { pointer.tapped(at: now) }
    return false
  }

  private func perform(_ action: BarState.Action, at now: Double) {
    let view = parts.view
    switch action {
    case .perform(let name):
      if let command = Command(name) { parts.commands.perform(command, at: now) }
    case .zoom(let scale, let isDragged):
      if isDragged {
        view.changeView { $0.setScale(scale, animated: false, now: now) }
      } else {
        // A typed number may be more than the picture allows.
        _ = parts.zoom(to: scale / (view.zoom?.unit ?? 1), at: now)
      }
    case .turn(let detents):
      let step = parts.settings.zooming.wheelStep
      view.changeView { $0.zoom(byFactor: pow(step, -detents), now: now) }
    case .seek(let part): view.seek(to: part, now: now)
    case .go(let number):
      if let command = try? Command(words: [CommandName.go.rawValue, "\(number)"]) {
        parts.commands.perform(command, at: now)
      }
    }
  }

  // MARK: Contents

  private func updateContents(at now: Double) {
    let view = parts.view
    if parts.keyContexts != contexts {
      contexts = parts.keyContexts
      buttons = makeButtons()
    }
    var contents = BarContents()
    contents.buttons = buttons.map { button in
      var button = button
      button.isOn = parts.isOn(button.name, at: now)
      button.refusal = parts.refusal(of: button.name)
      return button
    }
    // Some known files may turn out not to be pictures: until then the number may be wrong.
    let place = parts.gallery.pictures.album?.place.flatMap { $0.isGrowing ? nil : $0 }
    contents.position = place.map { BarContents.Position(number: $0.number, count: $0.count) }
    contents.zoom = view.zoom.map {
      BarContents.Zoom(
        scale: $0.destination.scale, limits: $0.minimumScale...$0.maximumScale, unit: $0.unit)
    }
    if let playback = view.playback {
      let frame = "\(playback.destination + 1)"
      contents.progress = BarContents.Progress(
        part: playback.progress ?? 0,
        text: playback.frameCount.map { "\(frame) of \($0)" } ?? frame)
    }
    state.contents = contents
  }

  // MARK: Layout

  /// Returns the bar's layout: in the middle of the surface, or beside the filter panel if that
  /// would cover it; empty if it would cover an error.
  private func placed() -> Placed<BarState.Item> {
    let surface = parts.view.surface
    let scale = parts.notices.interfaceScale
    var area = PixelRect(surface)
    var placed = state.placed(in: area, on: surface, scale: scale)
    if let panel = parts.filtering.panelFrame, !panel.intersection(placed.frame).isEmpty {
      area.maxX = max(area.minX, panel.minX)
      placed = state.placed(in: area, on: surface, scale: scale)
    }
    // The next of several clicks on a button must not reach a button of the error.
    return isVisible && isHeld(placed) ? placed : placed.unlessCovering(parts.failurePanel.frame)
  }

  /// True while the bar must stay: it is in use or hovered, or a menu is open.
  private func isHeld(_ placed: Placed<BarState.Item>) -> Bool {
    state.isInUse || pointer.isOver(Rect(placed.frame)) || parts.panels.isShown(.menu)
  }

  /// The rectangle of the item with the keyboard focus, beside which its menu opens.
  var focusedItem: PixelRect? { isVisible ? placed().focused?.rect : nil }

  // MARK: Appearance

  func update(in notices: Notices, at now: Double) {
    if pointer.takeTap(at: now) {
      if isVisible { visibility.dismiss(at: now) } else { wake(at: now) }
    }
    if mode == .pinned, !isVisible { wake(at: now) }
    guard isVisible else { return hide(in: notices, at: now) }
    updateContents(at: now)
    let placed = placed()
    let isHeld = isHeld(placed)
    visibility.hold(isHeld || mode == .pinned, at: now)
    visibility.tick(at: now)
    parts.pointerRest.hold(isHeld, at: now)
    guard isVisible, !placed.frame.isEmpty else { return hide(in: notices, at: now) }
    showTip(placed, in: notices, at: now)
    show(placed, in: notices, at: now)
    nextChange = [visibility.deadline(at: now), tip.deadline(at: now)].compactMap { $0 }.min()
  }

  private func show(_ placed: Placed<BarState.Item>, in notices: Notices, at now: Double) {
    let look = Look(
      state: state, appearance: visibility.appearance(at: now), surface: parts.view.surface,
      frame: placed.frame)
    guard look != shown, var drawing = state.drawing(of: placed) else { return }
    shown = look
    let height = Double(look.surface.height - drawing.position.minY)
    let shift = Int(((1 - look.appearance.slide) * height).rounded())
    drawing.position.minY += shift
    drawing.position.maxY += shift
    drawing.opacity = look.appearance.opacity
    notices.show(.bar, .drawing(drawing))
    parts.view.setNeedsRedraw()
  }

  private func hide(in notices: Notices, at now: Double) {
    guard shown != nil || isVisible else { return }
    shown = nil
    nextChange = nil
    visibility.hide()
    state.hide()
    tip = BarTip()
    parts.pointerRest.hold(false, at: now)
    notices.show(.bar, nil)
    notices.show(.barTip, nil)
  }

  private func showTip(_ placed: Placed<BarState.Item>, in notices: Notices, at now: Double) {
    let isQuiet = state.isTyping || parts.panels.isShown(.menu)
    tip.point(
      at: isQuiet ? nil : state.focus ?? state.hover, isAtOnce: state.focus != nil, at: now)
    guard let item = tip.shown(at: now), let text = state.tip(of: item),
      let rect = placed.row(item)?.rect
    else { return notices.show(.barTip, nil) }
    let anchor = Point(x: Rect(rect).center.x, y: Double(placed.frame.minY))
    notices.show(.barTip, .text([.body(text)], .center), above: anchor)
  }

  var deadline: Double? { [pointer.deadline, nextChange].compactMap { $0 }.min() }
}
