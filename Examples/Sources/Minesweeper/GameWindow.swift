import Fresnel
import FresnelDrawing
import Glibc
import MinesweeperBoard
import MinesweeperRules

/// The game's window: passes on the player's input, and keeps the bar and the field up to date.
final class GameWindow {
  let view: FresnelView
  private(set) var played: PlayedGame
  private(set) var options: GameOptions
  /// True if taps set flags and the secondary button uncovers.
  private(set) var setsFlags = false
  /// The best times.
  let times: BestTimesKeeper

  private var panel: OverPanel
  private var barHandler: BarHandler?
  private var surface: PixelSize
  private var isOver = false
  private var isFullScreen = false

  /// The size of a cell in a new window, in pixels, if the screen is large enough.
  private static let wantedCell = 46
  /// The maximum size of a new window.
  private static let largest = PixelSize(width: 1240, height: 800)

  /// The colour around the board, the same as at the edges of the drawing.
  private static let table: OpaqueColor = {
    func part(_ share: Double) -> UInt8 { UInt8((share * 255).rounded()) }
    let color = Palette.table
    return OpaqueColor(red: part(color.red), green: part(color.green), blue: part(color.blue))
  }()

  init(_ options: GameOptions) throws {
    self.options = options
    times = BestTimesKeeper()
    let size = PixelSize(
      width: min(
        Self.largest.width, max(BarLayout.leastWidth, (options.board.columns + 2) * Self.wantedCell)
      ),
      height: min(
        Self.largest.height,
        max(420, (options.board.rows + 2) * Self.wantedCell + BarLayout.height)))
    var settings = FresnelOptions()
    settings.settings.gestures.longPress = 0.45
    settings.settings.taps.double = .none
    settings.settings.fadeDuration = 0
    settings.settings.backdrop.surround = Self.table
    view = try FresnelView(window: "Minesweeper", size: size, options: settings)
    surface = view.surface
    played = try PlayedGame(options, seed: options.seed ?? Self.newSeed(), surface: surface)
    panel = OverPanel(view)
    view.delegate = self
    let handler = BarHandler(self)
    barHandler = handler
    view.inputHandlers.insert(handler, at: 0)
    view.openingController = { [unowned view] info in
      var controller = view.firstController(of: info)
      controller.preferences.isAnimated = false
      controller.enlargeToFit(at: view.now)
      return controller
    }
    show()
    if let problem = times.problem { panel.show(Card("Best times", [problem])) }
  }

  private static func newSeed() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  // MARK: The loop

  /// Runs the event loop until the window is closed.
  func run() {
    while view.ending == nil {
      view.dispatch()
      guard view.ending == nil else { return }
      update()
      var request = pollfd(fd: view.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, timeout)
    }
  }

  /// The poll timeout in milliseconds: the view's, or the time to the next second of a running
  /// game.
  private var timeout: Int32 {
    let own = view.pollTimeout
    guard played.game.isTimed else { return own }
    let elapsed = played.game.elapsed(at: view.now)
    let next = Int32((1 - elapsed.truncatingRemainder(dividingBy: 1)) * 1000) + 1
    return own < 0 ? next : min(own, next)
  }

  /// Updates everything after events.
  private func update() {
    if view.surface != surface {
      surface = view.surface
      played.layOut(on: surface)
      view.setNeedsRedraw()
    }
    if played.game.isOver, !isOver { end() }
    isOver = played.game.isOver
    panel.update(
      BarState(
        played.game, at: view.now, setsFlags: setsFlags,
        isWithoutGuessing: options.isWithoutGuessing))
  }

  // MARK: Actions

  /// Shows a board from the beginning.
  private func show() {
    view.setTitle("Minesweeper: \(options.board.name)")
    view.show(played.source)
  }

  /// Starts a new game on the same board.
  func restart() {
    panel.show(nil)
    isOver = false
    played.restart(seed: Self.newSeed())
  }

  /// Changes to the next of the known boards.
  func nextBoard() {
    let boards = BoardShape.classics.map(\.shape) + [.world]
    let place = boards.firstIndex(of: options.board) ?? -1
    options.board = boards[(place + 1) % boards.count]
    if !MineField.isOfferedWithoutGuessing(options.board) { options.isWithoutGuessing = false }
    change()
  }

  /// Toggles boards that need no guessing, and starts a new game.
  func toggleGuessing() {
    guard MineField.isOfferedWithoutGuessing(options.board) else {
      panel.show(
        Card("No guessing", ["This board is too large or has too many mines for that."]))
      return
    }
    options.isWithoutGuessing.toggle()
    change()
  }

  private func change() {
    panel.show(nil)
    isOver = false
    // If no descriptor is available, the board stays as it is.
    if let next = try? PlayedGame(options, seed: Self.newSeed(), surface: surface) {
      played = next
      show()
    }
  }

  /// Toggles what taps do.
  func toggleMode() { setsFlags.toggle() }

  /// Pauses or resumes the game.
  func togglePause() {
    played.pause(!played.game.isPaused, at: view.now)
    if played.game.isPaused {
      panel.show(Card("Paused", ["Press p, or tap the field, to go on"]))
    } else {
      panel.show(nil)
    }
  }

  /// Shows the whole field.
  func fit() { view.changeView { $0.enlargeToFit(at: view.now) } }

  /// Toggles full screen.
  func toggleFullScreen() {
    isFullScreen.toggle()
    view.setFullScreen(isFullScreen)
  }

  /// Shows or hides the best times of this board.
  func toggleTimes() {
    panel.toggle(times.card(of: played.category, name: options.board.name))
  }

  /// Shows or hides the help on keys.
  func toggleHelp() { panel.toggle(GameKeys.card) }

  /// Hides the card; returns true if one was shown.
  func dismissCard() -> Bool {
    guard panel.card != nil else { return false }
    panel.show(nil)
    return true
  }

  /// The card's rectangle; `nil` if there is none.
  var cardPlace: PixelRect? { panel.cardPlace }

  /// Uploads everything again after the renderer lost its resources.
  func provideAgain() { panel.provideAgain() }

  private func end() {
    if played.game.phase == .lost {
      panel.show(Card("That was a mine", ["Press n, or tap the face, for a new game"]))
      return
    }
    let seconds = played.game.elapsed(at: view.now)
    panel.show(
      times.card(ofWin: seconds, category: played.category, needsGuess: played.needsGuessAfterAll))
  }
}
