import Fresnel
import MinesweeperBoard
import MinesweeperRules

extension GameWindow: FresnelViewDelegate {
  /// Below this size in pixels, single cells can't be aimed at: a tap zooms in.
  private static var leastCell: Double { 7 }
  /// The size of a cell after that zoom, in pixels.
  private static var nearCell: Double { 36 }

  func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, at point: PicturePoint, now: Double
  ) -> Bool {
    if kind == .twoFinger { return false }
    if played.game.isPaused {
      togglePause()
      return true
    }
    guard let cell = played.layout.cell(atPicture: point.point) else { return true }
    guard cellPixels >= Self.leastCell else {
      view.zoom(to: Self.nearCell / FieldLayout.cell, center: point)
      return true
    }
    played.hideCursor(at: cell)
    // A player who continues has read the card.
    if !played.game.isOver { _ = dismissCard() }
    switch kind {
    case .single, .double: act(on: cell, sets: setsFlags, at: now)
    case .secondary, .long: act(on: cell, sets: !setsFlags, at: now)
    case .middle: played.move { $0.chord(cell, at: now) }
    case .twoFinger: break
    }
    return true
  }

  private var cellPixels: Double { (view.zoom?.destination.scale ?? 1) * FieldLayout.cell }

  /// Flags or uncovers a cell; on an open number, both open the cells around it.
  func act(on cell: Cell, sets: Bool, at now: Double) {
    guard sets else {
      played.move { $0.tap(cell, at: now) }
      return
    }
    if case .open = played.game.face(at: played.game.shape.index(of: cell)) {
      // The secondary button does nothing there, as players expect.
      if setsFlags { played.move { $0.chord(cell, at: now) } }
    } else {
      played.move { $0.mark(cell) }
    }
  }

  func fresnelView(_ view: FresnelView, received event: ViewEvent, at now: Double) {
    if case .renderer(.lost) = event { provideAgain() }
  }

  func fresnelView(_ view: FresnelView, pressed key: KeyPress, at now: Double) -> Bool {
    GameKeys.perform(key, on: self, at: now)
  }

  // MARK: The cursor

  /// Moves the cursor and keeps it visible; the first call only shows it.
  func moveCursor(columns: Int, rows: Int, at now: Double) {
    let cell = played.cursor
    played.setCursor(
      played.showsCursor
        ? Cell(column: cell.column + columns, row: cell.row + rows) : cell)
    keepCursorInSight(at: now)
  }

  /// Performs an action on the cell at the cursor.
  func actAtCursor(at now: Double, _ body: (Cell) -> Void) {
    guard !played.game.isPaused else { return }
    played.setCursor(played.cursor)
    keepCursorInSight(at: now)
    body(played.cursor)
  }

  private func keepCursorInSight(at now: Double) {
    guard let destination = view.zoom?.destination else { return }
    let point = destination.devicePoint(of: played.layout.picturePoint(of: played.cursor))
    let reach = max(24, destination.scale * FieldLayout.cell)
    let surface = view.surface
    func way(_ place: Double, _ low: Double, _ high: Double) -> Double {
      place < low ? low - place : place > high ? high - place : 0
    }
    let distance = Point(
      x: way(point.x, reach, Double(surface.width) - reach),
      y: way(point.y, reach + Double(BarLayout.height), Double(surface.height) - reach))
    guard distance != .zero else { return }
    view.changeView { $0.pan(by: distance, now: now) }
  }
}
