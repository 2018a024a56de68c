import BenchmarkSupport
import Geometry

/// The start with one picture: the times of all contenders, and the viewer's own milestones.
struct StartReport {
  let picture: String
  let surface: PixelSize
  let isFullScreen: Bool
  private var names: [String] = []
  private var times: [String: Measurements] = [:]
  private var milestones: [String: Measurements] = [:]

  /// The milestones that are printed, in the order of a usual start.
  private static let order = [
    "main", "file_open", "decoder_spawned", "decoder_main", "decoder_locked", "decoder_header",
    "header", "window_mapped", "first_row", "last_row", "painted", "shown", "caption",
    "listing", "renderer_ready", "first_renderer_frame", "neighbour",
  ]
  /// The budget over the floor: added milliseconds, or a factor if that gives more.
  private static let budget = (added: 15.0, factor: 1.25)

  /// Makes an empty report.
  init(picture: String, surface: PixelSize, isFullScreen: Bool) {
    self.picture = picture
    self.surface = surface
    self.isFullScreen = isFullScreen
  }

  /// Adds a program's time of one round, in seconds; `nil` if it showed nothing.
  mutating func add(_ seconds: Double?, of name: String) {
    if !names.contains(name) { names.append(name) }
    if let seconds { times[name, default: Measurements()].values.append(seconds * 1000) }
  }

  /// Returns true if a program's best time is over 1.5 times that of the fastest viewer after two
  /// rounds or more, or over 3 times after the first; never for this viewer, in this build or an
  /// older one.
  func isFarBehind(_ contender: Contender) -> Bool {
    guard !contender.isFresnel, contender.isViewer,
      let own = times[contender.name]?.values,
      let best = own.min(), let fastest = fastestViewer
    else { return false }
    return best > fastest.smallest * (own.count > 1 ? 1.5 : 3)
  }

  /// The viewer with the smallest time so far, the floor excluded.
  private var fastestViewer: (name: String, smallest: Double)? {
    names.filter { $0 != "floor" }
      .compactMap { name in times[name]?.values.min().map { (name, $0) } }
      .min { $0.1 < $1.1 }
  }

  /// The viewer of another project with the smallest median.
  private var fastestPeer: (name: String, median: Double)? {
    names.filter { !["floor", "fresnel", "before"].contains($0) }
      .compactMap { name in times[name]?.median.map { (name, $0) } }
      .min { $0.1 < $1.1 }
  }

  /// Returns one line per report: the viewer, its budget, and the fastest of the others.
  static func summary(_ reports: [StartReport]) -> String {
    var table = Table(
      columns: [
        "time to picture, median ms (smallest)", "fresnel", "floor", "budget", "fastest peer",
      ])
    for report in reports {
      func figure(_ name: String?) -> String {
        guard let samples = name.flatMap({ report.times[$0] }) else { return "-" }
        return "\(report.shown(samples.median)) (\(report.shown(samples.values.min())))"
      }
      table.rows.append([
        report.title, figure("fresnel"), figure("floor"),
        report.shown(report.bound) + (report.keepsBudget == false ? ", missed" : ""),
        report.fastestPeer.map { "\($0.name) \(figure($0.name))" } ?? "-",
      ])
    }
    return table.text
  }

  /// Adds the viewer's milestones of a round, in milliseconds from the start of its process.
  mutating func add(_ round: [String: Double]) {
    for (name, time) in round { milestones[name, default: Measurements()].values.append(time) }
  }

  private var title: String {
    "\(picture), \(surface.width) x \(surface.height)"
      + (isFullScreen ? ", full screen" : ", window")
  }

  /// The budget's upper limit in milliseconds; `nil` without a floor.
  private var bound: Double? {
    times["floor"]?.median.map { max($0 + Self.budget.added, $0 * Self.budget.factor) }
  }

  /// A table of times and one of milestones.
  var text: String {
    var table = Table(columns: [title, "median ms", "smallest", "x floor"])
    for name in names {
      let median = times[name]?.median
      let floor = times["floor"]?.median
      let ratio = median.flatMap { median in floor.map { median / $0 } }
      table.rows.append([
        name, shown(median), shown(times[name]?.values.min()), shown(ratio, 2),
      ])
    }
    var way = Table(columns: ["fresnel's way, ms from its start", "median", "smallest"])
    for name in Self.order {
      guard let samples = milestones[name] else { continue }
      way.rows.append([name, shown(samples.median, 1), shown(samples.values.min(), 1)])
    }
    return [table.text, sentence, way.text].joined(separator: "\n")
  }

  /// True if the viewer is within its budget; `nil` without a floor.
  private var keepsBudget: Bool? {
    bound.flatMap { bound in times["fresnel"]?.median.map { $0 <= bound } }
  }

  private var sentence: String {
    guard let bound, let keepsBudget else { return "There is no floor." }
    return "budget \(shown(bound)) ms: " + (keepsBudget ? "kept" : "missed")
  }

  private func shown(_ figure: Double?, _ decimals: Int = 0) -> String {
    BenchmarkSupport.text(figure, decimals: decimals)
  }

  /// The same figures as JSON.
  var json: ReportJSON {
    func figures(_ samples: [String: Measurements], _ names: [String]) -> ReportJSON {
      .list(
        names.filter { samples[$0] != nil }.map { name in
          .object([
            ("name", .string(name)), ("median_ms", .number(samples[name]?.median)),
            ("smallest_ms", .number(samples[name]?.values.min())),
          ])
        })
    }
    return .object([
      ("picture", .string(picture)),
      ("surface", .string("\(surface.width)x\(surface.height)")),
      ("full_screen", .string(isFullScreen ? "yes" : "no")),
      ("budget_ms", .number(bound)),
      ("contenders", figures(times, names)),
      ("milestones", figures(milestones, Self.order)),
    ])
  }
}
