/// A first word that is a command of its own; a file of any other name is opened as it is.
package enum CommandWord: String {
  /// Renders to a file.
  case render
  /// Cuts a picture into tiles.
  case cut
  /// Lists the filters.
  case filters
  /// Lists the formats.
  case formats
}

/// A command line of names and of flags without values alone, read without the parser.
///
/// That takes some two milliseconds to say the same, and its library two fifths of a program that
/// has it: a sixth of a small picture's start. The entry of a menu that opens pictures in full
/// screen is quick, too.
package struct PlainWords: Hashable {
  /// The names of files, folders and addresses, `-` among them.
  package private(set) var names: [String] = []
  /// Whether it says `--fullscreen`.
  package private(set) var isFullScreen = false
  /// Whether it says `--stats`.
  package private(set) var printsStatistics = false

  /// What the words say; `nil` where there is anything that the parser is needed for.
  package init?(_ words: [String]) {
    if let first = words.first, CommandWord(rawValue: first) != nil { return nil }
    for word in words {
      switch word {
      case "--fullscreen": isFullScreen = true
      case "--stats": printsStatistics = true
      case "-": names.append(word)
      default:
        guard !word.hasPrefix("-") else { return nil }
        names.append(word)
      }
    }
  }
}
