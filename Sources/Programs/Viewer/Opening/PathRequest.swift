import Decoding
import Platform

/// Files, folders and addresses to open in place of the album.
struct PathRequest: Sendable {
  /// Paths as bytes, at least one.
  let paths: [[UInt8]]
  /// False if another program named the paths.
  var isTyped = true
  /// The input that `-` stands for; `nil` for the program's own standard input.
  var input: Shared<FileDescriptor>?
  /// The request's number in the window.
  var number = 0

  /// Creates a request by the user.
  init(_ paths: [[UInt8]]) { self.paths = paths.map(FileAddress.path(ofName:)) }

  /// Creates a request for paths and addresses.
  ///
  /// Paths are relative to the working directory unless they begin with a slash or `~/`. With an
  /// input, `-` stands for it.
  init(_ texts: [String], isTyped: Bool, input: Shared<FileDescriptor>? = nil) {
    paths = texts.map { input != nil && $0 == "-" ? Array($0.utf8) : Self.path($0) }
    self.isTyped = isTyped
    self.input = input
  }

  private static func path(_ text: String) -> [UInt8] {
    let name = HomePath.path(ofSetting: text)
    if WebName.isAddress(name) || FileAddress.isAddress(name) {
      return FileAddress.path(ofName: name)
    }
    return PathBytes.absolute(name)
  }
}
