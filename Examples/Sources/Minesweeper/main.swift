// fresnel-minesweeper: Minesweeper on boards of up to a million cells.
import Glibc
import MinesweeperBoard
import MinesweeperRules

/// Writes an error message to standard error and exits.
func fail(_ sentence: String, status: Int32) -> Never {
  let line = "fresnel-minesweeper: \(sentence)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(status)
}

do throws(OptionProblem) {
  let options = try GameOptions(Array(CommandLine.arguments.dropFirst()))
  if options.isHelp {
    print(GameOptions.usage)
  } else if let path = options.iconPath {
    guard IconFile.write(to: path) else {
      fail("the icon can't be written to \(path): \(String(cString: strerror(errno)))", status: 1)
    }
  } else {
    play(options)
  }
} catch {
  fail("\(error.description); --help lists the options", status: 2)
}

/// Runs a window until it is closed.
func play(_ options: GameOptions) {
  do {
    try GameWindow(options).run()
  } catch {
    fail("\(error)", status: 1)
  }
}
