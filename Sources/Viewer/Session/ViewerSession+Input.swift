import Geometry
import Gestures
import InputEvents
import Windowing
import Zooming

extension ViewerSession {
  /// Takes one event of the window.
  func handle(_ event: WindowEvent, at now: Double) {
    if case .resized(let size) = event { resize(to: size, at: now) }
    // What is meant for the panel moves no picture.
    let (isTaken, effects) = filtering.take(event)
    perform(effects, at: now)
    switch event {
    case .resized: break
    case .exposed: repaint(at: now)
    case .visibility(let isVisible):
      self.isVisible = isVisible
      needsRedraw = needsRedraw || isVisible
    case .key(let press): if !isTaken { self.press(press, at: now) }
    case .motion(let position, _): pointer = position
    case .scroll(let scroll): pointer = scroll.position
    case .button(let button): pointer = button.position
    case .pointerLeft: pointer = nil
    case .fullScreenChanged(let isFull):
      isFullScreen = isFull
      if isFull { showCaption(at: now) }
    case .interfaceScaleChanged(let scale): notices.interfaceScale = scale
    case .closeRequested: isFinished = true
    case .connectionLost:
      outcome = UserError(sentence: "the X server is gone")
      isFinished = true
    case .keyReleased(let press):
      if !isTaken, KeyBindings.command(for: press) == .compare {
        perform(filtering.compare(false), at: now)
      }
    case .pinch, .swipe, .touch: break
    }
    if isTaken {
      hasNewInput = true
      return
    }
    for gesture in gestures.gestures(for: event, now: now) { handle(gesture, at: now) }
  }

  private func press(_ press: KeyPress, at now: Double) {
    let command = KeyBindings.command(for: press)
    // A release that another window got must not leave the picture without its filters.
    if command != .compare { perform(filtering.compare(false), at: now) }
    if let command { perform(command, at: now) }
  }

  /// Takes what the user means by the events.
  func handle(_ gesture: Gesture, at now: Double) {
    if case .click(let button, _) = gesture {
      if let command = KeyBindings.command(forButton: button) { perform(command, at: now) }
      return
    }
    hasNewInput = true
    if slideTakes(gesture, at: now) { return }
    let panning = albumPanning
    var handOver: HandOver?
    changeView(at: now) { handOver = $0.handle(gesture, at: now, asking: panning) }
    if let handOver { beginSlide(handOver, at: now) }
  }

  /// Does what a key or a button asks for.
  func perform(_ command: Command, at now: Double) {
    if let effects = filtering.perform(command) { return perform(effects, at: now) }
    if let destination = command.destination { return leap(destination, at: now) }
    if let pages = command.pages { return goToPage(offset: pages, at: now) }
    let pointer = pointer
    var isTaken = false
    changeView(at: now) { isTaken = $0.perform(command, pointer: pointer, at: now) }
    if isTaken { return }
    if let destination = command.sideways { return leap(destination, at: now) }
    switch command {
    case .toggleMagnification: toggleMagnification(at: now)
    case .toggleFullScreen: window.setFullScreen(!isFullScreen)
    case .toggleTiles: toggleTiles(at: now)
    case .toggleHelp: notices.toggleHelp()
    case .savePicture: savePicture(at: now)
    case .saveView: saveView(at: now)
    case .escape: escape()
    case .quit: isFinished = true
    default: break
    }
  }

  private func changeView(at now: Double, _ change: (inout ZoomController) -> Void) {
    guard var changed = zoom else { return }
    let before = changed.destination
    change(&changed)
    zoom = changed
    guard changed.destination.scale != before.scale else { return }
    updateTitle()
    if isFullScreen { showCaption(at: now) }
  }

  /// Goes to another place of the album at once, as keys do.
  private func leap(_ destination: Album.Destination, at now: Double) {
    endSlide()
    go(destination, at: now)
    needsRedraw = true
  }

  private func escape() {
    if notices.isShowingHelp {
      notices.toggleHelp()
    } else if isFullScreen {
      window.setFullScreen(false)
    } else {
      isFinished = true
    }
  }

  private func toggleMagnification(at now: Double) {
    // The key leaves the automatic choice for the opposite of what is seen.
    let isCrisp =
      switch magnification {
      case .automatic: (zoom?.destination.scale ?? 1) >= Self.crispFrom
      case .crisp: true
      case .smooth: false
      }
    magnification = isCrisp ? .smooth : .crisp
    needsRedraw = true
    showCaption(
      at: now, note: isCrisp ? "smooth pixels beyond 100 %" : "crisp pixels beyond 100 %")
  }

  /// The scale from which on `Frame.Magnification.automatic` shows crisp pixels.
  private static let crispFrom = 2.0

  private func resize(to size: PixelSize, at now: Double) {
    guard size != surface else { return }
    surface = size
    endSlide()
    zoom?.resize(to: size, now: now)
    updateTitle()
    needsRedraw = true
  }
}
