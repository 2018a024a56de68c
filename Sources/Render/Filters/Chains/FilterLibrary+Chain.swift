import Platform

extension FilterLibrary {
  /// Parses a chain, in the syntax of Documentation/Filters.md.
  ///
  /// `files` reads the tables of `.cube` files, and `profiles` those of ICC profiles. A missing
  /// file name is an error, unless `requiresFiles` is false; the filter then has no effect. Errors
  /// describe the text; those of `files` and `profiles` are passed on.
  package func chain(
    parsing text: String, requiresFiles: Bool = true,
    files: FilterFile.Reading, profiles: FilterFile.Reading = FilterParameter.withoutFiles
  ) throws(FilterError) -> FilterChain {
    var links: [FilterLink] = []
    for syntax in try ChainSyntax.parse(text) {
      let link = try link(syntax, files: files, profiles: profiles)
      if requiresFiles { try Self.checkFiles(link) }
      links.append(link)
    }
    return FilterChain(links)
  }

  private func link(
    _ syntax: ChainSyntax.Link, files: FilterFile.Reading, profiles: FilterFile.Reading
  ) throws(FilterError) -> FilterLink {
    guard let definition = filter(named: syntax.name) else {
      let hint = Self.hint(
        syntax.name, in: filters.map(\.name), otherwise: "; “fresnel filters” lists all filters"
      )
      throw FilterError("there is no filter \(quoted(syntax.name))\(hint)")
    }
    var link = FilterLink(definition, isOn: syntax.isOn)
    var given: Set<Int> = []
    var hasNames = false
    for (place, argument) in syntax.arguments.enumerated() {
      let index: Int
      if let name = argument.name {
        hasNames = true
        index = try Self.index(of: name, in: definition)
      } else {
        guard !hasNames else {
          throw FilterError(
            "\(definition.name): \(quoted(escaped(argument.value))) has no name, but follows a value"
              + " that has one")
        }
        guard place < definition.parameters.count else {
          throw Self.tooMany(definition, given: syntax.arguments.count)
        }
        index = place
      }
      let parameter = definition.parameters[index]
      guard given.insert(index).inserted else {
        throw FilterError("\(definition.name): “\(parameter.name)” is given twice")
      }
      do throws(FilterError) {
        link.values[index] = try parameter.value(
          of: argument.value, files: files, profiles: profiles)
      } catch {
        // An error in a file names the file; an error in a value needs its filter's name.
        if error.file != nil { throw error }
        throw FilterError("\(definition.name): \(error.sentence)")
      }
    }
    return link
  }

  private static func index(
    of name: String, in definition: FilterDefinition
  ) throws(FilterError) -> Int {
    if let index = definition.parameterIndex(name) { return index }
    let names = definition.parameters.map(\.name)
    let others =
      names.isEmpty ? "; it has none" : "; it has \(listed(names, "and"))"
    let hint = hint(name, in: names, otherwise: others)
    throw FilterError("\(definition.name) has no parameter \(quoted(name))\(hint)")
  }

  /// The end of a message about an unknown name: `; did you mean a or b?`, or `otherwise`.
  private static func hint(_ name: String, in names: [String], otherwise: String) -> String {
    let near = NameSuggestions.find(name, in: names)
    return near.isEmpty ? otherwise : "; did you mean \(listed(near))?"
  }

  private static func tooMany(_ definition: FilterDefinition, given: Int) -> FilterError {
    let count = definition.parameters.count
    let takes = count == 0 ? "no values" : count == 1 ? "one value" : "at most \(count) values"
    return FilterError(
      "\(definition.name) takes \(takes), but \(given) \(given == 1 ? "is" : "are") given")
  }

  private static func checkFiles(_ link: FilterLink) throws(FilterError) {
    guard let missing = link.values.firstIndex(of: .file(nil)) else { return }
    let name = link.definition.parameters[missing].name
    throw FilterError(
      "\(link.definition.name) needs a file: \(link.definition.name)(\(name)=\"…\")")
  }
}

private func escaped(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
