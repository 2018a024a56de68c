import DecoderProtocol
import Decoding
import Filters
import Platform

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
      chain = try library.chain(parsing: text, files: readTable, profiles: readProof)
    } catch {
      throw UserError(
        sentence: error.file == nil ? "--filter: \(error)" : "\(error)",
        status: error.file == nil ? 2 : 1)
    }
  }

  /// Reads a chain that was kept when the last window was closed.
  init(kept text: String) throws(FilterError) {
    (library, problems) = Self.loadLibrary()
    chain = try library.chain(
      parsing: text, requiresFiles: false, files: readTable, profiles: readProof)
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

/// Has the profile of a medium read for a display of sRGB; what a window's display has comes later.
private func readProof(_ path: [UInt8]) throws(FilterError) -> CubeTable {
  try readProof(path, display: [])
}

/// Has the profile of a medium read by a process of its own, for a display with a profile.
func readProof(_ path: [UInt8], display: [UInt8]) throws(FilterError) -> CubeTable {
  do throws(Proofs.Problem) {
    return CubeTable(try Proofs.table(of: path, display: display))
  } catch {
    throw FilterError(file: escapedForDisplay(path), error.sentence)
  }
}

extension CubeTable {
  /// A proof's tables, one for each intent.
  convenience init(_ proof: ProofTable) {
    self.init(
      edge: ProofTable.edge, values: proof.values, channels: ProofTable.channels,
      layers: ProofTable.intents)
  }
}
