/// An event of the window, sent to connected programs.
enum RemoteEvent: Hashable, Sendable {
  /// Another picture, or another page, is on the screen; `file` is the property.
  case pictureShown(file: JSON)
  /// The picture is complete at its size.
  case settled
  /// The zoom's destination has changed, in device pixels per image pixel.
  case zoom(Double)
  /// The marks have changed: `count` files are marked, and the shown one is if `isShownMarked`.
  case marks(count: Int, isShownMarked: Bool)
  /// A picture can't be shown, or only in part.
  case failed(name: String, sentence: String)
  /// The user chooses a command by a key, the menu, the bar or the palette.
  case command(Command)
  /// The window closes.
  case quit

  var json: JSON {
    let (name, members): (String, [JSON.Member]) =
      switch self {
      case .pictureShown(let file): ("picture-shown", [.init("file", file)])
      case .settled: ("settled", [])
      case .zoom(let scale): ("zoom", [.init("scale", .number(scale))])
      case .marks(let count, let isShownMarked):
        ("mark", [.init("count", .integer(count)), .init("marked", .boolean(isShownMarked))])
      case .failed(let name, let sentence):
        ("failed", [.init("name", .string(name)), .init("sentence", .string(sentence))])
      case .command(let command):
        (
          "command",
          [
            .init("name", .string(command.name.rawValue)),
            .init("text", .string(command.description)),
          ]
        )
      case .quit: ("quit", [])
      }
    return .object([.init("event", .string(name))] + members)
  }
}
