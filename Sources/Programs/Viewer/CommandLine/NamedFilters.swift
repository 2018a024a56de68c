import DecoderProtocol
import Decoding
import Filters
import Platform

/// The filters that a text names, read with the user's own among them.
package struct NamedFilters {
  /// All that there are.
  let library: FilterLibrary
  /// Those that were named.
  package let chain: FilterChain
  /// What is wrong with the user's files; it has been told.
  let problems: [FilterError]

  /// Reads what `--filter` was given.
  ///
  /// What is wrong with the user's files is told on the standard error; what is wrong with the text
  /// is wrong usage, with a file that it names is not.
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

  /// Reads a chain that was kept when the last window was closed.
  ///
  /// Its proofs show nothing yet: the window must not wait for a process that makes them.
  init(kept text: String) throws(FilterError) {
    (library, problems) = Self.loadLibrary()
    chain = try library.chain(
      parsing: text, requiresFiles: false, files: readTable, profiles: { _ in .unproofed })
  }

  /// The built-in filters and the user's; what is wrong with these is told on the standard error.
  package static func loadLibrary() -> (FilterLibrary, [FilterError]) {
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

/// Reads the file of a parameter: the profile of a medium for a display, or, without one, a table.
func readFilterFile(_ path: [UInt8], display: [UInt8]?) throws(FilterError) -> FilterFile {
  guard let display else { return FilterFile(path: path, table: try readTable(path)) }
  return FilterFile(path: path, table: try readProof(path, display: display))
}

extension CubeTable {
  /// The proof of a medium that has every colour, in the place of one that is still to be made.
  static let unproofed: CubeTable = {
    var values: [Float] = []
    for index in 0..<8 * ProofTable.intents {
      values.append(Float(index & 1))
      values.append(Float(index >> 1 & 1))
      values.append(Float(index >> 2 & 1))
      values.append(0)
    }
    return CubeTable(
      edge: 2, values: values, channels: ProofTable.channels, layers: ProofTable.intents)
  }()

  /// A proof's tables, one for each intent.
  convenience init(_ proof: ProofTable) {
    self.init(
      edge: ProofTable.edge, points: .halves(proof.bits), channels: ProofTable.channels,
      layers: ProofTable.intents, crowding: Float(ProofTable.crowding))
  }
}

extension FilterChain {
  /// The same chain with its proofs made for another display; the others stay as they are.
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
