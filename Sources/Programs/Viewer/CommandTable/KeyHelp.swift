import Text

/// The list of keys and gestures that `?` shows.
enum KeyHelp {
  /// The gestures, which are not commands.
  private static func gestures(_ map: KeyMap) -> [TextBlock.KeyRow] {
    let hasWheel = map.bindings.contains { binding in
      binding.triggers.contains { $0.source.isWheel && $0.modifiers.isEmpty }
    }
    return [
      TextBlock.KeyRow(
        hasWheel ? "Ctrl+wheel   pinch" : "wheel   pinch",
        "Zoom at the pointer   between the fingers"),
      TextBlock.KeyRow("drag   double-click", "Pan   Zoom in, or back to fit"),
      TextBlock.KeyRow("swipe, drag at the edge", "Next or previous picture"),
    ]
  }

  /// Returns the rows for the keys in use.
  static func rows(for map: KeyMap) -> [TextBlock.KeyRow] {
    var lines: [(keys: [String], titles: [String])] = []
    for name in CommandName.allCases {
      let keys = map.shownKeys(of: name).joined(separator: ", ")
      guard !keys.isEmpty else { continue }
      if name.definition.traits.contains(.sharesLine), !lines.isEmpty {
        lines[lines.count - 1].keys.append(keys)
        lines[lines.count - 1].titles.append(name.definition.title)
      } else {
        lines.append(([keys], [name.definition.title]))
      }
    }
    return gestures(map)
      + lines.map {
        TextBlock.KeyRow($0.keys.joined(separator: "   "), $0.titles.joined(separator: "   "))
      }
  }
}
