import BenchmarkSupport
import FaultyServer
import Geometry
import Glibc
import Platform
import Synchronization
import TestSupport

/// A large Deep Zoom from a server on this machine that waits before each answer: the first sharp
/// view, 100 %, and a pan there; how much was asked for, and how much a browser would ask for.
struct ElsewhereBenchmark {
  let folder: String
  let largest: Int

  /// Milliseconds that the server waits before each answer.
  private static let delays = [0, 20, 200]
  /// How far the picture is panned, in device pixels.
  private static let pan = 600

  /// What was sent since the counts were looked at last.
  private final class Counts: Sendable {
    private let state = Mutex((requests: 0, bytes: 0))

    func add(_ bytes: Int) {
      state.withLock { state in
        state.requests += 1
        state.bytes += bytes
      }
    }

    func take() -> (requests: Int, bytes: Int) {
      state.withLock { state in
        defer { state = (0, 0) }
        return state
      }
    }
  }

  /// What one step took.
  private struct Row {
    let delay: Int
    let step: String
    let milliseconds: Double?
    let counts: (requests: Int, bytes: Int)
    /// Tiles that OpenSeadragon asks for: of the sharp level, and with coarser ones.
    let browser: (sharp: Int, all: Int)

    var cells: [String] {
      [
        "\(delay) ms, \(step)", text(milliseconds), "\(counts.requests)",
        text(Double(counts.bytes) / 1024), "\(browser.sharp)", "\(browser.all)",
      ]
    }

    var json: JSON {
      .object([
        ("delay", .number(Double(delay))), ("step", .string(step)),
        ("milliseconds", .number(milliseconds)), ("requests", .number(Double(counts.requests))),
        ("bytes", .number(Double(counts.bytes))), ("sharp tiles", .number(Double(browser.sharp))),
        ("all tiles", .number(Double(browser.all))),
      ])
    }
  }

  /// Measures, printing one table.
  func run() throws -> [JSON] {
    let work = try TemporaryFolder()
    let cutting = try TestProcess(
      PipedProcess.built("fresnel"),
      ["cut", "\(folder)/picture-\(largest)mp.jpg", "-o", work["picture.dzi"]])
    guard cutting.wait(limit: 900) == .status(0) else { throw NotCut(cutting.standardError) }
    let description = WebReply.file("/picture.dzi", in: work.path).body
    guard let size = Self.size(in: String(decoding: description, as: UTF8.self)) else {
      throw NotCut("the description names no size")
    }
    let browser = BrowserTiles(size: size, surface: Stage.usualSize)
    let stage = try Stage()
    var rows: [Row] = []
    for delay in Self.delays { rows += try measure(delay, work.path, size, browser, on: stage) }
    var table = Table(columns: [
      "picture-\(largest)mp.dzi", "ms", "requests", "KiB", "a browser's", "with coarser levels",
    ])
    table.rows = rows.map(\.cells)
    say("\n\(table.text)")
    return rows.map(\.json)
  }

  private struct NotCut: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private func measure(
    _ delay: Int, _ path: String, _ size: PixelSize, _ browser: BrowserTiles, on stage: Stage
  ) throws -> [Row] {
    let counts = Counts()
    // Another folder's name for each delay: nothing comes from the cache.
    let server = try FaultyServer { request in
      let name = request.path.split(separator: "/").dropFirst().joined(separator: "/")
      var reply = WebReply.file("/" + name, in: path)
      counts.add(reply.body.count)
      reply.delay = Double(delay) / 1000
      return reply
    }
    let calm = 1 + 4 * Double(delay) / 1000
    var rows: [Row] = []
    func note(_ step: String, _ seconds: Double?, _ tiles: (sharp: Int, all: Int)) {
      rows.append(
        Row(
          delay: delay, step: step, milliseconds: seconds.map { $0 * 1000 },
          counts: counts.take(), browser: tiles))
    }
    let began = MonotonicClock.now()
    let process = try stage.start(
      .fresnel, server.address("/\(delay)/picture.dzi"), preferences: .immediate)
    defer { stage.end(process) }
    note("first view", stage.timeToPicture(of: process, since: began, calm: calm), browser.whole)
    stage.focus()
    stage.hands.move(toX: stage.size.width / 2, y: stage.size.height / 2)
    stage.waitUntilStill(calm)
    _ = counts.take()
    var middle = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
    let zoomed = MonotonicClock.now()
    stage.hands.key(0x31)
    note("to 100 %", stage.timeToStillness(since: zoomed, calm: calm), browser.tiles(at: middle))
    // What is fetched ahead is not the pan's.
    stage.waitUntilStill(calm)
    usleep(useconds_t(calm * 1e6))
    _ = counts.take()
    let before = middle
    middle.x += Double(Self.pan)
    let (x, y) = (stage.size.width / 2 + Self.pan / 2, stage.size.height / 2)
    stage.hands.move(toX: x, y: y)
    stage.hands.press()
    for step in 1...20 {
      stage.hands.move(toX: x - Self.pan * step / 20, y: y)
      usleep(8000)
    }
    let panned = MonotonicClock.now()
    usleep(100_000)
    stage.hands.release()
    note(
      "pan", stage.timeToStillness(since: panned, calm: calm),
      browser.tiles(at: middle, besides: before))
    return rows
  }

  /// The size that a description of `fresnel cut` names.
  private static func size(in text: String) -> PixelSize? {
    func number(_ name: String) -> Int? {
      guard let place = text.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
      return Int(text[place...].prefix { $0.isNumber })
    }
    guard let width = number("Width"), let height = number("Height") else { return nil }
    return PixelSize(width: width, height: height)
  }
}

/// Which tiles of a Deep Zoom OpenSeadragon asks for, by its own formulas: of the finest level
/// whose pixels are at least half as large as the screen's (`minPixelRatio`), and of coarser ones
/// until these are there.
struct BrowserTiles {
  let size: PixelSize
  let surface: PixelSize

  private static let edge = 254.0
  private static let leastRatio = 0.5

  private func count(_ area: Rect, scale: Double) -> Set<[Int]> {
    func cells(_ low: Double, _ high: Double, _ length: Int) -> ClosedRange<Int> {
      let all = (Double(length) * scale).rounded(.up)
      let last = Int(((all / Self.edge).rounded(.up) - 1))
      let first = min(max(0, Int((low * scale / Self.edge).rounded(.down))), last)
      return first...min(max(first, Int((high * scale / Self.edge).rounded(.down))), last)
    }
    var tiles: Set<[Int]> = []
    for row in cells(area.minY, area.maxY, size.height) {
      for column in cells(area.minX, area.maxX, size.width) { tiles.insert([column, row]) }
    }
    return tiles
  }

  /// The tiles of an area of the picture that is seen at a scale, for each level.
  private func tiles(_ area: Rect, viewScale: Double) -> [Double: Set<[Int]>] {
    var found: [Double: Set<[Int]>] = [:]
    var scale = 1.0
    while Double(max(size.width, size.height)) * scale > Self.edge / 2 {
      if viewScale / scale >= Self.leastRatio { found[scale] = count(area, scale: scale) }
      scale /= 2
    }
    return found
  }

  private func sums(_ found: [Double: Set<[Int]>]) -> (sharp: Int, all: Int) {
    let sharp = found.max { $0.key < $1.key }?.value.count ?? 0
    return (sharp, found.values.reduce(0) { $0 + $1.count })
  }

  /// Those of the whole picture in the window.
  var whole: (sharp: Int, all: Int) {
    let scale = min(
      Double(surface.width) / Double(size.width), Double(surface.height) / Double(size.height))
    let area = Rect(minX: 0, minY: 0, maxX: Double(size.width), maxY: Double(size.height))
    return sums(tiles(area, viewScale: scale))
  }

  /// Those of a view at 100 % around a point, without those of another.
  func tiles(at point: Point, besides other: Point? = nil) -> (sharp: Int, all: Int) {
    func area(_ point: Point) -> Rect {
      let (width, height) = (Double(surface.width) / 2, Double(surface.height) / 2)
      return Rect(
        minX: point.x - width, minY: point.y - height, maxX: point.x + width,
        maxY: point.y + height)
    }
    var found = tiles(area(point), viewScale: 1)
    if let other {
      for (scale, seen) in tiles(area(other), viewScale: 1) { found[scale]?.subtract(seen) }
    }
    return sums(found)
  }
}
