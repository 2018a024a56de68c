/// A text table with aligned columns.
package struct Table {
  /// The column headings.
  package let columns: [String]
  /// One cell for each column.
  package var rows: [[String]] = []

  /// Makes a table without rows.
  package init(columns: [String]) { self.columns = columns }

  /// The table's lines: the first column is left-aligned, the others are right-aligned.
  package var text: String {
    let widths = columns.indices.map { column in
      ([columns] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([columns] + rows).map { row in
      row.enumerated().map { index, cell in
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        return index == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// Returns a figure with the given number of decimals, or a dash if there is none.
package func text(_ figure: Double?, decimals: Int = 0) -> String {
  guard let figure, figure.isFinite else { return "-" }
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let whole = Int((figure * Double(scale)).rounded())
  if decimals == 0 { return "\(whole)" }
  let rest = "\(abs(whole) % scale)"
  let sign = whole < 0 ? "-" : ""
  let zeros = String(repeating: "0", count: decimals - rest.count)
  return "\(sign)\(abs(whole) / scale).\(zeros)\(rest)"
}
