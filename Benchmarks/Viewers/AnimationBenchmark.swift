import BenchmarkSupport
import Glibc
import Platform
import TestSupport

/// Animations in fresnel and in other viewers: the cost of playing them, and the frames that become
/// visible.
struct AnimationBenchmark {
  let folder: String

  /// The files of Scripts/make-animations, and the duration of one loop of each, in seconds.
  private static let names = ["film.gif", "film.webp"]
  private static let run = 2.0
  private static let frames = 100

  private static let contenders = [
    Contender(
      name: "fresnel", executable: PipedProcess.built("fresnel"),
      arguments: ["--geometry", "1280x720+0+0"], isFresnel: true),
    Contender(
      name: "mpv", executable: "mpv",
      arguments: [
        "--no-config", "--really-quiet", "--loop-file=inf", "--geometry=1280x720+0+0", "--no-osc",
      ]),
    Contender(
      name: "mpv x11", executable: "mpv",
      arguments: [
        "--no-config", "--really-quiet", "--loop-file=inf", "--geometry=1280x720+0+0", "--no-osc",
        "--vo=x11",
      ]),
    Contender(name: "imv", executable: "imv-x11"),
  ].filter { $0.isFresnel || TestProcess.canFind($0.executable) }

  /// The results of one program with one file.
  struct Row {
    var name: String
    /// Processor seconds per second of playing, of the program's processes and of the X server.
    var processor: Double
    var server: Double
    /// Distinct frames seen per second.
    var seen: Double
    /// The longest time that a frame stayed on the screen, in milliseconds.
    var longest: Double
    /// The delay of the last loop after half a minute, in milliseconds; `nil` if no frame was seen
    /// again.
    var late: Double?
    var bytes: Int
  }

  /// Measures all files and prints a table for each as soon as it is done.
  func run(seconds: Double = 30) throws -> [ReportJSON] {
    let harness = try ViewerHarness()
    return try Self.names.map { name in
      let alone = try TemporaryFolder()
      let file = try alone.link(to: "\(folder)/\(name)")
      DiskCache.fill(with: file)
      let rows = try Self.contenders.map { try measure($0, file, on: harness, for: seconds) }
      var table = Table(columns: [
        "\(name), 1280 × 720 at 50 a second", "processor %", "X server %", "pictures/s",
        "longest ms", "late after \(Int(seconds)) s, ms", "MiB",
      ])
      table.rows = rows.map {
        [
          $0.name, text($0.processor * 100), text($0.server * 100), text($0.seen, decimals: 1),
          text($0.longest), text($0.late), text(Double($0.bytes) / 1_048_576),
        ]
      }
      print("\n\(table.text)")
      fflush(nil)
      return .object([
        ("file", .string(name)),
        (
          "rows",
          .list(
            rows.map {
              .object([
                ("name", .string($0.name)), ("processor", .number($0.processor)),
                ("server", .number($0.server)), ("seen", .number($0.seen)),
                ("longest", .number($0.longest)), ("late", .number($0.late)),
                ("bytes", .number(Double($0.bytes))),
              ])
            })
        ),
      ])
    }
  }

  private func measure(
    _ contender: Contender, _ file: String, on harness: ViewerHarness, for seconds: Double
  ) throws -> Row {
    let process = try harness.start(contender, file)
    defer { harness.end(process) }
    // During the first loop everything is created for the first time.
    let began = MonotonicClock.now()
    while MonotonicClock.now() - began < 2 * Self.run + 1 { usleep(50_000) }
    let (family, server) = (
      ProcessFamily(process.pid), ProcessFamily(harness.server.process.pid)
    )
    let tick = 1 / Double(sysconf(Int32(_SC_CLK_TCK)))
    // Processor time is measured without screen captures, which load the server.
    let before = (ticks(family), ticks(server), MonotonicClock.now())
    usleep(10_000_000)
    let elapsed = MonotonicClock.now() - before.2
    let used = (ticks(family) - before.0, ticks(server) - before.1)
    let bytes = family.ownBytes
    var changes: [(time: Double, picture: Int)] = []
    let start = MonotonicClock.now()
    while MonotonicClock.now() - start < seconds {
      if harness.watch.look() {
        changes.append((MonotonicClock.now(), harness.watch.pixels.hashValue))
      }
      usleep(300)
    }
    let gaps = zip(changes.dropFirst(), changes).map { $0.time - $1.time }
    return Row(
      name: contender.name, processor: Double(used.0) * tick / elapsed,
      server: Double(used.1) * tick / elapsed, seen: Double(changes.count) / seconds,
      longest: (gaps.max() ?? 0) * 1000, late: Self.lateness(changes), bytes: bytes)
  }

  /// Returns the median delay of frames that are seen often, in milliseconds: how far the last
  /// sight of a frame is from a whole number of loops after its first.
  private static func lateness(_ changes: [(time: Double, picture: Int)]) -> Double? {
    var times: [Int: [Double]] = [:]
    for change in changes { times[change.picture, default: []].append(change.time) }
    var late = Measurements()
    for seen in times.values where seen.count >= 5 {
      let way = seen[seen.count - 1] - seen[0]
      late.values.append((way - (way / run).rounded() * run) * 1000)
    }
    return late.values.count >= frames / 4 ? late.median : nil
  }

  private func ticks(_ family: ProcessFamily) -> Int {
    family.sample().reduce(0) { $0 + $1.ticks }
  }
}
