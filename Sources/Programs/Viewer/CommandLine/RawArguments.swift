import Glibc

/// The command line's arguments as bytes, and as strings for the parser.
///
/// A file name is bytes, not text. The parser gets a placeholder for an argument that is not UTF-8,
/// and `bytes(of:)` returns the original.
package struct RawArguments: Sendable {
  /// One string for each argument after the program's name.
  package let strings: [String]
  private let names: [String: [UInt8]]

  /// The arguments of the process.
  package static let ofProcess: RawArguments = {
    var arguments: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { break }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      arguments.append([UInt8](bytes))
    }
    return RawArguments(arguments)
  }()

  /// Creates arguments from bytes.
  package init(_ arguments: [[UInt8]]) {
    var strings: [String] = []
    var names: [String: [UInt8]] = [:]
    for (index, bytes) in arguments.enumerated() {
      if let text = String(validating: bytes, as: UTF8.self) {
        strings.append(text)
      } else {
        // U+FFFF is not a character that users type; a name that contains it is taken literally.
        let token = "\u{FFFF}\(index)"
        names[token] = bytes
        strings.append(token)
      }
    }
    self.strings = strings
    self.names = names
  }

  /// Returns the bytes of an argument, given its string.
  package func bytes(of string: String) -> [UInt8] { names[string] ?? Array(string.utf8) }
}
