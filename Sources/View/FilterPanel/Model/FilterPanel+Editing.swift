import Filters

/// Changes of the chain; some say whether anything is another now.
extension FilterPanel {
  @discardableResult
  mutating func setValue(_ value: FilterValue, link: Int, parameter: Int) -> Bool {
    guard chain.links.indices.contains(link) else { return false }
    let before = chain.links[link]
    chain.links[link].set(parameter, value)
    return chain.links[link] != before
  }

  /// Sets the number of a row: of a parameter, or of a colour's channel in 255ths.
  @discardableResult
  mutating func setNumber(_ number: Double, of row: PanelRow) -> Bool {
    guard let link = row.link, let index = row.parameter, let scale = sliderScale(of: row),
      number.isFinite
    else { return false }
    let number = scale.bounded(number)
    switch (row, value(of: row)) {
    case (.channel(_, _, let channel), .color(var color)):
      color[channel: channel] = number / 255
      return setValue(.color(color), link: link, parameter: index)
    case (.parameter, .float): return setValue(.float(number), link: link, parameter: index)
    case (.parameter, .int):
      // The limits themselves may be more than a Double can tell apart.
      let whole =
        Int(exactly: number.rounded()) ?? (number < 0 ? Int.min : Int.max)
      return setValue(.int(whole), link: link, parameter: index)
    default: return false
    }
  }

  /// Gives a parameter, a channel or all values of a filter their defaults.
  @discardableResult
  mutating func reset(_ row: PanelRow) -> Bool {
    guard let link = row.link, chain.links.indices.contains(link) else { return false }
    let definition = chain.links[link].definition
    switch row {
    case .filter:
      let before = chain.links[link].values
      chain.links[link].values = definition.parameters.map(\.defaultValue)
      return before != chain.links[link].values
    case .channel:
      return sliderScale(of: row).map { setNumber($0.neutral, of: row) } ?? false
    case .parameter(_, let index), .option(_, let index, _):
      guard definition.parameters.indices.contains(index) else { return false }
      return setValue(definition.parameters[index].defaultValue, link: link, parameter: index)
    case .add, .savePicture, .saveView, .keep, .choice: return false
    }
  }

  /// Switches a filter, or a parameter that is a switch.
  @discardableResult
  mutating func toggle(_ row: PanelRow) -> Bool {
    switch (row, value(of: row)) {
    case (.filter(let link), _):
      guard chain.links.indices.contains(link) else { return false }
      chain.links[link].isOn.toggle()
      return true
    case (.parameter(let link, let index), .bool(let isOn)?):
      return setValue(.bool(!isOn), link: link, parameter: index)
    default: return false
    }
  }

  /// Chooses the next or the previous name, around the ends.
  @discardableResult
  mutating func cycle(_ row: PanelRow, by count: Int) -> Bool {
    guard case .parameter(let link, let index) = row,
      case .options(let names)? = parameter(of: row)?.kind, !names.isEmpty,
      case .option(let chosen)? = value(of: row)
    else { return false }
    let next = (chosen + count) % names.count
    return setValue(
      .option(next < 0 ? next + names.count : next), link: link, parameter: index)
  }

  /// Puts a filter at the end and selects it; `false` where the chain is full.
  @discardableResult
  mutating func add(_ definition: FilterDefinition) -> Bool {
    guard chain.links.count < FilterChain.mostLinks else {
      notices = ["a chain has at most \(FilterChain.mostLinks) filters"]
      return false
    }
    chain.links.append(FilterLink(definition))
    let link = chain.links.count - 1
    rowsChanged()
    select(definition.parameters.isEmpty ? .filter(link) : .parameter(link: link, parameter: 0))
    return true
  }

  @discardableResult
  mutating func remove(_ link: Int) -> Bool {
    guard chain.links.indices.contains(link) else { return false }
    chain.links.remove(at: link)
    if let selected = selection?.link {
      if selected == link {
        selection = chain.links.isEmpty ? .add : .filter(min(link, chain.links.count - 1))
      } else if selected > link {
        selection = selection?.moved(toLink: selected - 1)
      }
    }
    rowsChanged()
    return true
  }

  /// Moves a filter by one place; the selection goes with the filter that it was in.
  @discardableResult
  mutating func move(_ link: Int, by distance: Int) -> Bool {
    let target = link + distance
    guard abs(distance) == 1, chain.links.indices.contains(link),
      chain.links.indices.contains(target)
    else { return false }
    chain.links.swapAt(link, target)
    func moved(_ row: PanelRow?) -> PanelRow? {
      switch row?.link {
      case link: row?.moved(toLink: target)
      case target: row?.moved(toLink: link)
      default: row
      }
    }
    selection = moved(selection)
    opened = moved(opened)
    typing = nil
    lastPress = nil
    return true
  }
}
