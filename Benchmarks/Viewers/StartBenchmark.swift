import Geometry
import Glibc
import Platform
import TestSupport

/// Measures how soon the first picture is on the screen, compared with the floor and other viewers,
/// and where the time goes.
///
/// Each picture is alone in its folder, except for the viewer's own milestones: there, a second one
/// is its neighbour. Each contender has one run per round, so that a slow phase of the machine
/// affects all alike. Contenders that are far behind are skipped in later rounds.
struct StartBenchmark {
  let folder: String
  /// The largest picture, in megapixels.
  let largest: Double
  /// True if the picture and the programs are read from disk each time, and, if permitted,
  /// everything that they need.
  let isCold: Bool

  private static let rounds = 5
  /// The rounds with the viewer's own milestones.
  private static let roundsWithMilestones = 3
  /// The time limit for the neighbour, in seconds.
  private static let neighbourTimeout = 5.0
  /// Seconds after which an unchanged screen is settled.
  private static let calm = 0.7
  private static let surfaces = [ViewerHarness.usualSize, PixelSize(width: 3840, height: 2160)]
  private static let megapixels = ["0.1", "1", "4", "12", "24", "108"]
  private static let endings = [".jpg", ".png", ".tif", ".webp", ".gif"]

  /// Measures, and prints two tables for each picture, surface and kind of window as it is done.
  func run() throws -> [StartReport] {
    var reports: [StartReport] = []
    for surface in Self.surfaces {
      let harness = try ViewerHarness(size: surface)
      for isFullScreen in [false, true] {
        let contenders = Contender.starting(on: surface, isFullScreen: isFullScreen)
        for megapixels in Self.megapixels where Double(megapixels) ?? 0 <= largest {
          for ending in Self.endings {
            let file = "\(folder)/picture-\(megapixels)mp\(ending)"
            guard access(file, R_OK) == 0 else { continue }
            var report = StartReport(
              picture: "picture-\(megapixels)mp\(ending)", surface: surface,
              isFullScreen: isFullScreen)
            try measure(file, contenders, on: harness, into: &report)
            print("\n\(report.text)")
            fflush(nil)
            reports.append(report)
          }
        }
      }
    }
    return reports
  }

  private func measure(
    _ original: String, _ contenders: [Contender], on harness: ViewerHarness,
    into report: inout StartReport
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.link(to: original)
    let beside = try TemporaryFolder()
    let first = try beside.link(to: original)
    try beside.link(to: original, as: "second-\(report.picture)")
    DiskCache.fill(with: file)
    for round in 0..<Self.rounds {
      for contender in contenders where !report.isFarBehind(contender) {
        forgetIfCold([file, contender.executable])
        let began = MonotonicClock.now()
        let process = try harness.start(contender, file)
        let seconds = harness.timeToPicture(of: process, since: began, calm: Self.calm)
        harness.end(process)
        report.add(seconds, of: contender.name)
      }
      if round < Self.roundsWithMilestones, let fresnel = contenders.first(where: \.isFresnel) {
        forgetIfCold([file, fresnel.executable])
        report.add(try milestones(of: fresnel, first, on: harness))
      }
    }
  }

  private func forgetIfCold(_ paths: [String]) {
    guard isCold, !DiskCache.forgetAll() else { return }
    for path in paths { DiskCache.forget(path) }
    for format in ["jpeg", "png", "tiff", "webp", "gif"] {
      DiskCache.forget(PipedProcess.built("fresnel-decode-\(format)"))
    }
  }

  /// Returns the viewer's own milestones, in milliseconds from the start of its process.
  private func milestones(
    of fresnel: Contender, _ file: String, on harness: ViewerHarness
  ) throws -> [String: Double] {
    let began = MonotonicClock.now()
    let process = try harness.start(fresnel, file, arguments: ["--stats"])
    defer { harness.end(process) }
    guard harness.timeToPicture(of: process, since: began, calm: Self.calm) != nil else {
      return [:]
    }
    // The neighbour may take as long as the picture.
    ProcessFamily(process.pid).waitUntilQuiet(limit: Self.neighbourTimeout)
    harness.prepareInput()
    guard let statistics = harness.statistics(of: process),
      let clock = statistics["clock_at_main_ms"]
    else { return [:] }
    let start = clock - began * 1000
    var milestones = ["main": start]
    for (name, time) in statistics where name.hasPrefix("at_") && name.hasSuffix("_ms") {
      milestones[String(name.dropFirst(3).dropLast(3))] = start + time
    }
    return milestones
  }
}

extension Contender {
  /// The contenders for a first picture, in a window of their own choice or in full screen.
  fileprivate static func starting(on surface: PixelSize, isFullScreen: Bool) -> [Contender] {
    // A viewer's first window takes 80 % of the screen's width and height.
    let size =
      isFullScreen
      ? surface : PixelSize(width: surface.width * 4 / 5, height: surface.height * 4 / 5)
    let ours = isFullScreen ? ["--fullscreen"] : []
    let own = Contender.own.map { contender in
      Contender(
        name: contender.name, executable: contender.executable, arguments: ours, isFresnel: true)
    }
    let floor = Contender(
      name: "floor", executable: PipedProcess.built("fresnel-bench-floor"),
      arguments: ["show-\(size.width)x\(size.height)"], isViewer: false)
    let others = [
      Contender(
        name: "feh", executable: "feh", arguments: isFullScreen ? ["-F"] : ["--scale-down"]),
      Contender(name: "nsxiv", executable: "nsxiv", arguments: isFullScreen ? ["-f"] : []),
      Contender(
        name: "viewnior", executable: "viewnior", arguments: isFullScreen ? ["--fullscreen"] : []),
      Contender(name: "imv-x11", executable: "imv-x11", arguments: isFullScreen ? ["-f"] : []),
    ]
    return own + [floor] + others.filter { TestProcess.canFind($0.executable) }
  }
}
