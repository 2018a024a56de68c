/// A line of `[scripts]`: a name, and the program to run.
package struct ScriptSetting: Hashable, Sendable {
  /// The name, by which commands run it.
  package let name: String
  /// The program and its arguments, at least one word and none with a zero byte.
  package let words: [String]

  /// Creates a script.
  package init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }
}
