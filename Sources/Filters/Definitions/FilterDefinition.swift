import Platform

/// A filter as its file declares it: what it is called, what can be set, and what it does.
package struct FilterDefinition: Hashable, Sendable {
  /// Where a filter comes from.
  package enum Origin: Hashable, Sendable {
    /// The program itself.
    case builtIn
    /// A file of the user's, by its path.
    case user(path: [UInt8])
  }

  /// The file's name without its ending: how chains name the filter.
  package var name: String
  /// What it does, in a few words for people.
  package var summary: String
  /// What the colours that its function works on mean.
  package var light: FilterLight
  /// What can be set, in the order in which positional values are taken.
  package var parameters: [FilterParameter]
  /// What is done to the picture, in order; never empty.
  package var stages: [FilterStage]
  /// Where it comes from.
  package var origin: Origin

  /// A filter with all its parts given.
  package init(
    name: String, summary: String, light: FilterLight = .encoded,
    parameters: [FilterParameter] = [], stages: [FilterStage], origin: Origin = .builtIn
  ) {
    self.name = name
    self.summary = summary
    self.light = light
    self.parameters = parameters
    self.stages = stages
    self.origin = origin
  }

  /// What errors call its file: the user's path, or the built-in file's own name.
  package var fileName: String { Self.fileName(name: name, origin: origin) }

  static func fileName(name: String, origin: Origin) -> String {
    switch origin {
    case .builtIn: "\(escapedForDisplay(name.utf8, limit: 80)).frag"
    case .user(let path): escapedForDisplay(path)
    }
  }

  /// The place of a parameter of a name; `nil` where there is none.
  package func parameterIndex(_ name: String) -> Int? {
    parameters.firstIndex { $0.name == name }
  }
}
