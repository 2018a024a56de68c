/// A command line of names and of flags without values alone, read without the parser.
///
/// That takes some two milliseconds to say the same, a sixth of a small picture's start: also for
/// the entry of a menu that opens pictures in full screen.
struct PlainWords: Hashable {
  /// The names of files, folders and addresses, `-` among them.
  private(set) var names: [String] = []
  /// Whether it says `--fullscreen`.
  private(set) var isFullScreen = false
  /// Whether it says `--stats`.
  private(set) var printsStatistics = false

  /// What the words say; `nil` where there is anything that the parser is needed for.
  init?(_ words: [String]) {
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
