/// Filters in the order in which they are applied.
public struct FilterChain: Hashable, Sendable {
  /// The filters, including those that are switched off.
  package var links: [FilterLink]

  /// Creates a chain of filters.
  package init(_ links: [FilterLink] = []) { self.links = links }

  /// The maximum number of filters in a chain.
  public static let mostLinks = 32

  /// The filters that have an effect.
  package var active: [FilterLink] { links.filter(\.isActive) }

  /// True if the chain does not change the picture.
  public var isIdentity: Bool { !links.contains(where: \.isActive) }

  /// Returns how far all functions together sample around a pixel, in device pixels at a zoom.
  public func margin(zoom: Double) -> Int {
    var sum = 0
    for link in links where link.isActive {
      for stage in link.definition.stages {
        guard case .image(let margin) = stage.hook else { continue }
        sum += margin.devicePixels(values: link.values, zoom: zoom)
      }
    }
    return sum
  }
}

/// A filter of a chain with its parameter values.
package struct FilterLink: Hashable, Sendable {
  /// The filter.
  package var definition: FilterDefinition
  /// The value of each parameter, in order.
  package var values: [FilterValue]
  /// False if the filter is switched off; it then keeps its place and its values.
  package var isOn: Bool

  /// Creates a link; without values, with the parameters' defaults.
  package init(_ definition: FilterDefinition, values: [FilterValue]? = nil, isOn: Bool = true) {
    self.definition = definition
    self.values = values ?? definition.parameters.map(\.defaultValue)
    self.isOn = isOn
  }

  /// True if the filter can have an effect: it is on, and every file that it needs is chosen.
  package var isActive: Bool { isOn && !values.contains(.file(nil)) }
}

extension FilterLink {
  /// Sets a parameter, by its index, to the nearest allowed value.
  ///
  /// Numbers are clamped to their limits and colours rounded to steps of 1/255. Values of another
  /// kind and NaN are ignored.
  package mutating func set(_ index: Int, _ value: FilterValue) {
    guard values.indices.contains(index), definition.parameters.indices.contains(index),
      let nearest = definition.parameters[index].nearest(to: value)
    else { return }
    values[index] = nearest
  }
}

extension FilterParameter {
  /// Returns the nearest allowed value; `nil` if the value is of another kind or NaN.
  package func nearest(to value: FilterValue) -> FilterValue? {
    switch (kind, value) {
    case (.float(let minimum, let maximum), .float(let number)):
      number.isNaN ? nil : .float(max(minimum, min(number, maximum)))
    case (.int(let minimum, let maximum), .int(let number)):
      .int(max(minimum, min(number, maximum)))
    case (.bool, .bool), (.file, .file), (.profile, .file): value
    case (.options(let names), .option(let index)):
      .option(max(0, min(index, names.count - 1)))
    case (.color, .color(let color)): .color(color.rounded)
    default: nil
    }
  }
}

extension FilterChain {
  /// Returns the chain with the filters of a reloaded library.
  ///
  /// Each link gets the library's filter of its name. Values of parameters that still exist are
  /// kept as far as they are still allowed. Filters that are gone from the library stay unchanged.
  package func updated(from library: FilterLibrary) -> FilterChain {
    FilterChain(
      links.map { old in
        guard let definition = library.filter(named: old.definition.name),
          definition != old.definition
        else { return old }
        var new = FilterLink(definition, isOn: old.isOn)
        for (index, parameter) in definition.parameters.enumerated() {
          guard let before = old.definition.parameterIndex(parameter.name),
            old.values.indices.contains(before)
          else { continue }
          new.set(index, old.carried(before, to: parameter))
        }
        return new
      })
  }
}

extension FilterLink {
  /// Converts a value to a new version of its parameter; options are matched by name.
  fileprivate func carried(_ index: Int, to parameter: FilterParameter) -> FilterValue {
    let value = values[index]
    if case .option = value {
      let name = definition.parameters[index].text(of: value)
      return (try? parameter.value(parsing: name)) ?? parameter.defaultValue
    }
    return value
  }
}
