import DecoderProtocol
import Decoding
import Filters
import Platform

/// Filter chains from text.
extension FresnelView {
  /// Sets the filters from text, such as `invert` or `blur(3), gray`; an empty text removes them.
  ///
  /// Documentation/Filters.md defines the syntax. Without OpenGL ES only a log message results.
  ///
  /// - Throws: `FilterError`, a sentence about the text or a file that it names.
  public func setFilters(_ text: String) throws(FilterError) {
    filters = try filterLibrary.chain(parsing: text) { path throws(FilterError) in
      try CubeTable(reading: path)
    } profiles: { path throws(FilterError) in
      try proof(of: path)
    }
  }

  /// The names of the built-in filters and those in the program's folder.
  public var filterNames: [String] { filterLibrary.filters.map(\.name) }

  /// Computes the soft proof of a medium for the view's current display.
  private func proof(of path: [UInt8]) throws(FilterError) -> CubeTable {
    do throws(SoftProofs.Problem) {
      let table = try SoftProofs.table(
        of: path, display: host.window?.displayProfile ?? [],
        locator: decoders.values.first?.pool.locator ?? .installed)
      return CubeTable(
        edge: SoftProofTable.edge, points: .halves(table.bits), channels: SoftProofTable.channels,
        layers: SoftProofTable.intents, crowding: Float(SoftProofTable.crowding))
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
