/// How tiles are named, with what differs from tile to tile in braces.
///
/// `{z}` or `{level}` is the level, 0 the smallest; `{x}` or `{column}` and `{y}` or `{row}` the
/// cell from the top left; `{-y}` the row from the bottom, as TMS counts; `{scale}` the level's
/// size in thousandths of the picture's. `{s}` is one of `a`, `b` and `c`.
package struct TileTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case level, column, row, rowFromBottom, scale, server
  }

  private let parts: [Part]
  /// Names of one and the same server, so that more is asked for at once.
  private static let servers = ["a", "b", "c"]

  /// A template; a name in braces that is none of those is an error.
  package init(_ text: String) throws(TilePlacesError) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"),
      let close = rest[open...].firstIndex(of: "}")
    {
      parts.append(.text(String(rest[..<open])))
      let name = rest[rest.index(after: open)..<close]
      switch name {
      case "z", "level": parts.append(.level)
      case "x", "column": parts.append(.column)
      case "y", "row": parts.append(.row)
      case "-y": parts.append(.rowFromBottom)
      case "scale": parts.append(.scale)
      case "s": parts.append(.server)
      default: throw .badTemplate(String(name))
      }
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [.text(String(rest))]
  }

  /// Whether levels differ in their names; those of one name are one.
  var namesLevels: Bool { parts.contains(.level) || parts.contains(.scale) }

  /// The path of a tile in a level that has so many rows.
  func path(level: Int, scale: Int, column: Int, row: Int, rows: Int) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .level: "\(level)"
      case .column: "\(column)"
      case .row: "\(row)"
      case .rowFromBottom: "\(rows - 1 - row)"
      case .scale: "\(scale)"
      case .server: Self.servers[(column + row) % Self.servers.count]
      }
    }.joined()
  }
}
