import Controls
import Filters
import Geometry

/// The panel's chain, with access to its values by row.
struct EditedChain: Hashable, Sendable {
  /// The filters with complete values.
  private(set) var chain: FilterChain

  /// Copies a chain; missing values become the defaults.
  init(_ chain: FilterChain) {
    self.chain = FilterChain(
      chain.links.map { link in
        var complete = FilterLink(link.definition, isOn: link.isOn)
        for (index, value) in zip(complete.values.indices, link.values) {
          complete.set(index, value)
        }
        return complete
      })
  }

  func parameter(of row: FilterControl) -> FilterParameter? {
    guard let link = row.link, let index = row.parameter, chain.links.indices.contains(link),
      chain.links[link].definition.parameters.indices.contains(index)
    else { return nil }
    return chain.links[link].definition.parameters[index]
  }

  /// Returns the value of a row's parameter.
  func value(of row: FilterControl) -> FilterValue? {
    guard let link = row.link, let index = row.parameter, chain.links.indices.contains(link),
      chain.links[link].values.indices.contains(index)
    else { return nil }
    return chain.links[link].values[index]
  }

  /// Returns the slider scale of a row; `nil` if it has no number.
  func scale(of row: FilterControl) -> SliderScale? {
    guard let parameter = parameter(of: row) else { return nil }
    switch row {
    case .parameter: return SliderScale(parameter)
    case .channel(_, _, let channel):
      guard case .color(let color) = parameter.defaultValue else { return nil }
      return SliderScale(
        minimum: 0, maximum: 255, neutral: (color[channel: channel] * 255).rounded(),
        isWhole: true)
    default: return nil
    }
  }

  /// Returns the number of a row: of a parameter, or of a colour's channel in 1/255.
  func number(of row: FilterControl) -> Double? {
    switch (row, value(of: row)) {
    case (.parameter, .float(let number)): number
    case (.parameter, .int(let number)): Double(number)
    case (.channel(_, _, let channel), .color(let color)):
      (color[channel: channel] * 255).rounded()
    default: nil
    }
  }
}

extension EditedChain {
  mutating func set(_ value: FilterValue, of row: FilterControl) {
    guard let link = row.link, let index = row.parameter, chain.links.indices.contains(link)
    else { return }
    chain.links[link].set(index, value)
  }

  mutating func setNumber(_ number: Double, of row: FilterControl) {
    guard let scale = scale(of: row), number.isFinite else { return }
    let number = scale.bounded(number)
    switch (row, value(of: row)) {
    case (.channel(_, _, let channel), .color(var color)):
      color[channel: channel] = number / 255
      set(.color(color), of: row)
    case (.parameter, .float): set(.float(number), of: row)
    case (.parameter, .int):
      // The limits may have more digits than a Double.
      set(.int(Int(exactly: number.rounded()) ?? (number < 0 ? Int.min : Int.max)), of: row)
    default: break
    }
  }

  /// Resets a parameter, a channel, or all values of a filter to their defaults.
  mutating func reset(_ row: FilterControl) {
    switch row {
    case .filter(let link) where chain.links.indices.contains(link):
      chain.links[link].values = chain.links[link].definition.parameters.map(\.defaultValue)
    case .channel: if let scale = scale(of: row) { setNumber(scale.neutral, of: row) }
    default: if let parameter = parameter(of: row) { set(parameter.defaultValue, of: row) }
    }
  }

  /// Switches a filter or a boolean parameter; toggles it if `isOn` is `nil`.
  mutating func turn(_ row: FilterControl, on isOn: Bool? = nil) {
    switch (row, value(of: row)) {
    case (.filter(let link), _) where chain.links.indices.contains(link):
      chain.links[link].isOn = isOn ?? !chain.links[link].isOn
    case (.parameter, .bool(let wasOn)?): set(.bool(isOn ?? !wasOn), of: row)
    default: break
    }
  }

  /// Chooses the next or the previous option, wrapping around.
  mutating func cycle(_ row: FilterControl, by count: Int) {
    guard case .options(let names)? = parameter(of: row)?.kind, !names.isEmpty,
      case .option(let chosen)? = value(of: row)
    else { return }
    set(.option(((chosen + count) % names.count + names.count) % names.count), of: row)
  }

  /// Appends a filter; returns false if the chain is full.
  mutating func add(_ definition: FilterDefinition) -> Bool {
    guard chain.links.count < FilterChain.mostLinks else { return false }
    chain.links.append(FilterLink(definition))
    return true
  }

  /// Removes a filter; returns false if it does not exist.
  mutating func remove(_ link: Int) -> Bool {
    guard chain.links.indices.contains(link) else { return false }
    chain.links.remove(at: link)
    return true
  }

  /// Moves a filter past others; returns false if the target is out of range.
  mutating func move(_ link: Int, by distance: Int) -> Bool {
    guard chain.links.indices.contains(link), chain.links.indices.contains(link + distance)
    else { return false }
    chain.links.insert(chain.links.remove(at: link), at: link + distance)
    return true
  }
}

extension SliderScale {
  /// Creates the scale of a numeric parameter; `nil` for any other.
  init?(_ parameter: FilterParameter) {
    switch (parameter.kind, parameter.defaultValue) {
    case (.float(let minimum, let maximum), .float(let neutral)):
      self.init(minimum: minimum, maximum: maximum, neutral: neutral, isWhole: false)
    case (.int(let minimum, let maximum), .int(let neutral)):
      self.init(
        minimum: Double(minimum), maximum: Double(maximum), neutral: Double(neutral),
        isWhole: true)
    default: return nil
    }
  }
}

extension PaintColor {
  /// A channel by its index: 0 is red, 1 green, 2 blue and 3 the opacity.
  subscript(channel channel: Int) -> Double {
    get {
      switch channel {
      case 0: red
      case 1: green
      case 2: blue
      default: alpha
      }
    }
    set {
      switch channel {
      case 0: red = newValue
      case 1: green = newValue
      case 2: blue = newValue
      default: alpha = newValue
      }
    }
  }
}
