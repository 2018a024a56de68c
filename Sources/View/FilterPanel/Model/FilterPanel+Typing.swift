import Filters

/// Values that are typed.
extension FilterPanel {
  /// Begins to type a row's value; everything that stood there goes with the first character.
  mutating func beginTyping(_ row: PanelRow) {
    guard let parameter = parameter(of: row), let value = value(of: row) else { return }
    switch (row, parameter.kind) {
    case (.channel, _):
      typing = Typing(
        row: row, field: TextField(String(Int(number(of: row) ?? 0)), isSelected: true))
    case (.parameter, .float), (.parameter, .int), (.parameter, .color), (.parameter, .file),
      (.parameter, .profile):
      typing = Typing(
        row: row, field: TextField(parameter.text(of: value), isSelected: true))
    default: return
    }
    opened = parameter.kind == .color ? opened : nil
    select(row)
  }

  /// Takes what is typed; where it is no value it stays, with a sentence, unless it is given up.
  ///
  /// A file's name comes back, for the session to read.
  mutating func commitTyping(orGiveUp: Bool = false) -> PanelEffect? {
    guard let typing, let link = typing.row.link, let index = typing.row.parameter,
      let parameter = parameter(of: typing.row)
    else {
      self.typing = nil
      return nil
    }
    let text = trimmed(typing.field.text)
    if parameter.kind.isFile {
      self.typing = nil
      if !text.isEmpty { return .loadFile(link: link, parameter: index, path: Array(text.utf8)) }
      setValue(.file(nil), link: link, parameter: index)
      return nil
    }
    do throws(FilterError) {
      if case .channel(_, _, let channel) = typing.row {
        let number = try Self.channelParameter(channel).value(parsing: text)
        if case .int(let number) = number { setNumber(Double(number), of: typing.row) }
      } else {
        setValue(try parameter.value(parsing: text), link: link, parameter: index)
      }
      self.typing = nil
    } catch {
      self.typing?.problem = error.sentence
      if orGiveUp { self.typing = nil }
    }
    return nil
  }

  static let channelNames = ["Red", "Green", "Blue", "Opacity"]

  private static func channelParameter(_ channel: Int) -> FilterParameter {
    FilterParameter(
      name: channelNames[min(max(channel, 0), 3)], summary: "",
      kind: .int(minimum: 0, maximum: 255), defaultValue: .int(0))
  }

  /// Without spaces around it, nor the plus sign of a number.
  private func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    if scalars.first == "+" { scalars.removeFirst() }
    return String(scalars)
  }

  /// What the panel says at its top.
  var shownNotices: [String] { (typing?.problem.map { [$0] } ?? []) + notices }
}
