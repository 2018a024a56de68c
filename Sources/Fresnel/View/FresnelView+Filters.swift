import Filters

/// Filters, by the text of their chain.
extension FresnelView {
  /// Sets what is done to the colours of what is shown, such as `invert` or `blur(3), gray`; an
  /// empty text undoes it.
  ///
  /// Documentation/Filters.md has the text's rules. Without OpenGL ES nothing changes but the log.
  ///
  /// - Throws: `FilterError`, a sentence about the text or a file that it names.
  public func setFilters(_ text: String) throws(FilterError) {
    tiles.filters = try filterLibrary.chain(parsing: text) { path throws(FilterError) in
      try CubeTable(reading: path)
    }
    setNeedsDispatch()
  }

  /// The built-in filters and those of the program's folder, by name.
  public var filterNames: [String] { filterLibrary.filters.map(\.name) }

  func loadFilters() -> FilterLibrary {
    let (library, problems) = FilterLibrary.load(
      userFolder: options.filterFolder.map { Array($0.utf8) })
    for problem in problems { log(.warning, "\(problem)", [:]) }
    return library
  }
}
