import ArgumentParser
import Glibc
import Viewer

// `fresnel-command`: what `fresnel` becomes for options and commands, with the library that reads
// them.
ProgramStart.prepare()

let words = FetchOptions.readable(RawArguments.ofProcess.strings)
// The first word alone decides.
switch words.first.flatMap(CommandWord.init(rawValue:)) {
case .render: run(RenderCommand.self, Array(words.dropFirst()))
case .cut: run(CutCommand.self, Array(words.dropFirst()))
case .filters: run(FiltersCommand.self, Array(words.dropFirst()))
case .formats: run(FormatsCommand.self, Array(words.dropFirst()))
case nil: run(ViewCommand.self, words)
}

/// Parses the words of a command and runs it.
private func run<Command: ParsableCommand>(_ type: Command.Type, _ words: [String]) {
  do {
    var command = try type.parse(words)
    try command.run()
  } catch let error as UserError {
    error.endProgram()
  } catch {
    let status = type.exitCode(for: error)
    if status == .success { print(type.fullMessage(for: error)) }
    guard status == .validationFailure else { type.exit(withError: error) }
    // Wrong usage is 2: scripts tell it from a file that could not be opened, which is 1.
    StandardError.write(type.message(for: error))
    exit(2)
  }
}

/// Prints what was asked for, such as the help, and ends the program.
private func print(_ text: String) -> Never {
  do throws(UserError) {
    try StandardOutput.write(text + "\n")
  } catch {
    error.endProgram()
  }
  exit(0)
}
