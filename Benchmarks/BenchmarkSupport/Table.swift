/// Rows and columns of text, aligned.
package struct Table {
  /// What stands above the columns.
  package let columns: [String]
  /// A cell for each column.
  package var rows: [[String]] = []

  /// A table without rows.
  package init(columns: [String]) { self.columns = columns }

  /// Lines: the first column to the left, all others to the right.
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

/// A figure with so many decimals, or a dash where there is none.
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
