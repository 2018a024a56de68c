extension FilterParameter {
  /// What the shader calls the numbers of an `enum`'s options, in their order; empty for others.
  package var shaderOptionNames: [String] {
    guard case .options(let options) = kind else { return [] }
    return options.map { Self.shaderName(of: $0, parameter: name) }
  }

  /// The parameter's name, `_`, and the option with `_` in place of each `-`.
  static func shaderName(of option: String, parameter: String) -> String {
    parameter + "_" + String(option.map { $0 == "-" ? "_" : $0 })
  }
}
