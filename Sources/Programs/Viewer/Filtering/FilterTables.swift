import Filters
import Platform

/// Reads the colour tables of a chain, and computes its soft proofs, on threads of its own.
///
/// Its threads deliver what they have read. Its methods return what went wrong at once, as
/// sentences.
struct FilterTables {
  private let deliver: @Sendable (FilterEvent) -> Void
  /// The display's profile, for soft proofs; empty means sRGB.
  private var displayProfile: [UInt8] = []
  /// True while the chain's soft proofs are still to be computed.
  private var awaitsProofs = false

  init(deliver: @escaping @Sendable (FilterEvent) -> Void) { self.deliver = deliver }

  /// Notes that the chain was read from text, whose soft proofs are those of sRGB.
  mutating func chainWasRead() { awaitsProofs = true }

  /// Reads a parameter's table from a file, or computes it from a profile.
  func read(_ path: [UInt8], of chain: FilterChain, link: Int, parameter: Int) -> [String] {
    let display = chain.takesProfile(link: link, parameter: parameter) ? displayProfile : nil
    return read(path, display: display) { .table($0, link: link, parameter: parameter) }
  }

  /// Computes the chain's soft proofs if they are missing or the display has another profile.
  mutating func proof(_ chain: FilterChain?, on profile: [UInt8]? = nil) -> [String] {
    let profile = profile ?? displayProfile
    guard profile != displayProfile || awaitsProofs else { return [] }
    displayProfile = profile
    awaitsProofs = false
    var problems: [String] = []
    for (link, filter) in (chain?.links ?? []).enumerated() {
      for (index, parameter) in filter.definition.parameters.enumerated()
      where parameter.kind == .profile {
        guard case .file(let file?) = filter.values[index] else { continue }
        problems += read(file.path, display: profile) { result in
          switch result {
          case .success(let file): .renewed(file, link: link, parameter: index)
          case .failure: .table(result, link: link, parameter: index)
          }
        }
      }
    }
    return problems
  }

  /// The table is megabytes of decimal numbers: the window must not wait for it.
  private func read(
    _ path: [UInt8], display: [UInt8]?,
    _ event: @escaping @Sendable (Result<FilterFile, FilterError>) -> FilterEvent
  ) -> [String] {
    do throws(Errno) {
      _ = try Thread(name: "table") { [deliver] in
        deliver(
          event(
            Result { () throws(FilterError) in try readFilterFile(path, display: display) }))
      }
      return []
    } catch {
      return ["\(escapedForDisplay(path)): \(error)"]
    }
  }
}

extension FilterChain {
  /// Returns the file that a parameter has; `nil` if there is no such parameter, or none chosen.
  func file(link: Int, parameter: Int) -> FilterFile? {
    guard links.indices.contains(link), links[link].values.indices.contains(parameter),
      case .file(let file?) = links[link].values[parameter]
    else { return nil }
    return file
  }

  /// True if a parameter takes a medium's profile instead of a table.
  fileprivate func takesProfile(link: Int, parameter: Int) -> Bool {
    guard links.indices.contains(link) else { return false }
    let parameters = links[link].definition.parameters
    return parameters.indices.contains(parameter) && parameters[parameter].kind == .profile
  }
}
