import BenchmarkSupport
import Geometry
import TestSupport

/// The results of all contenders with one picture.
struct ViewersReport {
  /// The results of one program.
  struct Row {
    let contender: Contender
    var milliseconds: Double?
    var bytes: Int?
    var wheel = Measurements()
  }

  let file: String
  /// The memory of a bare EGL window, in bytes.
  let windowBytes: Int
  var rows: [Row] = []
  /// The time of a plain decode of the whole picture, in milliseconds.
  var plainDecode: Double?
  var wheelDuringPass = Measurements()
  var economy: Double?
  var jumps: ViewerHarness.Jumps?

  private var floor: Row? { rows.first { $0.contender.name == Contender.floor.name } }

  private var others: [Row] { rows.filter { $0.contender.isViewer && !$0.contender.isFresnel } }

  private func mebibytes(_ row: Row) -> Double? {
    row.bytes.map { Double($0 - windowBytes) / 1_048_576 }
  }

  /// Returns the ratio of two figures.
  private func ratio(_ figure: Double?, _ other: Double?) -> Double? {
    guard let figure, let other, other > 0 else { return nil }
    return figure / other
  }

  /// The table, with each figure relative to the floor or to the best other viewer, and the figures
  /// that exist for fresnel only.
  var text: String {
    var table = Table(columns: [
      name, "picture ms", "x floor", "x other", "MiB", "x other", "wheel ms", "p90", "x other",
    ])
    let fastest = others.compactMap(\.milliseconds).min()
    let smallest = others.compactMap { mebibytes($0) }.min()
    let quickest = others.compactMap(\.wheel.median).min()
    for row in rows {
      let isOurs = row.contender.isFresnel
      table.rows.append([
        row.contender.name, shown(row.milliseconds),
        shown(ratio(row.milliseconds, floor?.milliseconds), 2),
        isOurs ? shown(ratio(row.milliseconds, fastest), 2) : "", shown(mebibytes(row), 1),
        isOurs ? shown(ratio(mebibytes(row), smallest), 2) : "", shown(row.wheel.median, 1),
        shown(row.wheel.part(0.9), 1), isOurs ? shown(ratio(row.wheel.median, quickest), 2) : "",
      ])
    }
    return ([table.text] + sentences).joined(separator: "\n")
  }

  private func shown(_ figure: Double?, _ decimals: Int = 0) -> String {
    BenchmarkSupport.text(figure, decimals: decimals)
  }

  private var sentences: [String] {
    var lines: [String] = []
    if let economy {
      lines.append("decoded / displayed pixels over 40 zooms: \(shown(economy, 2))")
    }
    if let median = wheelDuringPass.median {
      lines.append(
        "wheel during the pass: \(shown(median, 1)) ms, p90 \(shown(wheelDuringPass.part(0.9), 1))")
    }
    if let jumps {
      if let decode = ratio(jumps.pass * 1000, plainDecode) {
        lines.append(
          "the whole pass: \(shown(jumps.pass, 2)) s, \(shown(decode, 2)) x a plain decode "
            + "(\(shown(plainDecode)) ms)")
      }
      lines.append(
        "key 1 to sharp after the pass: \(shown(jumps.sharp.median)) ms, "
          + "the longest of \(jumps.sharp.values.count) \(shown(jumps.sharp.largest))")
    }
    return lines
  }

  private var name: String { String(file.split(separator: "/").last ?? "") }

  /// The same figures as JSON.
  var json: ReportJSON {
    .object([
      ("picture", .string(name)),
      ("bare_window_mib", .number(Double(windowBytes) / 1_048_576)),
      ("decoded_per_displayed", .number(economy)),
      ("plain_decode_ms", .number(plainDecode)),
      ("pass_s", .number(plainDecode == nil ? nil : jumps?.pass)),
      ("sharp_ms_median", .number(jumps?.sharp.median)),
      ("sharp_ms_longest", .number(jumps?.sharp.largest)),
      ("wheel_during_pass_ms_median", .number(wheelDuringPass.median)),
      ("wheel_during_pass_ms_p90", .number(wheelDuringPass.part(0.9))),
      (
        "contenders",
        .list(
          rows.map { row in
            .object([
              ("name", .string(row.contender.name)),
              ("picture_ms", .number(row.milliseconds)),
              ("memory_above_window_mib", .number(mebibytes(row))),
              ("wheel_ms_median", .number(row.wheel.median)),
              ("wheel_ms_p90", .number(row.wheel.part(0.9))),
            ])
          })
      ),
    ])
  }
}
