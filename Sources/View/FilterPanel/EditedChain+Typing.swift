import Filters

/// The handling of typed values.
extension EditedChain {
  /// Applies a typed text to a row; returns a file name for the session to read, or `nil`.
  mutating func enter(
    _ text: String, into row: FilterControl
  ) -> Result<[UInt8]?, FilterError> {
    guard let parameter = parameter(of: row) else { return .success(nil) }
    let text = trimmed(text)
    if parameter.kind.isFile {
      if !text.isEmpty { return .success(Array(text.utf8)) }
      set(.file(nil), of: row)
      return .success(nil)
    }
    do throws(FilterError) {
      if case .channel(_, _, let channel) = row {
        let number = try Self.channelParameter(channel).value(parsing: text)
        if case .int(let number) = number { setNumber(Double(number), of: row) }
      } else {
        set(try parameter.value(parsing: text), of: row)
      }
    } catch {
      return .failure(error)
    }
    return .success(nil)
  }

  private static func channelParameter(_ channel: Int) -> FilterParameter {
    FilterParameter(
      name: FilterPanel.channelNames[min(max(channel, 0), 3)], summary: "",
      kind: .int(minimum: 0, maximum: 255), defaultValue: .int(0))
  }

  /// The text without surrounding spaces and a leading plus sign.
  private func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    if scalars.first == "+" { scalars.removeFirst() }
    return String(scalars)
  }
}
