import Geometry
import Glibc
import Platform
import TestSupport

/// How soon the first picture is on the screen, beside the floor and other viewers, and where the
/// time goes.
///
/// Each picture lies alone in a folder, but for the viewer's own times: there a second one beside
/// it is the neighbour. In each round everybody shows it once, so that a machine that is slow for a
/// while is slow for all. Who has been far behind is asked no more.
struct StartBenchmark {
  let folder: String
  /// The largest picture, in megapixels.
  let largest: Double
  /// Whether picture and programs come from the disk each time, and where it is permitted all that
  /// they need.
  let isCold: Bool

  private static let rounds = 5
  /// Rounds with the viewer's own times.
  private static let roundsWithMilestones = 3
  /// Seconds that a neighbour may take.
  private static let patienceForNeighbour = 5.0
  /// Seconds after which a screen that has not changed is settled.
  private static let calm = 0.7
  private static let surfaces = [ViewerStage.usualSize, PixelSize(width: 3840, height: 2160)]
  private static let megapixels = ["0.1", "1", "4", "12", "24", "108"]
  private static let endings = [".jpg", ".png", ".tif", ".webp", ".gif"]

  /// Measures, printing two tables for each picture, surface and kind of window as it is done.
  func run() throws -> [StartReport] {
    var reports: [StartReport] = []
    for surface in Self.surfaces {
      let stage = try ViewerStage(size: surface)
      for isFullScreen in [false, true] {
        let contenders = Contender.starting(on: surface, isFullScreen: isFullScreen)
        for megapixels in Self.megapixels where Double(megapixels) ?? 0 <= largest {
          for ending in Self.endings {
            let file = "\(folder)/picture-\(megapixels)mp\(ending)"
            guard access(file, R_OK) == 0 else { continue }
            var report = StartReport(
              picture: "picture-\(megapixels)mp\(ending)", surface: surface,
              isFullScreen: isFullScreen)
            try measure(file, contenders, on: stage, into: &report)
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
    _ original: String, _ contenders: [Contender], on stage: ViewerStage,
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
        let process = try stage.start(contender, file)
        let seconds = stage.timeToPicture(of: process, since: began, calm: Self.calm)
        stage.end(process)
        report.add(seconds, of: contender.name)
      }
      if round < Self.roundsWithMilestones, let fresnel = contenders.first(where: \.isFresnel) {
        forgetIfCold([file, fresnel.executable])
        report.add(try milestones(of: fresnel, first, on: stage))
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

  /// What the viewer says of its own way, in milliseconds from its start by this program.
  private func milestones(
    of fresnel: Contender, _ file: String, on stage: ViewerStage
  ) throws -> [String: Double] {
    let began = MonotonicClock.now()
    let process = try stage.start(fresnel, file, arguments: ["--stats"])
    defer { stage.end(process) }
    guard stage.timeToPicture(of: process, since: began, calm: Self.calm) != nil else { return [:] }
    // The neighbour may take as long as the picture did.
    ProcessFamily(process.pid).waitUntilQuiet(limit: Self.patienceForNeighbour)
    stage.prepareInput()
    guard let statistics = stage.statistics(of: process),
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
  /// Those that show a first picture, in a window of their own choice or over the whole screen.
  fileprivate static func starting(on surface: PixelSize, isFullScreen: Bool) -> [Contender] {
    // A viewer's first window takes four fifths of the screen.
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
