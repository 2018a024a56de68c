/// A template of tile names, with placeholders in braces.
///
/// `{z}` or `{level}` is the level, 0 the smallest; `{x}` or `{column}` and `{y}` or `{row}` are
/// the tile from the top left; `{-y}` is the row from the bottom, as in TMS; `{scale}` is the
/// level's size in thousandths of the picture's. `{s}` is one of `a`, `b` and `c`.
package struct TileTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case level, column, row, rowFromBottom, scale, server
  }

  private let parts: [Part]
  /// Names of the same server, which allow more concurrent requests.
  private static let servers = ["a", "b", "c"]

  /// Parses a template; throws for an unknown placeholder.
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

  /// True if the template contains the level.
  var namesLevels: Bool { parts.contains(.level) || parts.contains(.scale) }

  /// The path of a tile in a level with `rows` rows of tiles.
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
