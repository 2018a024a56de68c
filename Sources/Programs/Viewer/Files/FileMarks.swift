/// The marked files, in the order in which they were marked.
///
/// Each operation on one file takes the same time, however many are marked.
struct FileMarks: Hashable, Sendable {
  /// When each file was marked, as a number that grows.
  private var turns: [[UInt8]: Int] = [:]
  private var nextTurn = 0
  /// The marked files that are being trashed or deleted.
  private var suspended: Set<[UInt8]> = []
  /// The file that was marked or unmarked last, where a range begins.
  private(set) var last: [UInt8]?
  /// The number of changes so far.
  private(set) var changes = 0

  var isEmpty: Bool { turns.isEmpty }

  var count: Int { turns.count }

  /// Their paths, which are sorted anew each time.
  var paths: [[UInt8]] { turns.sorted { $0.value < $1.value }.map(\.key) }

  func contains(_ path: [UInt8]) -> Bool { turns[path] != nil }

  /// Marks a file, or removes its mark.
  mutating func toggle(_ path: [UInt8]) {
    if contains(path) { remove([path]) } else { add([path]) }
    last = path
  }

  mutating func add(_ added: some Sequence<[UInt8]>) {
    for path in added where !contains(path) {
      turns[path] = nextTurn
      nextTurn += 1
      changes += 1
    }
  }

  mutating func remove(_ removed: some Sequence<[UInt8]>) {
    let before = turns.count
    for path in removed { turns[path] = nil }
    if turns.count < before { changes += 1 }
  }

  mutating func removeAll() {
    if !isEmpty { changes += 1 }
    (turns, nextTurn, last) = ([:], 0, nil)
  }

  /// Removes the marks of files that are about to be removed; `restore` brings them back.
  mutating func suspend(_ removed: some Sequence<[UInt8]>) {
    suspended.formUnion(removed.filter(contains))
    remove(suspended)
  }

  /// Marks files again that were marked and could not be removed.
  mutating func restore(_ unchanged: some Sequence<[UInt8]>) {
    add(unchanged.filter { suspended.remove($0) != nil })
  }

  mutating func forget(_ gone: [[UInt8]]) {
    suspended.subtract(gone)
    remove(gone)
  }

  /// Forgets the marks that `restore` would bring back.
  mutating func forgetSuspended() { suspended.removeAll() }

  /// Updates the path of a renamed file.
  mutating func rename(_ path: [UInt8], to new: [UInt8]) {
    if last == path { last = new }
    guard let turn = turns.removeValue(forKey: path) else { return }
    turns[new] = turn
    changes += 1
  }
}
