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

  /// First words that are commands of their own; a file of any other name is opened as it is.
  package static let commands = ["render", "cut", "filters", "formats"]

  /// What the words say; `nil` where there is anything that the parser is needed for.
  package init?(_ words: [String]) {
    if let first = words.first, Self.commands.contains(first) { return nil }
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
