import BenchmarkSupport

/// Intervals between frames, one row per motion.
struct FlightReport {
  /// The results of one run, in milliseconds.
  struct Row {
    let name: String
    var median: Double?
    var p99: Double?
    var longest: Double?
    /// The latency from reading an input to the frame that shows it.
    var latency: Double?
    var latencyP99: Double?
  }

  let title: String
  var rows: [Row] = []

  /// The table, with the quad's rows first.
  var text: String {
    var table = Table(columns: [
      "flight on \(title)", "interval p50", "p99", "longest", "input to frame p50", "p99",
    ])
    for row in rows {
      table.rows.append(
        [row.name]
          + [row.median, row.p99, row.longest, row.latency, row.latencyP99].map {
            BenchmarkSupport.text($0, decimals: 1)
          })
    }
    return table.text
  }

  /// The same figures as JSON.
  var json: ReportJSON {
    .object([
      ("server", .string(title)),
      (
        "runs",
        .list(
          rows.map { row in
            .object([
              ("name", .string(row.name)),
              ("interval_ms_p50", .number(row.median)),
              ("interval_ms_p99", .number(row.p99)),
              ("interval_ms_longest", .number(row.longest)),
              ("input_to_frame_ms_p50", .number(row.latency)),
              ("input_to_frame_ms_p99", .number(row.latencyP99)),
            ])
          })
      ),
    ])
  }
}
