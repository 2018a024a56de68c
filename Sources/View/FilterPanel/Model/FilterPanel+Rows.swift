import Filters

/// The rows that can be selected, and what they stand for.
extension FilterPanel {
  /// From top to bottom; those of the list of filters while it is open.
  var rows: [PanelRow] {
    if let listing { return listing.found.indices.map { .choice($0) } }
    return chainRows + Self.footerRows
  }

  /// The rows that scroll.
  var chainRows: [PanelRow] {
    var rows: [PanelRow] = []
    for (link, filter) in chain.links.enumerated() {
      rows.append(.filter(link))
      for (index, parameter) in filter.definition.parameters.enumerated() {
        let row = PanelRow.parameter(link: link, parameter: index)
        rows.append(row)
        switch parameter.kind {
        case .color where opened == row:
          rows += (0..<4).map { .channel(link: link, parameter: index, channel: $0) }
        case .options(let names) where opened == row:
          rows += names.indices.map { .option(link: link, parameter: index, option: $0) }
        default: break
        }
      }
    }
    return rows + [.add]
  }

  static let footerRows: [PanelRow] = [.savePicture, .saveView, .keep]

  /// Selects a row; a colour shows its channels from then on.
  mutating func select(_ row: PanelRow?) {
    selection = row
    guard let row, let link = row.link, let index = row.parameter,
      parameter(of: row)?.kind == .color
    else { return }
    opened = .parameter(link: link, parameter: index)
  }

  /// Whether a row is one of the chain's or the footer's, the list of filters open or not.
  func isValid(_ row: PanelRow?) -> Bool {
    row.map { Self.footerRows.contains($0) || chainRows.contains($0) } ?? false
  }

  /// Selects the nearest row where the selected one is no more: channels and names close.
  mutating func repairSelection() {
    guard !isValid(selection) else { return }
    guard let row = selection, let link = row.link, !chain.links.isEmpty else {
      selection = chainRows.first
      return
    }
    let parent = row.parameter.map { PanelRow.parameter(link: link, parameter: $0) }
    selection = isValid(parent) ? parent : .filter(min(link, chain.links.count - 1))
  }

  /// The parameter of a row.
  func parameter(of row: PanelRow) -> FilterParameter? {
    guard let link = row.link, let index = row.parameter, chain.links.indices.contains(link),
      chain.links[link].definition.parameters.indices.contains(index)
    else { return nil }
    return chain.links[link].definition.parameters[index]
  }

  /// A few words on the row that the pointer is on, or the one that is selected.
  var hint: String {
    let row = hover?.row ?? selection
    if let row, let parameter = parameter(of: row) { return parameter.summary }
    if let link = row?.link, chain.links.indices.contains(link) {
      return "\(chain.links[link].definition.name): drag to move, right-click to reset"
    }
    return ""
  }

  /// The value of a row's parameter.
  func value(of row: PanelRow) -> FilterValue? {
    guard let link = row.link, let index = row.parameter, chain.links.indices.contains(link),
      chain.links[link].values.indices.contains(index)
    else { return nil }
    return chain.links[link].values[index]
  }

  /// How the number of a row is dragged and stepped; `nil` where it has none.
  func sliderScale(of row: PanelRow) -> SliderScale? {
    guard let parameter = parameter(of: row) else { return nil }
    switch row {
    case .parameter: return SliderScale(parameter)
    case .channel(_, _, let channel):
      guard case .color(let color) = parameter.defaultValue else { return nil }
      return .channel(neutral: color[channel: channel])
    default: return nil
    }
  }

  /// The number of a row.
  func number(of row: PanelRow) -> Double? {
    switch (row, value(of: row)) {
    case (.parameter, .float(let number)): number
    case (.parameter, .int(let number)): Double(number)
    case (.channel(_, _, let channel), .color(let color)):
      (color[channel: channel] * 255).rounded()
    default: nil
    }
  }
}

extension FilterColor {
  /// Red, green, blue or opacity, 0 to 3.
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
