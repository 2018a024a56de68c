import DecoderProtocol
import Decoding
import Filters
import Platform

/// Filters, by the text of their chain.
extension FresnelView {
  /// Sets what is done to the colours of what is shown, such as `invert` or `blur(3), gray`; an
  /// empty text undoes it.
  ///
  /// Documentation/Filters.md has the text's rules. Without OpenGL ES nothing changes but the log.
  ///
  /// - Throws: `FilterError`, a sentence about the text or a file that it names.
  public func setFilters(_ text: String) throws(FilterError) {
    filters = try filterLibrary.chain(parsing: text) { path throws(FilterError) in
      try CubeTable(reading: path)
    } profiles: { path throws(FilterError) in
      try proof(of: path)
    }
  }

  /// The built-in filters and those of the program's folder, by name.
  public var filterNames: [String] { filterLibrary.filters.map(\.name) }

  /// Has the profile of a medium read for the display that the view is on now.
  private func proof(of path: [UInt8]) throws(FilterError) -> CubeTable {
    do throws(Proofs.Problem) {
      let table = try Proofs.table(
        of: path, display: host.window?.displayProfile ?? [],
        locator: decoders.values.first?.desk.locator ?? .installed)
      return CubeTable(
        edge: ProofTable.edge, points: .halves(table.bits), channels: ProofTable.channels,
        layers: ProofTable.intents, crowding: Float(ProofTable.crowding))
    } catch {
      throw FilterError(file: escapedForDisplay(path), error.sentence)
    }
  }

  func loadFilters() -> FilterLibrary {
    let (library, problems) = FilterLibrary.load(
      userFolder: options.filterFolder.map { Array($0.utf8) })
    for problem in problems { log(.warning, "\(problem)", [:]) }
    return library
  }
}
