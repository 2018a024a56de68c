extension CommandName {
  /// The command as an object: all that its definition says.
  var json: JSON {
    let definition = definition
    let traits = CommandTraits.names.filter { definition.traits.contains($0.trait) }
    let optional: [(name: String, text: String?)] = [
      ("reason", definition.needs.reason), ("state", definition.state?.rawValue),
    ]
    let members: [JSON.Member] = [
      .init("name", .string(rawValue)),
      .init("title", .string(definition.title)),
      .init("section", .string(definition.section.rawValue)),
      .init("summary", .string(definition.summary)),
      .init("arguments", .array(definition.arguments.map(\.json))),
      .init("keys", .array(definition.keys.map { .string($0.text) })),
      .init("aliases", .array(definition.aliases.map { .string($0.text) })),
      .init("traits", .array(traits.map { .string($0.name) })),
      .init("needs", .string(definition.needs.rawValue)),
    ]
    return .object(
      members
        + optional.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } })
  }
}

extension CommandArgument {
  /// The argument as an object: its name, its kind, the valid values, and the default.
  fileprivate var json: JSON {
    let (kind, limits): (String, [JSON.Member]) =
      switch self.kind {
      case .number(let range):
        (
          "number",
          [.init("least", .number(range.lowerBound)), .init("most", .number(range.upperBound))]
        )
      case .wholeNumber(let range):
        (
          "whole-number",
          [.init("least", .integer(range.lowerBound)), .init("most", .integer(range.upperBound))]
        )
      case .oneOf(let numbers):
        ("choice", [.init("choices", .array(numbers.map { .integer($0) }))])
      case .place: ("place", [])
      case .text: ("text", [])
      case .files: ("files", [])
      }
    let members: [JSON.Member] = [
      .init("name", .string(name)), .init("kind", .string(kind)), .init("values", .string(words)),
    ]
    let standard = standard.map { [JSON.Member("default", .string($0))] } ?? []
    return .object(members + limits + standard)
  }
}
