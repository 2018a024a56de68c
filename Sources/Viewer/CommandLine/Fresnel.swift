import ArgumentParser
import Glibc
import Platform

/// The program: opens a window, renders to a file, cuts a picture into tiles, or lists the filters
/// or the formats.
@main
enum Fresnel {
  /// The version's number.
  static let number = FresnelVersion.number
  /// What `--version` prints.
  static let version = "fresnel " + number

  /// What the process was started with; the parser sees its strings.
  static let arguments = RawArguments.ofProcess()

  static func main() {
    Heap.useOne()
    signal(SIGPIPE, SIG_IGN)
    // Beyond a limit on files writing fails; it does not end the viewer.
    signal(SIGXFSZ, SIG_IGN)
    // The first word alone decides, so that a file of any other name can be opened as it is.
    let words = arguments.strings
    if words.first == "render" {
      run(RenderCommand.self, Array(words.dropFirst()))
    } else if words.first == "cut" {
      run(CutCommand.self, Array(words.dropFirst()))
    } else if words.first == "filters" {
      run(FiltersCommand.self, Array(words.dropFirst()))
    } else if words.first == "formats" {
      run(FormatsCommand.self, Array(words.dropFirst()))
    } else if let plain = PlainWords(words) {
      finish(ViewCommand.self) { try ViewCommand.open(plain) }
    } else {
      run(ViewCommand.self, words)
    }
  }

  private static func run<Command: ParsableCommand>(_ type: Command.Type, _ words: [String]) {
    finish(type) {
      var command = try type.parse(words)
      try command.run()
    }
  }

  private static func finish<Command: ParsableCommand>(
    _ type: Command.Type, _ body: () throws -> Void
  ) {
    do {
      try body()
    } catch let error as UserError {
      StandardError.write(error.sentence)
      exit(error.status)
    } catch {
      let status = type.exitCode(for: error)
      guard status == .validationFailure else { type.exit(withError: error) }
      // Wrong usage is 2: scripts tell it from a file that could not be opened, which is 1.
      StandardError.write(type.message(for: error))
      exit(2)
    }
  }
}
