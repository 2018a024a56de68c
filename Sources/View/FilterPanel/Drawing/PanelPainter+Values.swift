import Filters
import Geometry
import Text

/// Parameters: their names, values and sliders.
extension PanelPainter {
  mutating func paintParameter(_ row: PanelRow, _ rect: Rect, _ placed: PixelRect) {
    guard let parameter = panel.parameter(of: row), let value = panel.value(of: row) else { return }
    let place = layout.valueRect(of: row, parameter.kind, in: placed)
    let area = local(place)
    let label = Rect(
      minX: rect.minX, minY: area.minY, maxX: area.minX - px(6), maxY: area.maxY)
    let title = Self.title(of: parameter)
    let isTypedWide = panel.typing?.row == row && parameter.kind.isFile
    if !isTypedWide {
      text(
        title, rect.minX + px(14), label.maxX, label, metrics.textSize, PanelColors.text)
    }
    let isDefault = value == parameter.defaultValue
    let color = isDefault ? PanelColors.text : PanelColors.bright
    if let scale = panel.sliderScale(of: row), let number = panel.number(of: row) {
      if !typed(row, area) { written(scale.text(number), area, color, row) }
      paintSlider(row, scale, number, local(layout.sliderRect(of: row, in: placed)), placed)
      return
    }
    switch value {
    case .bool(let isOn): toggle(place, isOn: isOn)
    case .option: paintChoice(of: parameter, value, row, area)
    case .color(let color): paintColor(color, row, area)
    case .file(let file):
      var field = area
      if isTypedWide { field.minX = rect.minX + px(14) }
      if typed(row, field) { return }
      items.append(.rectangle(field, radius: px(5), PanelColors.field.faded(by: fade)))
      let name = file.map { Self.lastPart(of: parameter.text(of: .file($0))) }
      text(
        name ?? "choose a file", field.minX + px(8), field.maxX - px(8), field,
        metrics.textSize, name == nil ? PanelColors.dim : PanelColors.bright)
    case .float, .int: break
    }
  }

  mutating func paintChannel(
    _ row: PanelRow, _ channel: Int, _ rect: Rect, _ placed: PixelRect
  ) {
    guard let scale = panel.sliderScale(of: row), let number = panel.number(of: row) else { return }
    text(
      FilterPanel.channelNames[channel], rect.minX + px(26), rect.minX + px(82), rect,
      metrics.smallSize, PanelColors.text)
    let area = local(layout.valueRect(of: row, .color, in: placed))
    if !typed(row, area) { written(scale.text(number), area, PanelColors.bright, row) }
    paintSlider(row, scale, number, local(layout.sliderRect(of: row, in: placed)), placed)
  }

  /// A parameter's name as a title: `input_black` is “Input black”.
  static func title(of parameter: FilterParameter) -> String {
    let words = parameter.name.map { $0 == "_" || $0 == "-" ? " " : String($0) }.joined()
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }

  /// A value at the right of its area; under the pointer it shows that it can be typed.
  private mutating func written(
    _ value: String, _ area: Rect, _ color: DrawingColor, _ row: PanelRow
  ) {
    if panel.hover == .value(row) {
      let field = Rect(
        minX: area.minX, minY: area.minY, maxX: area.maxX + px(6), maxY: area.maxY)
      items.append(.rectangle(field, radius: px(4), PanelColors.hover))
    }
    text(
      value, area.minX, area.maxX, area, metrics.textSize, color, alignment: .trailing)
  }

  /// The field of what is typed into a row; `false` where nothing is.
  private mutating func typed(_ row: PanelRow, _ area: Rect) -> Bool {
    guard let typing = panel.typing, typing.row == row else { return false }
    let color = typing.problem == nil ? PanelColors.accent : PanelColors.warning
    let field = Rect(
      minX: area.minX, minY: area.minY, maxX: area.maxX + px(4), maxY: area.maxY)
    items.append(.rectangle(field, radius: px(4), DrawingColor(white: 0, alpha: 0.5)))
    items.append(.outline(field, radius: px(4), width: px(1.5), color))
    editedText(typing.field, field)
    return true
  }

  mutating func editedText(_ field: TextField, _ area: Rect) {
    let inner = Rect(
      minX: area.minX + px(7), minY: area.minY + px(2), maxX: area.maxX - px(6),
      maxY: area.maxY - px(2))
    if field.isSelected {
      items.append(.rectangle(inner, radius: px(2), PanelColors.accent.faded(by: 0.35)))
    }
    items.append(
      .text(
        DrawingText(
          field.text, in: inner, size: metrics.textSize, color: PanelColors.bright,
          caret: field.caret)))
  }

  private mutating func paintChoice(
    of parameter: FilterParameter, _ value: FilterValue, _ row: PanelRow, _ area: Rect
  ) {
    items.append(.rectangle(area, radius: px(5), PanelColors.field.faded(by: fade)))
    let arrow = px(22)
    for (control, quarter, x) in [
      (PanelControl.previousOption(row), 2, area.minX + arrow / 2),
      (.nextOption(row), 0, area.maxX - arrow / 2),
    ] {
      let color = panel.hover == control ? PanelColors.bright : PanelColors.dim
      chevron(Point(x: x, y: area.center.y), quarter: quarter, 3.5, color)
    }
    let isDefault = value == parameter.defaultValue
    text(
      parameter.text(of: value), area.minX + arrow, area.maxX - arrow, area, metrics.textSize,
      isDefault ? PanelColors.text : PanelColors.bright, alignment: .center)
  }

  private mutating func paintColor(_ color: FilterColor, _ row: PanelRow, _ area: Rect) {
    if typed(row, area) { return }
    let width = px(26)
    let swatch = Rect(
      minX: area.maxX - width, minY: area.minY + px(2), maxX: area.maxX,
      maxY: area.maxY - px(2))
    if color.alpha < 1 {
      // Two greys behind show how much shines through.
      let half = Rect(
        minX: swatch.minX, minY: swatch.minY, maxX: swatch.center.x, maxY: swatch.maxY)
      items.append(
        .rectangle(swatch, radius: px(4), DrawingColor(white: 0.75).faded(by: fade)))
      items.append(
        .clipped(
          half, [.rectangle(swatch, radius: px(4), DrawingColor(white: 0.3).faded(by: fade))]))
    }
    items.append(.rectangle(swatch, radius: px(4), color.drawing.faded(by: fade)))
    items.append(
      .outline(swatch, radius: px(4), width: px(1), DrawingColor(white: 1, alpha: 0.3)))
    let text = Rect(
      minX: area.minX, minY: area.minY, maxX: swatch.minX - px(8), maxY: area.maxY)
    written(color.text, text, PanelColors.bright, row)
  }
}

extension FilterColor {
  /// The colour to draw with.
  var drawing: DrawingColor {
    DrawingColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
