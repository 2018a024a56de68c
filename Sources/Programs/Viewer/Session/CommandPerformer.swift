import Geometry
import Rendering
import Viewing
import Zooming

/// Performs commands: passes each to the part of the window that it concerns.
final class CommandPerformer {
  private unowned let parts: ViewerParts

  init(_ parts: ViewerParts) { self.parts = parts }

  private var view: TiledView { parts.view }

  /// Performs a command of the user's, and reports it to programs.
  func perform(_ command: Command, at now: Double) {
    parts.remote.send(.command(command))
    run(command, at: now)
  }

  /// Performs a command of the user's, or of a program.
  func run(_ command: Command, at now: Double) {
    switch command.name {
    case .next: go(.by(command.wholeNumber()), at: now)
    case .previous: go(.by(-command.wholeNumber()), at: now)
    case .first: go(.first, at: now)
    case .last: go(.last, at: now)
    case .go:
      let (number, isRelative) = command.place
      if isRelative { go(.by(number), at: now) } else { _ = parts.go(toNumber: number, at: now) }
    case .nextPage: turnPages(by: 1, at: now)
    case .previousPage: turnPages(by: -1, at: now)

    case .open: open(command.texts, at: now)
    case .openPath: parts.panels.toggle(.open, at: now)
    case .copy: parts.export.copy(.all, at: now)
    case .copyPicture: parts.export.copy(.picture, at: now)
    case .copyPath: parts.export.copy(.path, at: now)
    case .paste: parts.paste()
    case .showInFolder: parts.showInFolder()
    case .copyColor: parts.colorCopier.copy(at: now)
    case .reload: parts.gallery.receive(.reload, at: view.moment(now))

    case .zoomIn: view.perform(.zoomIn, at: now)
    case .zoomOut: view.perform(.zoomOut, at: now)
    case .zoomTo: _ = parts.zoom(to: command.number(), at: now)
    case .zoomBy: view.changeView { $0.zoom(byFactor: command.number(), now: now) }
    case .fit: view.perform(.fit, at: now)
    case .actualSize: view.perform(.actualSize, at: now)
    case .fill: view.perform(.fill, at: now)
    case .panLeft: panSideways(.left, at: now)
    case .panRight: panSideways(.right, at: now)
    case .panUp: view.perform(.pan(.up), at: now)
    case .panDown: view.perform(.pan(.down), at: now)
    case .pan: pan(by: Point(x: command.number(0), y: command.number(1)), at: now)

    case .turnRight: view.perform(.turnRight, at: now)
    case .turnLeft: view.perform(.turnLeft, at: now)
    case .rotate:
      view.changeView { $0.turn(quarterTurns: command.wholeNumber() / 90) }
    case .mirror: view.perform(.mirror, at: now)

    case .play: play(at: now)
    case .slower: changeSpeed(by: -1, at: now)
    case .faster: changeSpeed(by: 1, at: now)

    case .exposeMore: expose(by: Self.exposureStep, at: now)
    case .exposeLess: expose(by: -Self.exposureStep, at: now)
    case .expose: expose(by: command.number(), at: now)
    case .filterPanel: parts.panels.toggle(.filters, at: now)
    case .nextFilter: parts.perform(parts.filtering.cycle(isBack: false), at: now)
    case .previousFilter: parts.perform(parts.filtering.cycle(isBack: true), at: now)
    case .filter: parts.perform(parts.filtering.setChain(command.text), at: now)
    case .toggleFilters: parts.perform(parts.filtering.toggle(), at: now)
    case .compare: parts.perform(parts.filtering.compare(!parts.filtering.isComparing), at: now)
    case .split: parts.perform(parts.filtering.toggleSplit(), at: now)

    case .save: parts.export.savePicture(at: now)
    case .saveView: parts.export.saveView(at: now)

    case .trash, .delete:
      let isForGood = command.name.definition.traits.contains(.destructive)
      parts.files.remove(isForGood: isForGood, at: now)
    case .undo: parts.files.undo(at: now)
    case .rename: parts.files.rename(at: now)
    case .copyTo: parts.files.transfer(isMove: false, at: now)
    case .moveTo: parts.files.transfer(isMove: true, at: now)
    case .openWith: parts.files.openWith(at: now)
    case .print: parts.export.printPicture(at: now)
    case .wallpaper: parts.export.setWallpaper()
    case .turnFileRight: parts.files.turn(Orientation(quarterTurns: 1), at: now)
    case .turnFileLeft: parts.files.turn(Orientation(quarterTurns: -1), at: now)
    case .rotateFile:
      parts.files.turn(Orientation(quarterTurns: command.wholeNumber() / 90), at: now)
    case .mirrorFile: parts.files.turn(Orientation(isMirrored: true), at: now)
    case .mark: parts.targets.toggleMark(at: now)
    case .markRange: parts.targets.markRange(at: now)
    case .invertMarks: parts.targets.invertMarks(at: now)
    case .unmarkAll: parts.targets.removeMarks(at: now)
    case .nextMarked: parts.targets.goToMark(isBack: false, at: now)
    case .previousMarked: parts.targets.goToMark(isBack: true, at: now)

    case .menu: parts.panels.toggle(.menu, at: now)
    case .palette: parts.panels.toggle(.palette, at: now)
    case .keys: parts.panels.toggle(.help, at: now)
    case .fullScreen: parts.window.setFullScreen(!parts.window.isFullScreen)
    case .pixels: toggleMagnification(at: now)
    case .tileOutlines: parts.panels.toggle(.tiles, at: now)
    case .bar: parts.panels.toggle(.bar, at: now)
    case .script:
      if let problem = parts.runScript(command.text) { parts.notices.notify([problem], at: now) }
    case .back: goBack(at: now)
    case .quit: parts.ending.finish()
    case .set:
      if let problem = parts.set(command.text(0), to: command.text(1), at: now) {
        parts.notices.notify([problem], at: now)
      }
    }
  }

  /// Begins a command of the user's that is active while a key is held.
  func hold(_ command: Command, at now: Double) {
    parts.remote.send(.command(command))
    parts.perform(parts.filtering.compare(true), at: now)
  }

  /// Ends the command that is active while a key is held.
  func release(at now: Double) { parts.perform(parts.filtering.compare(false), at: now) }

  private func open(_ names: [String], at now: Double) {
    if names.isEmpty { return parts.chooser.choose(at: now) }
    parts.open(PathRequest(names, isTyped: true))
  }

  // MARK: Going

  private func go(_ destination: Album.Destination, at now: Double) {
    parts.gallery.receive(.go(destination), at: now)
  }

  /// Goes through the frames of an animation, or else the pages of a file.
  private func turnPages(by offset: Int, at now: Double) {
    guard view.playback != nil else {
      parts.gallery.receive(.turnPages(offset), at: now)
      return
    }
    view.stepFrame(by: offset, now: now)
    showPlayback(at: now, Self.frame(of:))
  }

  // MARK: Panning

  /// Pans, or goes to the neighbour if the whole width is visible.
  private func panSideways(_ direction: PanDirection, at now: Double) {
    if let neighbour = view.zoom?.neighbour(beyond: direction) {
      go(neighbour, at: now)
    } else if view.zoom != nil {
      view.perform(.pan(direction), at: now)
    } else {
      go(direction == .left ? .previous : .next, at: now)
    }
  }

  /// Pans by fractions of the window.
  private func pan(by share: Point, at now: Double) {
    let (width, height) = (Double(view.surface.width), Double(view.surface.height))
    view.changeView {
      $0.pan(by: Point(x: -share.x * width, y: -share.y * height), now: now)
    }
  }

  // MARK: Animations

  private func play(at now: Double) {
    guard view.playback != nil else { return }
    view.togglePlaying(now: now)
    showPlayback(at: now) { $0.isPlaying ? "playing" : Self.frame(of: $0) }
  }

  /// Returns the current frame's number, and the number of frames.
  private static func frame(of playback: Playback) -> String {
    "frame \(playback.destination + 1)" + (playback.frameCount.map { " of \($0)" } ?? "")
  }

  private func changeSpeed(by steps: Int, at now: Double) {
    guard view.playback != nil else { return }
    view.changeSpeed(by: steps, now: now)
    showPlayback(at: now) { "\(Int(($0.speed * 100).rounded())) % speed" }
  }

  private func showPlayback(at now: Double, _ words: (Playback) -> String) {
    guard let playback = view.playback else { return }
    parts.seekBar.show(at: now)
    parts.showCaption(note: words(playback), at: now)
  }

  // MARK: Exposure

  /// Stops per key press.
  private static let exposureStep = 0.25

  private func expose(by stops: Double, at now: Double) {
    var toning = view.settings.toning
    toning.exposure = min(
      max(toning.exposure + stops, ToneSettings.stops.lowerBound), ToneSettings.stops.upperBound)
    // Avoids rounding errors when fractions of a detent add up to zero.
    if abs(toning.exposure) < 1e-6 { toning.exposure = 0 }
    view.settings.toning = toning
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

  // MARK: The window

  private func toggleMagnification(at now: Double) {
    // From the automatic setting, the key switches to the opposite of what is displayed.
    let isCrisp = parts.isCrisp
    view.settings.magnification = isCrisp ? .smooth : .crisp
    parts.showCaption(
      note: isCrisp ? "smooth pixels beyond 100 %" : "crisp pixels beyond 100 %", at: now)
  }

  private func goBack(at now: Double) {
    if parts.panels.hideTopmost(at: now) || parts.files.cancel() { return }
    if parts.window.isFullScreen {
      parts.window.setFullScreen(false)
    } else {
      parts.ending.finish()
    }
  }
}
