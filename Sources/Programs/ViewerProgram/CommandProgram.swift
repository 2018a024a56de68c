import Glibc
import Platform
import Viewer

/// The program that parses options and commands.
private let commandProgram = "fresnel-command"

/// Executes that program in place of this one, with the same arguments; returns only on failure.
func becomeCommand() -> UserError {
  for folder in installedFolders() {
    let path = (folder + Array("/\(commandProgram)".utf8)).map { CChar(bitPattern: $0) } + [0]
    execv(path, CommandLine.unsafeArgv)
    guard errno == ENOENT || errno == ENOTDIR else {
      let error = Errno(code: errno, call: "execv")
      return UserError(sentence: "\(commandProgram) could not be started: \(error.message)")
    }
  }
  return UserError(
    sentence: "\(commandProgram), which reads the options, is not installed")
}
