/// One filter of a chain, with the values that it is given.
package struct FilterLink: Hashable, Sendable {
  /// The filter.
  package var definition: FilterDefinition
  /// A value for each of its parameters, in their order.
  package var values: [FilterValue]
  /// Whether it does anything: switched off, it keeps its place and its values.
  package var isOn: Bool

  /// A filter with values for all its parameters; its defaults unless they are given.
  package init(_ definition: FilterDefinition, values: [FilterValue]? = nil, isOn: Bool = true) {
    self.definition = definition
    self.values = values ?? definition.parameters.map(\.defaultValue)
    self.isOn = isOn
  }

  /// Whether it can change anything: it is on, and every file that it needs is chosen.
  package var isActive: Bool { isOn && !values.contains(.file(nil)) }
}
