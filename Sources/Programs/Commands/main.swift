import ArgumentParser
import Glibc
import Viewer

// `fresnel-command`: the program that `fresnel` executes in its own place for options and commands;
// it links the argument parser.
ProgramStart.prepare()

let words = FetchOptions.readable(RawArguments.ofProcess.strings)
// Only the first word decides.
switch words.first.flatMap(Subcommand.init(rawValue:)) {
case .render: run(RenderCommand.self, Array(words.dropFirst()))
case .cut: run(CutCommand.self, Array(words.dropFirst()))
case .filters: run(FiltersCommand.self, Array(words.dropFirst()))
case .formats: run(FormatsCommand.self, Array(words.dropFirst()))
case .commands: run(CommandsCommand.self, Array(words.dropFirst()))
case .keys: run(KeysCommand.self, Array(words.dropFirst()))
case .tell: run(TellCommand.self, Array(words.dropFirst()))
case nil: run(ViewCommand.self, words)
}

/// Parses the arguments of a command and runs it.
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
    // Exit status 2 for wrong usage, so that scripts can tell it from 1: a file could not be
    // opened.
    StandardError.write(type.message(for: error))
    exit(2)
  }
}

/// Prints requested text, such as the help, and exits.
private func print(_ text: String) -> Never {
  do throws(UserError) {
    try StandardOutput.write(text + "\n")
  } catch {
    error.endProgram()
  }
  exit(0)
}
