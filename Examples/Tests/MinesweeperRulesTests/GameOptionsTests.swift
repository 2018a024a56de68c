import MinesweeperRules
import Testing

@Suite struct GameOptionsTests {
  @Test func `words say what is played`() throws {
    let options = try GameOptions([
      "--board", "expert", "--no-guessing", "--seed=12", "--question-marks",
    ])
    #expect(options.board == .expert && options.isWithoutGuessing && options.usesQuestionMarks)
    #expect(options.seed == 12 && !options.isHelp)
    #expect(try GameOptions([]) == GameOptions())
    #expect(try GameOptions(["--help"]).isHelp)
    #expect(try GameOptions(["--board=20x12/40"]).board == BoardShape(named: "20x12/40"))
  }

  @Test(arguments: [
    ["--board"], ["--board", "huge"], ["--seed"], ["--seed", "-1"], ["--seed", "x"], ["expert"],
    ["--no-guessing=yes"], ["--board", "world", "--no-guessing"], ["--boards", "expert"],
    ["--board", "2x2/9"],
  ])
  func `wrong words get a sentence`(words: [String]) throws {
    let problem = #expect(throws: OptionProblem.self) { try GameOptions(words) }
    #expect(problem?.description.isEmpty == false)
  }
}
