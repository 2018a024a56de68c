/// A line of `[keys]`, or of a table in it: keys, and the commands to bind to them.
package struct KeySetting: Hashable, Sendable {
  /// When the line applies; `nil` for always.
  package var context: KeyContext?
  /// The keys, as in the file.
  package var keys: String
  /// The commands, as in the file; none unbinds the keys.
  package var commands: [String]
  /// The line's location, `FILE:LINE`.
  package var place: String
  /// True for a line of a preset, which is chosen for replacing keys.
  package var isPreset = false
}
