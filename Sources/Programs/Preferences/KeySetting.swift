/// A line of `[keys]`: keys, and the commands to bind to them.
package struct KeySetting: Hashable, Sendable {
  /// The keys, as in the file.
  package var keys: String
  /// The commands, as in the file; none unbinds the keys.
  package var commands: [String]
  /// The line's location, `FILE:LINE`.
  package var place: String
}
