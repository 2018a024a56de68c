/// What the game's command line says.
public struct GameOptions: Hashable, Sendable {
  /// The board that is played first.
  public var board = BoardShape.intermediate
  /// Whether boards are laid out so that logic alone solves them.
  public var isWithoutGuessing = false
  /// Whether a flag may become a question mark.
  public var usesQuestionMarks = false
  /// What the first game's mines follow from; every game has other ones where it is not given.
  public var seed: UInt64?
  /// Where the game's icon is to be written, where that is all.
  public var iconPath: String?
  /// Whether only the help was asked for.
  public var isHelp = false

  /// What people play without saying anything.
  public init() {}

  /// How it is used.
  public static let usage = """
    usage: fresnel-minesweeper [OPTION]…
      --board BOARD       beginner, intermediate, expert, world (a million cells),
                          or columns x rows / mines such as 20x12/40 (intermediate)
      --no-guessing       boards that logic solves from the first cell on,
                          up to \(MineField.largestWithoutGuessing) cells
      --question-marks    a flag may become a question mark
      --seed NUMBER       the first game's mines follow from this number
      --icon FILE         writes the game's icon to a PNG file, and nothing else
      --help              says this
    """

  /// The options of some words.
  public init(_ words: [String]) throws(OptionProblem) {
    var words = words[...]
    while let word = words.popFirst() {
      // Both ways to give a value: as the next word, or after an equals sign.
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
      default: throw .init("there is no option “\(word)”")
      }
    }
    if isWithoutGuessing, !MineField.isOfferedWithoutGuessing(board) {
      throw .init(
        "a board of \(board.name) can't be had without guessing: it takes at most "
          + "\(MineField.largestWithoutGuessing) cells, with a mine in every fifth at most "
          + "and room for the first click")
    }
  }
}

/// What is wrong with a command line: one sentence without a full stop.
public struct OptionProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ sentence: String) { description = sentence }
}
