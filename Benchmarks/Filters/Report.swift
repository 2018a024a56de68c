import BenchmarkSupport
import Geometry

/// The figures as a table and as JSON.
struct Report {
  let driver: String
  let size: PixelSize
  let rounds: Int
  let contenders: [FilterContender]

  /// One row per chain, each compared with the unfiltered frame of the same run.
  var table: String {
    var table = Table(columns: ["", "passes", "median ms", "p90 ms", "x unfiltered", "first ms"])
    let bare = contenders.first?.median ?? 0
    table.rows = contenders.map {
      let figures = [$0.median, $0.time(0.9), $0.median / bare, $0.firstMilliseconds]
      return [$0.name, "\($0.passes)"] + figures.map { text($0, decimals: 2) }
    }
    return "\(driver), \(size.width) x \(size.height), \(rounds) frames each\n\(table.text)"
  }

  /// The same figures as a JSON object.
  var json: ReportJSON {
    let rows = contenders.map {
      ReportJSON.object([
        ("chain", .string($0.name)), ("passes", .number(Double($0.passes))),
        ("median_ms", .number($0.median)), ("p90_ms", .number($0.time(0.9))),
        ("first_ms", .number($0.firstMilliseconds)),
      ])
    }
    return .object([
      ("driver", .string(driver)), ("width", .number(Double(size.width))),
      ("height", .number(Double(size.height))), ("frames", .number(Double(rounds))),
      ("chains", .list(rows)),
    ])
  }
}
