/// The changes that can be undone, oldest first.
package struct FileJournal: Hashable, Sendable {
  /// The maximum number of entries.
  package static let limit = 100
  /// The changes of each command.
  private var entries: [[FileChange]] = []

  /// Creates an empty journal.
  package init() {}

  /// The changes to undo next; `nil` if there are none.
  package var last: [FileChange]? { entries.last }

  /// Adds the changes of one command, if any.
  package mutating func add(_ changes: [FileChange]) {
    guard !changes.isEmpty else { return }
    entries.append(changes)
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// Follows files that were written anew with the contents of older versions, so that changes
  /// before can still be undone.
  package mutating func renew(_ renewals: [FileRenewal]) {
    guard !renewals.isEmpty else { return }
    let renewals = FileRenewals(renewals)
    entries = entries.map { $0.map { $0.renewed(renewals) } }
  }

  /// Removes and returns the latest entry, to be undone.
  package mutating func takeLast() -> [FileChange]? { entries.popLast() }
}
