/// One part of a text panel.
package enum TextBlock: Hashable, Sendable {
  /// A line in bold, a little larger.
  case title(String)
  /// Plain text, wrapped where it is too wide; line feeds in it are kept.
  case body(String)
  /// A list in two columns, the first in bold.
  case keys([KeyRow])

  /// One row of a list in two columns.
  package struct KeyRow: Hashable, Sendable {
    /// What to press.
    package var key: String
    /// What it does.
    package var action: String

    /// A row of both columns.
    package init(_ key: String, _ action: String) {
      self.key = key
      self.action = action
    }
  }
}
