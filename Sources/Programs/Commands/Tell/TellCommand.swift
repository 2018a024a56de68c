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
    if words.isEmpty { return try connection.pass() }
    var values: [JSON] = []
    for index in words.indices { values.append(.string(try value(at: index))) }
    let answer = try connection.ask(values.count == 1 ? values[0] : .array(values))
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

  /// Returns a word as the window understands it: it has another working directory, and JSON has
  /// only UTF-8.
  private func value(at index: Int) throws(UserError) -> String {
    let bytes = RawArguments.ofProcess.bytes(of: words[index])
    if index > 0, words[0] == CommandName.open.rawValue { return PathBytes.remoteName(of: bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UserError(sentence: "“\(escapedForDisplay(bytes, limit: 40))” is not UTF-8")
    }
    return text
  }
}
