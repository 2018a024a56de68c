import Fresnel
import FresnelDrawing
import Glibc
import MinesweeperBoard
import MinesweeperRules

/// The window: it passes on what the player does, and keeps the bar and the field up to date.
final class GameWindow {
  let view: FresnelView
  private(set) var played: PlayedGame
  private(set) var options: GameOptions
  /// Whether taps set flags, and the other button uncovers.
  private(set) var setsFlags = false
  /// Where best times are kept.
  let times: BestTimesKeeper

  private var panel: OverPanel
  private var barHandler: BarHandler?
  private var surface: PixelSize
  private var isOver = false
  private var isFullScreen = false

  /// The edge of a cell in a new window, in pixels, where the screen has room for that.
  private static let wantedCell = 46
  /// The largest window that is asked for.
  private static let largest = PixelSize(width: 1240, height: 800)

  /// What is around the board, as it is at the edges of what is drawn.
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

  /// Looks after the window until it is closed.
  func run() {
    while view.ending == nil {
      view.dispatch()
      guard view.ending == nil else { return }
      update()
      var request = pollfd(fd: view.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, timeout)
    }
  }

  /// Milliseconds until something is to be done though nothing happens: the view's, or the next
  /// second.
  private var timeout: Int32 {
    let own = view.pollTimeout
    guard played.game.isTimed else { return own }
    let elapsed = played.game.elapsed(at: view.now)
    let next = Int32((1 - elapsed.truncatingRemainder(dividingBy: 1)) * 1000) + 1
    return own < 0 ? next : min(own, next)
  }

  /// Brings everything up to what has happened.
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

  // MARK: What can be done

  /// Shows a board from its beginning.
  private func show() {
    view.setTitle("Minesweeper: \(options.board.name)")
    view.show(played.source)
  }

  /// Begins anew on the same board.
  func restart() {
    panel.show(nil)
    isOver = false
    played.restart(seed: Self.newSeed())
  }

  /// Goes to the next of the known boards.
  func nextBoard() {
    let boards = BoardShape.classics.map(\.shape) + [.world]
    let place = boards.firstIndex(of: options.board) ?? -1
    options.board = boards[(place + 1) % boards.count]
    if !MineField.isOfferedWithoutGuessing(options.board) { options.isWithoutGuessing = false }
    change()
  }

  /// Says whether boards are laid out so that nothing has to be guessed, and begins anew.
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
    // Where a descriptor can't be had the board stays as it is.
    if let next = try? PlayedGame(options, seed: Self.newSeed(), surface: surface) {
      played = next
      show()
    }
  }

  /// Exchanges what taps do.
  func toggleMode() { setsFlags.toggle() }

  /// Pauses, or goes on.
  func togglePause() {
    played.pause(!played.game.isPaused, at: view.now)
    if played.game.isPaused {
      panel.show(Card("Paused", ["p, or a tap on the field, goes on"]))
    } else {
      panel.show(nil)
    }
  }

  /// Shows the whole field.
  func fit() { view.changeView { $0.enlargeToFit(at: view.now) } }

  /// Covers the monitor, or goes back.
  func toggleFullScreen() {
    isFullScreen.toggle()
    view.setFullScreen(isFullScreen)
  }

  /// Shows the best times of this board, or takes them away.
  func toggleTimes() {
    panel.toggle(times.card(of: played.category, name: options.board.name))
  }

  /// Shows what keys do, or takes it away.
  func toggleHelp() { panel.toggle(GameKeys.card) }

  /// Takes away whatever card is shown; whether there was one.
  func dismissCard() -> Bool {
    guard panel.card != nil else { return false }
    panel.show(nil)
    return true
  }

  /// Where the card lies; `nil` while there is none.
  var cardPlace: PixelRect? { panel.cardPlace }

  /// Whether the renderer has lost everything that it was given.
  func provideAgain() { panel.provideAgain() }

  private func end() {
    if played.game.phase == .lost {
      panel.show(Card("That was a mine", ["n, or a tap on the face, begins anew"]))
      return
    }
    let seconds = played.game.elapsed(at: view.now)
    panel.show(
      times.card(ofWin: seconds, category: played.category, needsGuess: played.needsGuessAfterAll))
  }
}
