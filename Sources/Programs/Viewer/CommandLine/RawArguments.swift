import Glibc

/// The command line's arguments as bytes, and as strings that a parser can read.
///
/// A file name is bytes, not text. An argument that is no UTF-8 reaches the parser as a token of
/// its own, and `bytes(of:)` gives the real name back.
package struct RawArguments: Sendable {
  /// One string for each argument after the program's own name.
  package let strings: [String]
  private let names: [String: [UInt8]]

  /// What the process was started with.
  package static let ofProcess: RawArguments = {
    var arguments: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { break }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      arguments.append([UInt8](bytes))
    }
    return RawArguments(arguments)
  }()

  /// Arguments from their bytes.
  package init(_ arguments: [[UInt8]]) {
    var strings: [String] = []
    var names: [String: [UInt8]] = [:]
    for (index, bytes) in arguments.enumerated() {
      if let text = String(validating: bytes, as: UTF8.self) {
        strings.append(text)
      } else {
        // U+FFFF is no character: nobody types it, and a name that has it is taken literally.
        let token = "\u{FFFF}\(index)"
        names[token] = bytes
        strings.append(token)
      }
    }
    self.strings = strings
    self.names = names
  }

  /// The bytes that a string of the parser stands for.
  package func bytes(of string: String) -> [UInt8] { names[string] ?? Array(string.utf8) }
}
