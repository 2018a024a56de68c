import Filters

/// The filters that a text names, read with the user's own among them.
struct NamedFilters {
  /// All that there are.
  let library: FilterLibrary
  /// Those that were named.
  let chain: FilterChain
  /// What is wrong with the user's files; it has been told.
  let problems: [FilterError]

  /// Reads what `--filter` was given.
  ///
  /// What is wrong with the user's files is told on the standard error; what is wrong with the text
  /// is wrong usage, with a file that it names is not.
  init(commandLine text: String) throws(UserError) {
    (library, problems) = Self.loadLibrary()
    do throws(FilterError) {
      chain = try library.chain(parsing: text, files: readTable)
    } catch {
      throw UserError(
        sentence: error.file == nil ? "--filter: \(error)" : "\(error)",
        status: error.file == nil ? 2 : 1)
    }
  }

  /// Reads a chain that was kept when the last window was closed.
  init(kept text: String) throws(FilterError) {
    (library, problems) = Self.loadLibrary()
    chain = try library.chain(parsing: text, requiresFiles: false, files: readTable)
  }

  /// The built-in filters and the user's; what is wrong with these is told on the standard error.
  static func loadLibrary() -> (FilterLibrary, [FilterError]) {
    let (library, problems) = FilterLibrary.load(userFolder: FilterFolder.path())
    for problem in problems { StandardError.write("\(problem)") }
    return (library, problems)
  }
}

/// Reads the colour table of a path.
func readTable(_ path: [UInt8]) throws(FilterError) -> CubeTable {
  try CubeTable(reading: path)
}
