/// The options of the game's command line.
public struct GameOptions: Hashable, Sendable {
  /// The first board.
  public var board = BoardShape.intermediate
  /// True if boards must be solvable by logic alone.
  public var isWithoutGuessing = false
  /// True if a flag may become a question mark.
  public var usesQuestionMarks = false
  /// The seed of the first game's mines; `nil` gives each game random ones.
  public var seed: UInt64?
  /// The path of the icon file, if writing it is all that was requested.
  public var iconPath: String?
  /// True if only the help was requested.
  public var isHelp = false

  /// Makes the default options.
  public init() {}

  /// The help text.
  public static let usage = """
    usage: fresnel-minesweeper [OPTION]…
      --board BOARD       beginner, intermediate, expert, world (a million cells),
                          or columns x rows / mines such as 20x12/40 (intermediate)
      --no-guessing       play boards that logic solves from the first cell on,
                          up to \(MineField.largestWithoutGuessing) cells
      --question-marks    let a flag become a question mark
      --seed NUMBER       place the first game's mines by this number
      --icon FILE         only write the game's icon to a PNG file
      --help              show this help
    """

  /// Parses the arguments.
  public init(_ words: [String]) throws(OptionProblem) {
    var words = words[...]
    while let word = words.popFirst() {
      // Values are accepted in two forms: as the next argument, or after an equals sign.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count > 1 ? String(parts[1]) : nil
      switch name {
      case "--help", "-h", "--no-guessing", "--question-marks":
        if attached != nil { throw .init("\(name) takes no value") }
        if name == "--no-guessing" {
          isWithoutGuessing = true
        } else if name == "--question-marks" {
          usesQuestionMarks = true
        } else {
          isHelp = true
        }
      case "--board":
        guard let value = attached ?? words.popFirst() else { throw .init("--board needs a board") }
        do throws(BoardProblem) { board = try BoardShape(named: value) } catch {
          throw .init(error.description)
        }
      case "--icon":
        guard let value = attached ?? words.popFirst(), !value.isEmpty else {
          throw .init("--icon needs a file")
        }
        iconPath = value
      case "--seed":
        guard let value = attached ?? words.popFirst(), let number = UInt64(value) else {
          throw .init("--seed needs a number")
        }
        seed = number
      default: throw .init("unknown option “\(word)”")
      }
    }
    if isWithoutGuessing, !MineField.isOfferedWithoutGuessing(board) {
      throw .init(
        "the board \(board.name) can't be made without guessing: it can have at most "
          + "\(MineField.largestWithoutGuessing) cells, at most "
          + "\(Int((100 * MineField.densestWithoutGuessing).rounded())) % of them mines, and needs "
          + "room for the first click")
    }
  }
}

/// An error in a command line, as a sentence without a full stop.
public struct OptionProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ sentence: String) { description = sentence }
}
