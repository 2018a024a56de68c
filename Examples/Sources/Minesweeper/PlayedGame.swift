import Fresnel
import FresnelDrawing
import MinesweeperBoard
import MinesweeperRules
import Synchronization

/// A game and the board that shows it; each move updates both, and only what it changes.
final class PlayedGame {
  private(set) var game: Game
  /// The source that the view shows.
  let source: DrawingSource
  private(set) var layout: FieldLayout
  /// The cell that keys act on; it is visible once keys are used.
  private(set) var cursor: Cell
  private(set) var showsCursor = false

  private let field: FieldDelegate
  private let options: GameOptions
  private var mayNeedGuess: GuessNote

  /// More areas than this are merged into fewer, larger ones.
  private static let mostAreas = 64

  /// Starts a game on the options' board, with the mines of a seed.
  init(_ options: GameOptions, seed: UInt64, surface: PixelSize) throws {
    self.options = options
    layout = FieldLayout(options.board, surface: surface, bar: Double(BarLayout.height))
    field = FieldDelegate(layout)
    source = try DrawingSource(
      delegate: field, background: Palette.table)
    (game, mayNeedGuess) = Self.newGame(options, seed)
    cursor = Cell(column: options.board.columns / 2, row: options.board.rows / 2)
  }

  private static func newGame(_ options: GameOptions, _ seed: UInt64) -> (Game, GuessNote) {
    let note = GuessNote()
    var game = Game(options.board) { shape, first in
      if options.isWithoutGuessing {
        if let field = MineField.withoutGuessing(shape, seed: seed, first: first) { return field }
        note.set()
      }
      return MineField(shape, seed: seed, first: first)
    }
    game.usesQuestionMarks = options.usesQuestionMarks
    return (game, note)
  }

  /// The category of the game's time; `nil` if times of this board are not recorded.
  var category: BestTimes.Category? {
    BestTimes.Category(
      options.board, isWithoutGuessing: options.isWithoutGuessing && !mayNeedGuess.isSet)
  }

  /// True if a board without guesses was requested but none was found.
  var needsGuessAfterAll: Bool { mayNeedGuess.isSet }

  // MARK: Moves

  /// Performs a move and redraws the cells that it changed; returns true if there were any.
  @discardableResult
  func move(_ body: (inout Game) -> Change) -> Bool {
    let change = body(&game)
    guard !change.isEmpty else { return false }
    field.show(change, of: game)
    invalidate(change)
    return true
  }

  /// Pauses the game and hides the field, or resumes it; returns true if that changed anything.
  @discardableResult
  func pause(_ pauses: Bool, at now: Double) -> Bool {
    guard game.pause(pauses, at: now) else { return false }
    field.setHidden(pauses)
    source.invalidate(layout.field)
    return true
  }

  /// Starts a new game on the same board.
  func restart(seed: UInt64) {
    (game, mayNeedGuess) = Self.newGame(options, seed)
    field.reset()
    source.invalidate(layout.field, pixelReach: FieldDelegate.cursorReach)
  }

  private func invalidate(_ change: Change) {
    var block = 16
    var areas = change.areas(in: game.shape, block: block)
    while areas.count > Self.mostAreas {
      block *= 4
      areas = change.areas(in: game.shape, block: block)
    }
    for area in areas { source.invalidate(layout.rect(of: area)) }
  }

  // MARK: The cursor

  /// Moves the cursor to a cell of the field, and shows it.
  func setCursor(_ cell: Cell) {
    let old = cursor
    cursor = Cell(
      column: min(max(cell.column, 0), game.shape.columns - 1),
      row: min(max(cell.row, 0), game.shape.rows - 1))
    showsCursor = true
    field.setCursor(cursor)
    invalidateCursor(at: old)
    invalidateCursor(at: cursor)
  }

  /// Hides the cursor, since the pointer is used.
  func hideCursor(at cell: Cell) {
    guard showsCursor else {
      cursor = cell
      return
    }
    showsCursor = false
    field.setCursor(nil)
    invalidateCursor(at: cursor)
    cursor = cell
  }

  private func invalidateCursor(at cell: Cell) {
    source.invalidate(layout.rect(of: cell), pixelReach: FieldDelegate.cursorReach)
  }

  // MARK: The surface

  /// Updates the layout after the surface was resized.
  func layOut(on surface: PixelSize) {
    let next = FieldLayout(game.shape, surface: surface, bar: Double(BarLayout.height))
    guard next != layout else { return }
    layout = next
    field.setLayout(next)
  }
}

/// Records that a board may need a guess after all; set when the mines are laid.
private final class GuessNote: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
