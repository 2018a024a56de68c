import ShaderLibrary

/// The filters that there are, by name.
package struct FilterLibrary: Hashable, Sendable {
  /// In the order of their names.
  package let filters: [FilterDefinition]
  private let places: [String: Int]

  /// A library of some filters; of two with one name the later wins.
  package init(_ filters: [FilterDefinition]) {
    var byName: [String: FilterDefinition] = [:]
    for filter in filters { byName[filter.name] = filter }
    self.filters = byName.values.sorted { $0.name < $1.name }
    places = Dictionary(
      uniqueKeysWithValues: self.filters.enumerated().map { ($1.name, $0) })
  }

  /// The filter of a name.
  package func filter(named name: String) -> FilterDefinition? { places[name].map { filters[$0] } }
}
