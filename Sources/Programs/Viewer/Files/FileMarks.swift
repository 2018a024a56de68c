/// The marked files, in the order in which they were marked.
struct FileMarks: Hashable, Sendable {
  /// Their paths.
  private(set) var paths: [[UInt8]] = []
  private var set: Set<[UInt8]> = []
  /// The file that was marked or unmarked last, where a range begins.
  private(set) var last: [UInt8]?

  var isEmpty: Bool { paths.isEmpty }

  func contains(_ path: [UInt8]) -> Bool { set.contains(path) }

  /// Marks a file, or removes its mark.
  mutating func toggle(_ path: [UInt8]) {
    if contains(path) { remove([path]) } else { add([path]) }
    last = path
  }

  /// Marks files.
  mutating func add(_ added: some Sequence<[UInt8]>) {
    for path in added where set.insert(path).inserted { paths.append(path) }
  }

  /// Removes marks.
  mutating func remove(_ removed: some Sequence<[UInt8]>) {
    let gone = set.intersection(removed)
    guard !gone.isEmpty else { return }
    set.subtract(gone)
    paths.removeAll { gone.contains($0) }
  }

  /// Removes all marks.
  mutating func removeAll() { self = FileMarks() }

  /// Updates the path of a renamed file.
  mutating func rename(_ path: [UInt8], to new: [UInt8]) {
    if last == path { last = new }
    guard set.remove(path) != nil else { return }
    set.insert(new)
    paths = paths.map { $0 == path ? new : $0 }
  }
}
