import KeyFiles
import Platform

/// A file of keys that `[keys]` names: `keys/NAME.toml` beside the user's settings, or else one
/// that comes with the program.
package struct KeyPreset: Hashable, Sendable {
  /// The file's name without `.toml`.
  package let name: String

  /// The names of the files that come with the program.
  package static let names = KeyFiles.all.map(\.name)

  /// Creates a preset; `nil` for a text that could lead out of the folder, or be mistaken for
  /// another: only ASCII letters, digits, `-` and `_` are allowed.
  package init?(_ name: String) {
    let isAllowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isAllowed, (1...64).contains(name.utf8.count) else { return nil }
    self.name = name
  }

  /// The valid values of `preset`, in words.
  static var values: String {
    (["none"] + names).map { "\"\($0)\"" }.joined(separator: ", ")
      + " or a file in the folder “keys” beside this one"
  }

  /// The path of the user's own file, which need not exist, beside the settings at a path.
  func path(beside settings: [UInt8]) -> [UInt8] {
    let folder = settings.lastIndex(of: UInt8(ascii: "/")).map { settings[...$0] } ?? []
    return Array(folder) + Array("keys/\(name).toml".utf8)
  }

  /// Reads the user's own file, or else the program's; `nil` if there is neither.
  func read(beside settings: [UInt8]) -> PreferencesReading? {
    if let own = PreferencesFile.reading(of: path(beside: settings), .keys) { return own }
    return builtIn.map { PreferencesReading(name: "\(name).toml", bytes: $0, .keys) }
  }

  /// The text of the user's own file, or else of the program's; `nil` if there is neither.
  package var text: [UInt8]? {
    let own = PreferencesFile.path().map { PreferencesFile.contents(of: path(beside: $0)) }
    if case .bytes(let bytes)? = own { return bytes }
    return builtIn
  }

  private var builtIn: [UInt8]? { KeyFiles.all.first { $0.name == name }?.bytes }
}
