/// Something about a filter that can be set.
package struct FilterParameter: Hashable, Sendable {
  /// What kinds of values there are.
  package enum Kind: Hashable, Sendable {
    /// A number within limits.
    case float(minimum: Double, maximum: Double)
    /// A whole number within limits.
    case int(minimum: Int, maximum: Int)
    /// On or off, shown as a switch.
    case bool
    /// One of several names.
    case options([String])
    /// A colour, with its opacity.
    case color
    /// A file with a colour table (`.cube`).
    case file
  }

  /// Its name in chains and in the shader.
  package var name: String
  /// What it is, in a few words for people.
  package var summary: String
  /// Which values it can have.
  package var kind: Kind
  /// What it is unless it is set.
  package var defaultValue: FilterValue

  /// A parameter with all its parts given.
  package init(name: String, summary: String, kind: Kind, defaultValue: FilterValue) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.defaultValue = defaultValue
  }
}
