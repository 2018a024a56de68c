/// A file that was written anew with the contents of an older version.
package struct FileRenewal: Hashable, Sendable {
  let old: FileIdentity
  let new: FileIdentity

  init(_ old: FileIdentity, _ new: FileIdentity) {
    self.old = old
    self.new = new
  }
}

/// Files that were written anew one after the other, some of them more than once.
struct FileRenewals {
  /// The latest version for each that was replaced.
  private var latest: [FileIdentity: FileIdentity] = [:]
  /// The replaced versions for each latest one.
  private var replaced: [FileIdentity: [FileIdentity]] = [:]

  init(_ renewals: some Sequence<FileRenewal> = []) {
    for renewal in renewals { add(renewal) }
  }

  /// Adds one, which follows those before.
  mutating func add(_ renewal: FileRenewal) {
    var versions = replaced.removeValue(forKey: renewal.old) ?? []
    // An inode may be used again, and the file's time is kept.
    if latest[renewal.old] == nil { versions.append(renewal.old) }
    for version in versions { latest[version] = renewal.new }
    replaced[renewal.new, default: []] += versions
  }

  /// Returns the version that has the contents of an older one now.
  func latest(of version: FileIdentity) -> FileIdentity { latest[version] ?? version }
}
