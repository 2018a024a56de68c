/// A first argument that is a command; to open a file of that name, write `./` in front.
package enum Subcommand: String, CaseIterable {
  /// Renders to a file.
  case render
  /// Cuts a picture into tiles.
  case cut
  /// Lists the filters.
  case filters
  /// Lists the formats.
  case formats
  /// Lists the commands.
  case commands
  /// Lists the keys.
  case keys
  /// Sends commands to a window.
  case tell
}

/// A command line of only names and flags without values, read without the parser.
///
/// The parser takes about 2 ms for the same, and its library is 40 % of a program that links it;
/// with a cold page cache that is 17 % of the time to show a small picture (decision 0050). The
/// flag for full screen is included for menu entries that open pictures in full screen.
package struct PlainCommandLine: Hashable {
  /// The names of files, folders and addresses, possibly with `-`.
  package private(set) var names: [String] = []
  /// True with `--fullscreen`.
  package private(set) var isFullScreen = false
  /// True with `--reuse`.
  package private(set) var reusesWindow = false
  /// True with `--stats`.
  package private(set) var printsStatistics = false

  /// Reads the arguments; `nil` if they need the parser.
  package init?(_ words: [String]) {
    if let first = words.first, Subcommand(rawValue: first) != nil { return nil }
    for word in words {
      switch word {
      case "--fullscreen": isFullScreen = true
      case "--reuse": reusesWindow = true
      case "--stats": printsStatistics = true
      case "-": names.append(word)
      default:
        guard !word.hasPrefix("-") else { return nil }
        names.append(word)
      }
    }
  }
}
