import Filters

extension FilterChain {
  /// A chain of filters written in the test, with their default values.
  static func of(_ texts: String...) throws -> FilterChain {
    FilterChain(
      try texts.enumerated().map { index, text in
        FilterLink(
          try FilterParser.parse(
            Array(text.utf8), name: "own\(index)",
            origin: .user(path: Array("/filters/own\(index).frag".utf8))))
      })
  }
}
