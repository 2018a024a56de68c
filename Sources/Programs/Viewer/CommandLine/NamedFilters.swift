import DecoderProtocol
import Decoding
import Filters
import Platform

/// A filter chain parsed from text, with the library that it comes from.
package struct NamedFilters {
  /// All available filters.
  let library: FilterLibrary
  /// The parsed chain.
  package let chain: FilterChain
  /// The errors in the user's filter files, which have been reported.
  let problems: [FilterError]

  /// Parses the argument of `--filter`.
  ///
  /// Errors in the user's filter files are written to standard error. An error in the text counts
  /// as wrong usage; an error in a file that it names does not.
  package init(commandLine text: String) throws(UserError) {
    (library, problems) = Self.loadLibrary()
    do throws(FilterError) {
      chain = try library.chain(parsing: text, files: readTable, profiles: readProof)
    } catch {
      throw UserError(
        sentence: error.file == nil ? "--filter: \(error)" : "\(error)",
        status: error.file == nil ? 2 : 1)
    }
  }

  /// Parses a chain that was saved when the last window closed.
  ///
  /// Its soft proofs have no effect yet, because the window must not wait for the process that
  /// computes them.
  init(kept text: String) throws(FilterError) {
    (library, problems) = Self.loadLibrary()
    chain = try library.chain(
      parsing: text, requiresFiles: false, files: readTable, profiles: { _ in .unproofed })
  }

  /// Loads the built-in filters and the user's, and writes the latter's errors to standard error.
  package static func loadLibrary() -> (FilterLibrary, [FilterError]) {
    let (library, problems) = FilterLibrary.load(userFolder: FilterFolder.path())
    for problem in problems { StandardError.write("\(problem)") }
    return (library, problems)
  }
}

/// Reads a colour table from a file.
func readTable(_ path: [UInt8]) throws(FilterError) -> CubeTable {
  try CubeTable(reading: path)
}

/// Computes the soft proof of a medium for sRGB; the window's display profile follows later.
private func readProof(_ path: [UInt8]) throws(FilterError) -> CubeTable {
  try readProof(path, display: [])
}

/// Computes the soft proof of a medium for a display profile, in a process of its own.
func readProof(_ path: [UInt8], display: [UInt8]) throws(FilterError) -> CubeTable {
  do throws(SoftProofs.Problem) {
    return CubeTable(try SoftProofs.table(of: path, display: display))
  } catch {
    throw FilterError(file: escapedForDisplay(path), error.sentence)
  }
}

/// Reads the file of a parameter: a medium's profile for a display or, without a display, a table.
func readFilterFile(_ path: [UInt8], display: [UInt8]?) throws(FilterError) -> FilterFile {
  guard let display else { return FilterFile(path: path, table: try readTable(path)) }
  return FilterFile(path: path, table: try readProof(path, display: display))
}

extension CubeTable {
  /// A soft proof without effect, as a placeholder until the real one is computed.
  static let unproofed: CubeTable = {
    var values: [Float] = []
    for index in 0..<8 * SoftProofTable.intents {
      values.append(Float(index & 1))
      values.append(Float(index >> 1 & 1))
      values.append(Float(index >> 2 & 1))
      values.append(0)
    }
    return CubeTable(
      edge: 2, values: values, channels: SoftProofTable.channels, layers: SoftProofTable.intents)
  }()

  /// Creates the tables of a soft proof, one for each intent.
  convenience init(_ proof: SoftProofTable) {
    self.init(
      edge: SoftProofTable.edge, points: .halves(proof.bits), channels: SoftProofTable.channels,
      layers: SoftProofTable.intents, crowding: Float(SoftProofTable.crowding))
  }
}

extension FilterChain {
  /// Returns the chain with its soft proofs computed for another display; the other filters are
  /// unchanged.
  func proofed(for display: [UInt8]) throws(FilterError) -> FilterChain {
    var chain = self
    for (place, link) in links.enumerated() where link.isActive {
      for (index, parameter) in link.definition.parameters.enumerated()
      where parameter.kind == .profile {
        guard case .file(let file?) = link.values[index] else { continue }
        let table = try readProof(file.path, display: display)
        chain.links[place].values[index] = .file(FilterFile(path: file.path, table: table))
      }
    }
    return chain
  }
}
