import Foundation
import Fresnel
import MinesweeperBoard
import MinesweeperRules

/// The real game on its own X server, with a player's view of it and input to it.
final class GameHarness {
  /// The game's file of best times.
  let times: BestTimesFile
  let desk: Desk
  private let server: TestServer
  private let process = Process()
  private let folder: URL
  private let shape: BoardShape
  private var window = Desk.Place(x: 0, y: 0, width: 0, height: 0)
  private var layout: FieldLayout

  /// Starts a game and waits until its field is visible.
  init(_ shape: BoardShape, _ arguments: [String]) throws {
    self.shape = shape
    server = try TestServer()
    desk = try Desk(server.display)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("minesweeper-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    times = BestTimesFile(path: folder.path + "/fresnel/minesweeper-times")
    layout = FieldLayout(shape, surface: PixelSize(width: 1, height: 1), bar: 0)
    process.executableURL = Self.program
    process.arguments = ["--board", shape.name] + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = server.display
    environment["XDG_STATE_HOME"] = folder.path
    process.environment = environment
    try process.runWithSignals()
    try Desk.wait(for: "a window") { desk.window != nil && process.isRunning }
    try settle()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The program, which is built next to the tests.
  static var program: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("Minesweeper")
  }

  /// Waits until the whole field is covered and nothing moves.
  func settle() throws {
    var last: Screenshot?
    try Desk.wait(for: "a covered field") {
      if let place = desk.window {
        window = place
        layout = FieldLayout(
          shape, surface: PixelSize(width: place.width, height: place.height),
          bar: Double(BarLayout.height))
      }
      let shot = try look()
      defer { last = shot }
      return shot == last && (0..<shape.cells).allSatisfy { isCovered($0, in: shot) }
    }
  }

  // MARK: Observation

  /// Captures the window's pixels.
  func look() throws -> Screenshot { try desk.pixels(window) }

  /// Returns the rectangle of a cell in the window, in pixels.
  func place(of index: Int) -> Rect {
    let world = layout.world
    let scale = min(
      Double(window.width) / world.width, Double(window.height) / world.height)
    let left = (Double(window.width) - world.width * scale) / 2
    let top = (Double(window.height) - world.height * scale) / 2
    let cell = layout.rect(of: shape.cell(at: index))
    return Rect(
      minX: left + (cell.minX - world.minX) * scale, minY: top + (cell.minY - world.minY) * scale,
      maxX: left + (cell.maxX - world.minX) * scale, maxY: top + (cell.maxY - world.minY) * scale)
  }

  /// Returns the colour at a point of a cell, whose edges are at 0 and 1.
  private func color(
    of index: Int, _ x: Double, _ y: Double, in shot: Screenshot
  ) -> (red: Int, green: Int, blue: Int) {
    let place = place(of: index)
    return shot[Int(place.minX + place.width * x), Int(place.minY + place.height * y)]
  }

  /// Returns true if a cell looks like a key without a symbol.
  func isCovered(_ index: Int, in shot: Screenshot) -> Bool {
    let edge = color(of: index, 0.16, 0.5, in: shot)
    let middle = color(of: index, 0.5, 0.5, in: shot)
    return edge.blue > edge.red + 25 && middle.blue > middle.red + 25
  }

  /// Returns true if a cell looks like paper in each of its corners; the tiles below it arrive one
  /// by one.
  func isOpen(_ index: Int, in shot: Screenshot) -> Bool {
    [(0.16, 0.16), (0.84, 0.16), (0.16, 0.84), (0.84, 0.84)].allSatisfy { x, y in
      let color = color(of: index, x, y, in: shot)
      return color.red > 220 && color.green > 215 && color.blue > 200
    }
  }

  /// Returns true if a cell looks like a key with a flag.
  func isFlagged(_ index: Int, in shot: Screenshot) -> Bool {
    let edge = color(of: index, 0.16, 0.5, in: shot)
    let cloth = color(of: index, 0.5, 0.33, in: shot)
    return edge.blue > edge.red + 25 && cloth.red > cloth.blue + 80
  }

  /// Returns true if a cell looks like the mine that was uncovered.
  func isExploded(_ index: Int, in shot: Screenshot) -> Bool {
    let edge = color(of: index, 0.08, 0.5, in: shot)
    let middle = color(of: index, 0.56, 0.56, in: shot)
    return edge.red > edge.blue + 60 && middle.red < 90
  }

  // MARK: Input

  /// Clicks in the middle of a cell.
  func click(_ index: Int, button: UInt32 = 1) {
    let center = place(of: index).center
    desk.click(x: window.x + Int(center.x), y: window.y + Int(center.y), button: button)
  }

  /// Clicks on a button of the bar.
  func click(_ button: BarButton) {
    let center = BarLayout(width: window.width).rect(of: button).center
    desk.click(x: window.x + Int(center.x), y: window.y + Int(center.y))
  }

  /// Waits until a condition holds for the window's pixels, and returns them.
  @discardableResult
  func wait(for what: String, until isSo: (Screenshot) -> Bool) throws -> Screenshot {
    var shot = try look()
    try Desk.wait(for: what) {
      guard process.isRunning else { throw Missing("the game has ended") }
      shot = try look()
      return isSo(shot)
    }
    return shot
  }
}
