import Fresnel
import FresnelDrawing
import MinesweeperRules
import Synchronization

/// Draws the board tile by tile: provides the shapes in an area, at the detail of the zoom.
///
/// The game changes it on the game's thread and invalidates what has changed; tiles are drawn on
/// other threads.
public final class FieldDelegate: TileDelegate {
  private let state: Mutex<FieldState>

  /// Makes a covered field.
  public init(_ layout: FieldLayout) { state = Mutex(FieldState(layout)) }

  /// The bounds of the whole drawing.
  public var world: Rect { state.withLock { $0.layout.world } }

  /// Increases with each change.
  public var revision: UInt64 { state.withLock { $0.revision } }

  /// The distance that a cursor extends beyond its cell, in pixels.
  public static let cursorReach = 14.0

  // MARK: Changes, after each of which the source must be invalidated

  /// Moves the board to another layout.
  public func setLayout(_ layout: FieldLayout) {
    change { $0.move(to: layout) }
  }

  /// Updates the cells of a game that a move has changed.
  public func show(_ change: Change, of game: Game) {
    self.change { state in
      for index in change.cells { state.set(CellCode(game.face(at: index)), at: index) }
    }
  }

  /// Covers all cells again.
  public func reset() {
    change { state in
      var fresh = FieldState(state.layout)
      fresh.revision = state.revision
      fresh.cursor = state.cursor
      state = fresh
    }
  }

  /// Hides the contents of the cells, or shows them again.
  public func setHidden(_ isHidden: Bool) { change { $0.isHidden = isHidden } }

  /// Moves the cursor to a cell; `nil` hides it.
  public func setCursor(_ cell: Cell?) { change { $0.cursor = cell } }

  private func change(_ body: (inout FieldState) -> Void) {
    state.withLock {
      body(&$0)
      $0.revision += 1
    }
  }

  // MARK: Drawing

  /// Provides the shapes in an area: the table, the frame, the cells, the cursor.
  public func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    // Arrays are shared copy-on-write: the game continues meanwhile.
    let state = state.withLock { $0 }
    if !state.layout.field.contains(area) {
      for group in state.surroundings { body(group) }
    }
    if let cells = state.layout.cells(in: area) {
      // The painter does not outlive this call.
      withoutActuallyEscaping(body) {
        FieldPainter(state: state, cells: cells, unitsPerPixel: unitsPerPixel, body: $0).paint()
      }
    }
    if let cursor = state.cursor {
      let place = state.layout.rect(of: cursor)
      let reach = Self.cursorReach * unitsPerPixel
      if place.minX - reach < area.maxX, place.maxX + reach > area.minX,
        place.minY - reach < area.maxY, place.maxY + reach > area.minY
      {
        for group in CursorDrawings.groups(at: place, unitsPerPixel: unitsPerPixel) { body(group) }
      }
    }
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }
}
