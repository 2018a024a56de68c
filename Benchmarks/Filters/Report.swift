import Geometry

/// The figures, for people and for programs.
struct Report {
  let driver: String
  let size: PixelSize
  let rounds: Int
  let contenders: [Contender]

  /// One row a chain, each beside the unfiltered frame of the same run.
  var table: String {
    let header = "\(driver), \(size.width) x \(size.height), \(rounds) frames each\n"
    let columns = ["", "passes", "median ms", "p90 ms", "x unfiltered", "first ms"]
    let bare = contenders.first?.median ?? 0
    let rows = contenders.map {
      [
        $0.name, "\($0.passes)", text($0.median), text($0.time(0.9)), text($0.median / bare),
        text($0.firstMilliseconds),
      ]
    }
    let widths = columns.indices.map { column in
      ([columns] + rows).map { $0[column].count }.max() ?? 0
    }
    let lines = ([columns] + rows).map { row in
      row.enumerated().map { index, cell in
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        return index == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }
    return header + lines.joined(separator: "\n")
  }

  /// The same as one JSON object.
  var json: String {
    let rows = contenders.map {
      "    {\"chain\": \"\($0.name)\", \"passes\": \($0.passes), \"median_ms\": \(text($0.median)), "
        + "\"p90_ms\": \(text($0.time(0.9))), \"first_ms\": \(text($0.firstMilliseconds))}"
    }
    return "{\n  \"driver\": \"\(driver)\", \"width\": \(size.width), \"height\": \(size.height), "
      + "\"frames\": \(rounds),\n  \"chains\": [\n" + rows.joined(separator: ",\n") + "\n  ]\n}\n"
  }

  private func text(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
