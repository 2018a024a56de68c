import Filters
import Platform
import Preferences

/// Saves the chain for the next start, if the user wants that.
struct KeptChain {
  /// True if chains are saved.
  var isOn = false
  private let path: [UInt8]?

  /// Creates a saver of a chain in a file; without one nothing is saved.
  init(at path: [UInt8]?) { self.path = path }

  /// The file's name in messages.
  var name: String { escapedForDisplay(path ?? []) }

  /// Returns the chain that was saved last, unless the setting says that none is kept.
  mutating func begin(_ setting: Preferences.KeptFilters) -> String? {
    let saved = setting == .never ? nil : path.flatMap(SavedChain.read)
    isOn = setting == .always || saved != nil
    return saved
  }

  /// Saves a chain, or deletes the saved one; returns what went wrong, as sentences.
  func save(_ chain: FilterChain) -> [String] {
    guard let path else { return [] }
    guard isOn else {
      SavedChain.remove(path)
      return []
    }
    do throws(Errno) {
      try SavedChain.write(chain.text, to: path)
      return []
    } catch {
      return ["\(name): \(error.message)"]
    }
  }
}
