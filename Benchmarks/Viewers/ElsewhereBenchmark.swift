import BenchmarkSupport
import FaultyServer
import Geometry
import Glibc
import Platform
import Synchronization
import TestSupport

/// A large Deep Zoom from a local server that delays each reply: the first sharp view, 100 %, and a
/// pan there; the number of requests, and the number that a browser would make.
///
/// If there is a browser with OpenSeadragon (``BrowserPage``), it does the same in the same run.
struct ElsewhereBenchmark {
  let folder: String
  let largest: Int

  /// The server's delays before each reply, in milliseconds.
  private static let delays = [0, 20, 200]
  /// The distance of the pan, in device pixels.
  private static let pan = 600

  /// Counts the replies since the last `take()`.
  private final class Counts: Sendable {
    private let state = Mutex((requests: 0, bytes: 0))
    private let first = Mutex<Double?>(nil)

    func add(_ bytes: Int) {
      first.withLock { $0 = $0 ?? MonotonicClock.now() }
      state.withLock { state in
        state.requests += 1
        state.bytes += bytes
      }
    }

    /// The time of the first request.
    var began: Double? { first.withLock { $0 } }

    func take() -> (requests: Int, bytes: Int) {
      state.withLock { state in
        defer { state = (0, 0) }
        return state
      }
    }
  }

  /// The results of one step.
  private struct Row {
    let contender: String
    let delay: Int
    let step: String
    let milliseconds: Double?
    let counts: (requests: Int, bytes: Int)
    /// The tiles that OpenSeadragon requests: those of the sharp level, and all with coarser ones.
    let browser: (sharp: Int, all: Int)

    var cells: [String] {
      [
        "\(contender), \(delay) ms, \(step)", text(milliseconds), "\(counts.requests)",
        text(Double(counts.bytes) / 1024), "\(browser.sharp)", "\(browser.all)",
      ]
    }

    var json: ReportJSON {
      .object([
        ("viewer", .string(contender)), ("delay", .number(Double(delay))), ("step", .string(step)),
        ("milliseconds", .number(milliseconds)), ("requests", .number(Double(counts.requests))),
        ("bytes", .number(Double(counts.bytes))), ("sharp tiles", .number(Double(browser.sharp))),
        ("all tiles", .number(Double(browser.all))),
      ])
    }
  }

  /// Measures all steps and prints one table.
  func run() throws -> [ReportJSON] {
    let work = try TemporaryFolder()
    let cutting = try TestProcess(
      PipedProcess.built("fresnel"),
      ["cut", "\(folder)/picture-\(largest)mp.jpg", "-o", work["picture.dzi"]])
    guard cutting.wait(limit: 900) == .status(0) else { throw NotCut(cutting.standardError) }
    let description = WebReply.file("/picture.dzi", in: work.path).body
    guard let size = Self.size(in: String(decoding: description, as: UTF8.self)) else {
      throw NotCut("the description names no size")
    }
    let browser = BrowserTiles(size: size, surface: ViewerHarness.usualSize)
    let harness = try ViewerHarness()
    var rows: [Row] = []
    let page = BrowserPage()
    for delay in Self.delays {
      rows += try measure(.fresnel, nil, delay, work.path, size, browser, on: harness)
      guard let page else { continue }
      rows += try measure(.chromium, page, delay, work.path, size, browser, on: harness)
    }
    var table = Table(columns: [
      "picture-\(largest)mp.dzi (the browser's first view: since it asked)", "ms", "requests",
      "KiB", "a browser's", "with coarser levels",
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
    _ contender: Contender, _ page: BrowserPage?, _ delay: Int, _ path: String, _ size: PixelSize,
    _ browser: BrowserTiles, on harness: ViewerHarness
  ) throws -> [Row] {
    let counts = Counts()
    // Each delay has its own folder name, so that nothing comes from the cache.
    let server = try FaultyServer { request in
      let name = request.path.split(separator: "/").dropFirst().joined(separator: "/")
      if let reply = page?.reply(to: name) { return reply }
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
          contender: contender.name, delay: delay, step: step,
          milliseconds: seconds.map { $0 * 1000 },
          counts: counts.take(), browser: tiles))
    }
    let began = MonotonicClock.now()
    let process = try harness.start(
      contender, server.address("/\(delay)/\(page == nil ? "picture.dzi" : "page.html")"),
      preferences: .immediate)
    defer { harness.end(process) }
    let seen = harness.timeToPicture(of: process, since: began, calm: calm)
    let asked = counts.began.map { $0 - began }
    // A browser takes seconds to start, which says nothing about how it loads tiles.
    note(
      "first view", page == nil ? seen : seen.flatMap { seen in asked.map { seen - $0 } },
      browser.whole)
    harness.focus()
    harness.hands.move(toX: harness.size.width / 2, y: harness.size.height / 2)
    harness.waitUntilStill(calm)
    _ = counts.take()
    var middle = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
    let zoomed = MonotonicClock.now()
    harness.hands.key(0x31)
    note("to 100 %", harness.timeToStillness(since: zoomed, calm: calm), browser.tiles(at: middle))
    // Prefetched tiles must not count for the pan.
    harness.waitUntilStill(calm)
    usleep(useconds_t(calm * 1e6))
    _ = counts.take()
    let before = middle
    middle.x += Double(Self.pan)
    let (x, y) = (harness.size.width / 2 + Self.pan / 2, harness.size.height / 2)
    harness.hands.move(toX: x, y: y)
    harness.hands.press()
    for step in 1...20 {
      harness.hands.move(toX: x - Self.pan * step / 20, y: y)
      usleep(8000)
    }
    let panned = MonotonicClock.now()
    usleep(100_000)
    harness.hands.release()
    note(
      "pan", harness.timeToStillness(since: panned, calm: calm),
      browser.tiles(at: middle, besides: before))
    return rows
  }

  /// Returns the size in a description that `fresnel cut` wrote.
  private static func size(in text: String) -> PixelSize? {
    func number(_ name: String) -> Int? {
      guard let place = text.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
      return Int(text[place...].prefix { $0.isNumber })
    }
    guard let width = number("Width"), let height = number("Height") else { return nil }
    return PixelSize(width: width, height: height)
  }
}
