/// Filters in the order in which they are applied.
public struct FilterChain: Hashable, Sendable {
  /// The filters, those that are switched off with the rest.
  package var links: [FilterLink]

  /// A chain of filters.
  package init(_ links: [FilterLink] = []) { self.links = links }

  /// The most filters of a chain.
  public static let mostLinks = 32

  /// Those that do anything.
  package var active: [FilterLink] { links.filter(\.isActive) }

  /// Whether the picture stays as it is.
  public var isIdentity: Bool { !links.contains(where: \.isActive) }

  /// How far its functions look around a pixel, all in all, in device pixels at a zoom.
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

extension FilterLink {
  /// Sets a parameter by its place, to the nearest value that it can have.
  ///
  /// Numbers are kept within their limits and colours in steps of 1/255. A value of another kind
  /// than the parameter's, and one that is no number, leaves it as it is.
  package mutating func set(_ index: Int, _ value: FilterValue) {
    guard values.indices.contains(index), definition.parameters.indices.contains(index),
      let nearest = definition.parameters[index].nearest(to: value)
    else { return }
    values[index] = nearest
  }
}

extension FilterParameter {
  /// The value nearest to another that this parameter can have; `nil` for one of another kind.
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
  /// The same chain after filters have been read again.
  ///
  /// Each link gets the library's filter of its name, and keeps the values of the parameters that
  /// are still there, as far as they are still possible. What the library no longer has stays as
  /// it was.
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
  /// A value of this link as another form of its parameter has it: options go by their names.
  fileprivate func carried(_ index: Int, to parameter: FilterParameter) -> FilterValue {
    let value = values[index]
    if case .option = value {
      let name = definition.parameters[index].text(of: value)
      return (try? parameter.value(parsing: name)) ?? parameter.defaultValue
    }
    return value
  }
}
