import ArgumentParser
import Platform
import Viewer

/// `fresnel tell`: sends commands to a window that listens.
struct TellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel tell",
    abstract: "Send a command to a window that was started with --listen SOCKET.",
    usage: """
      fresnel tell SOCKET COMMAND [VALUE …]
      fresnel tell SOCKET
      """,
    discussion: """
      The answer's data is printed, or else one sentence on standard error, with exit status 1:
      fresnel tell /tmp/viewer zoom-to 2
      fresnel tell /tmp/viewer get zoom
      Without a command, lines of standard input are sent, and answers and events are printed, until \
      standard input ends. See Documentation/Scripts.md.
      """)

  @Argument(help: "The socket's path.", completion: .file())
  var socket: String

  @Argument(
    parsing: .captureForPassthrough,
    help: "A command with its values; “fresnel commands” lists them. Also: get [PROPERTY].")
  var words: [String] = []

  func run() throws {
    let path = RawArguments.ofProcess.bytes(of: socket)
    var connection: TellConnection
    do throws(LocalSocketProblem) {
      connection = try TellConnection(path)
    } catch {
      throw UserError(sentence: "\(escapedForDisplay(path)): \(error.sentence)")
    }
    guard let first = words.first else { return try connection.pass() }
    let command =
      words.count == 1
      ? JSON.string(first)
      : .array(words.enumerated().map { .string($0 > 0 ? value($1) : $1) })
    let answer = try connection.ask(command)
    guard case .string(let error)? = answer["error"], error == "success" else {
      if case .string(let sentence)? = answer["error"] { throw UserError(sentence: sentence) }
      throw UserError(sentence: "the window sent an invalid answer")
    }
    switch answer["data"] {
    case nil: break
    case .string(let text)?: try StandardOutput.write(text + "\n")
    case let data?: try StandardOutput.write(data.text + "\n")
    }
  }

  /// Returns a value as the window understands it: it has another working directory, and JSON has
  /// only UTF-8.
  private func value(_ word: String) -> String {
    let bytes = RawArguments.ofProcess.bytes(of: word)
    return words.first == CommandName.open.rawValue ? PathBytes.remoteName(of: bytes) : word
  }
}
