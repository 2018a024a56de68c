import ShaderLibrary

/// The filters that there are, by name.
public struct FilterLibrary: Hashable, Sendable {
  /// In the order of their names.
  public let filters: [FilterDefinition]
  private let places: [String: Int]

  /// A library of some filters; of two with one name the later wins.
  public init(_ filters: [FilterDefinition]) {
    var byName: [String: FilterDefinition] = [:]
    for filter in filters { byName[filter.name] = filter }
    self.filters = byName.values.sorted { $0.name < $1.name }
    places = Dictionary(
      uniqueKeysWithValues: self.filters.enumerated().map { ($1.name, $0) })
  }

  /// The filter of a name.
  public func filter(named name: String) -> FilterDefinition? { places[name].map { filters[$0] } }
}
