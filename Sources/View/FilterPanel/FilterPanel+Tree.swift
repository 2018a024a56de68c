import Controls
import Filters
import Geometry
import Text

extension FilterPanel {
  /// The panel's nodes; empty while it is closed.
  var tree: [Node<FilterControl>] {
    guard isOpen else { return [] }
    if let listing { return tree(of: listing) }
    let sentences = shownNotices
    return [
      Node(
        .title, .title, "Filters",
        children: [
          Node(
            .compare, .button, "Compare with original", value: .isOn(isComparing), icon: .compare,
            actions: .hold),
          Node(.split, .button, "Split line", value: .isOn(split.isShown), icon: .split),
          Node(.close, .button, "Close", icon: .cross),
        ])
    ]
      + (sentences.isEmpty
        ? [] : [Node(.notice, .message, sentences.joined(separator: "\n"))])
      + [Node(.rows, .scrollArea, children: chainRows)]
      + (chain.links.isEmpty ? [] : [Node(.hint, .tooltip, hint)])
      + [Node(.footer, .group, children: footerRows)]
  }

  private func tree(of listing: Listing) -> [Node<FilterControl>] {
    let found = listing.found.enumerated().map { place, filter in
      let isPlain = filter.summary.isEmpty || filter.summary.lowercased() == filter.name
      return Node(
        FilterControl.choice(place), .listItem, filter.title,
        detail: isPlain ? "" : filter.name, state: place == listing.selected ? .focused : [])
    }
    return [
      Node(
        .title, .title, "Add a filter", children: [Node(.close, .button, "Close", icon: .cross)]),
      Node(.search, .textField, "type to search", icon: .magnifier),
      Node(
        .rows, .scrollArea, "No filter matches", value: .room(library.filters.count),
        children: found),
    ]
  }

  private func state(_ row: FilterControl) -> Node<FilterControl>.State {
    var state: Node<FilterControl>.State = row == rows.selected ? .focused : []
    if row == rows.opened { state.insert(.expanded) }
    return state
  }

  private var chainRows: [Node<FilterControl>] {
    let filters = chain.links.enumerated().map { link, filter in
      let id = FilterControl.filter(link)
      return Node(
        id, .section, filter.definition.title, value: .isOn(filter.isOn), state: state(id),
        actions: [.reset, .move, .remove],
        children: filter.definition.parameters.enumerated().map { index, parameter in
          row(.parameter(link: link, parameter: index), parameter, filter.values[index])
        })
    }
    return filters + [
      Node(.add, .button, "Add a filter", detail: "a", icon: .plus, state: state(.add))
    ]
  }

  private var footerRows: [Node<FilterControl>] {
    [
      Node(
        .savePicture, .button, "Save at 100 %", detail: "Ctrl+S", state: state(.savePicture)),
      Node(
        .saveView, .button, "Save the view", detail: "Ctrl+Shift+S", state: state(.saveView)),
      Node(
        .keep, .switch, "Keep across starts", value: .isOn(keepsChain), state: state(.keep)),
    ]
  }

  private func row(
    _ id: FilterControl, _ parameter: FilterParameter, _ value: FilterValue
  ) -> Node<FilterControl> {
    var node = Node(id, .slider, parameter.title, state: state(id), actions: .reset)
    if value != parameter.defaultValue { node.state.insert(.changed) }
    node.typed = parameter.text(of: value)
    switch value {
    case .float, .int:
      if let number = edited.number(of: id), let scale = edited.scale(of: id) {
        node.value = .number(number, scale)
      }
    case .bool(let isOn):
      node.role = .switch
      node.value = .isOn(isOn)
      node.typed = nil
    case .option(let chosen):
      node.role = .choice
      node.value = .text(node.typed)
      node.typed = nil
      node.actions.insert(.expand)
      node.children = options(of: id, parameter, chosen)
    case .color(let color):
      node.role = .color
      node.value = .color(color)
      node.detail = color.text
      node.actions.insert(.expand)
      node.children = channels(of: id, color)
    case .file(let file):
      node.role = .textField
      node.value = .text(file.flatMap { _ in node.typed.map(Self.lastPart) })
      node.detail = "choose a file"
    }
    return node
  }

  private func options(
    of row: FilterControl, _ parameter: FilterParameter, _ chosen: Int
  ) -> [Node<FilterControl>] {
    guard row == rows.opened, case .options(let names) = parameter.kind, let link = row.link,
      let index = row.parameter
    else { return [] }
    return names.enumerated().map { place, name in
      let id = FilterControl.option(link: link, parameter: index, option: place)
      let isChosen: Node<FilterControl>.State = place == chosen ? .chosen : []
      return Node(id, .menuItem, name, state: state(id).union(isChosen), actions: .reset)
    }
  }

  private func channels(
    of row: FilterControl, _ color: PaintColor
  ) -> [Node<FilterControl>] {
    guard row == rows.opened, let link = row.link, let index = row.parameter else { return [] }
    return Self.channelNames.enumerated().compactMap { channel, name in
      let id = FilterControl.channel(link: link, parameter: index, channel: channel)
      guard let number = edited.number(of: id), let scale = edited.scale(of: id)
      else { return nil }
      var (low, high) = (color, color)
      low[channel: channel] = 0
      high[channel: channel] = 1
      if channel < 3 { (low.alpha, high.alpha) = (1, 1) }
      return Node(
        id, .slider, name,
        value: .number(
          number, scale, across: ColorPair(low: low, high: high)),
        typed: String(Int(number)), state: state(id).union(.changed), actions: .reset)
    }
  }

  static let channelNames = ["Red", "Green", "Blue", "Opacity"]

  /// The description of the hovered row, or else of the selected one.
  private var hint: String {
    let hovered = input.hover?.id
    let isRow = hovered.map { ![.compare, .split, .close, .notice].contains($0) } ?? false
    let row = isRow ? hovered : rows.selected
    if let row, let parameter = edited.parameter(of: row) { return parameter.summary }
    if let link = row?.link, chain.links.indices.contains(link) {
      return "\(chain.links[link].definition.name): drag to move, right-click to reset"
    }
    return ""
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }
}

extension FilterDefinition {
  /// The name shown to the user.
  fileprivate var title: String { summary.isEmpty ? name : summary }
}

extension FilterParameter {
  /// The name as a title: `input_black` becomes “Input black”.
  fileprivate var title: String {
    let words = name.map { $0 == "_" || $0 == "-" ? " " : String($0) }.joined()
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
