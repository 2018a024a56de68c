import Filters

extension FilterEditing {
  /// The paths of the user's files.
  struct Places: Hashable, Sendable {
    /// The file with the saved chain; `nil` if there is no home folder.
    var keptChain: [UInt8]?
    /// The folder of the user's filters.
    var folder: [UInt8]?

    /// The paths that the environment defines.
    static var ofUser: Places { Places(keptChain: SavedChain.path(), folder: FilterFolder.path()) }
  }
}
