import Glibc
import Platform
import Viewer

/// The program that reads options and commands.
private let commandProgram = "fresnel-command"

/// Has that program take this one's place, with the same arguments; returns only why it can't.
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
    sentence: "the program that reads options (\(commandProgram)) is not installed")
}
