import Fresnel
import FresnelDrawing
import Glibc
import MinesweeperBoard
import MinesweeperRules

// FieldBenchmark [ROUNDS]: measures how long the game's field of a million cells takes to become
// sharp in views of 1536 x 1024 pixels, and the frame pacing while a window of 1280 x 800 flies
// over it. For the flight, it prints p50, p99 and the longest interval, like fresnel-bench-quad.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7

/// Returns a game with half of the field open, in stripes of eight rows, and the changes of all its
/// moves.
func playedGame() -> (game: Game, changes: [Change]) {
  let shape = BoardShape.world
  var game = Game(shape, seed: 7)
  var changes = [game.uncover(Cell(column: 4, row: 4), at: 0)]
  for index in 0..<shape.cells where index / shape.columns & 8 == 0 {
    guard game.field?.isMine(index) == false else { continue }
    let change = game.uncover(shape.cell(at: index), at: 0)
    if !change.isEmpty { changes.append(change) }
  }
  return (game, changes)
}

let played = playedGame()

/// Returns the field on a surface, as the game draws it.
@MainActor func source(on surface: PixelSize) throws -> DrawingSource {
  let field = FieldDelegate(FieldLayout(played.game.shape, surface: surface, bar: 0))
  for change in played.changes { field.show(change, of: played.game) }
  return try DrawingSource(delegate: field, background: Palette.table)
}

/// Runs the view's event loop until a condition holds.
func serve(_ view: FresnelView, until isSo: () -> Bool) {
  while view.ending == nil {
    view.dispatch()
    if isSo() { return }
    var request = pollfd(fd: view.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, view.pollTimeout)
  }
}

/// Returns the milliseconds until the whole field is sharp, and until a view at `pixels` pixels per
/// cell is; medians.
@MainActor func views(pixels: Double) throws -> (whole: Double, view: Double) {
  let surface = PixelSize(width: 1536, height: 1024)
  var whole: [Double] = []
  var views: [Double] = []
  for _ in 0..<rounds {
    var options = FresnelOptions()
    options.settings.prefetches = false
    options.settings.fadeDuration = 0
    let view = try FresnelView(offscreen: surface, options: options)
    // Drivers compile shaders before the first frame.
    view.show(
      try PixelSource(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0, 255]))
    _ = try view.pixels()
    let source = try source(on: surface)
    let start = view.now
    view.show(source)
    serve(view) { view.isAtRest && view.shown == source.id }
    whole.append((view.now - start) * 1000)
    let middle = view.now
    view.zoom(
      to: pixels / FieldLayout.cell, center: PicturePoint(x: 32_000, y: 32_000), animated: false)
    serve(view) { view.isAtRest }
    views.append((view.now - middle) * 1000)
    view.close()
  }
  return (whole.sorted()[rounds / 2], views.sorted()[rounds / 2])
}

/// Records when frames are presented.
final class Watch: FresnelViewDelegate {
  private(set) var times: [Double] = []
  func fresnelView(_ view: FresnelView, received event: ViewEvent, at now: Double) {
    if case .renderer(.presented(let presentation)) = event { times.append(presentation.time) }
  }
}

/// Returns the intervals between frames of flights across the whole field, in seconds.
@MainActor func flight() throws -> [Double] {
  let watch = Watch()
  let view = try FresnelView(window: "Field", size: PixelSize(width: 1280, height: 800))
  view.delegate = watch
  let source = try source(on: view.surface)
  view.show(source)
  serve(view) { view.isAtRest && view.shown == source.id }
  var intervals: [Double] = []
  for hop in 0..<12 {
    let before = watch.times.count
    let place = PicturePoint(
      x: Double(hop * 17_000 % 64_000), y: Double(hop * 29_000 % 64_000))
    // In and out again.
    view.zoom(to: hop.isMultiple(of: 2) ? 0.25 : 0.02, center: place)
    serve(view) { !view.isMoving }
    let times = watch.times.dropFirst(before)
    intervals += zip(times, times.dropFirst()).map { $1 - $0 }
  }
  view.close()
  return intervals.sorted()
}

/// Returns a number with one decimal.
func text(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

do {
  print("the game's field of a million cells; milliseconds until sharp, medians of \(rounds)")
  for pixels in [16.0, 8, 4, 3.9, 3.2, 2.6, 2, 1.5] {
    let views = try views(pixels: pixels)
    print("the whole \(text(views.whole))   \(text(pixels)) pixels a cell \(text(views.view))")
  }
  if getenv("DISPLAY") != nil {
    let intervals = try flight()
    func part(_ share: Double) -> String {
      text(intervals[Int(Double(intervals.count - 1) * share)] * 1000)
    }
    guard !intervals.isEmpty else { throw FresnelError.system("no frame was shown") }
    print(
      "flight: \(intervals.count) intervals, p50 \(part(0.5))   p99 \(part(0.99))"
        + "   longest \(part(1))")
  }
} catch {
  let line = "FieldBenchmark: \(error)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(1)
}
