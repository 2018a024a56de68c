import CLinux
import Glibc
import Platform

/// Landlock: no file system, no network and no signals to others, as far as the kernel knows it.
///
/// It is the second wall. The system-call filter alone already refuses every call that names a
/// path to who may open nothing; Landlock would still hold if one were forgotten there.
package enum Landlock {
  /// The newest version of Landlock's interface that is made use of.
  package static let newestABI = 7

  /// The version of the kernel's interface, or 0 where it has none.
  package static var kernelABI: Int { max(0, Int(fresnel_landlock_abi())) }

  /// A path that stays open to a process, with all beneath it.
  package struct Opening: Hashable, Sendable {
    /// The path of a folder or a file; what is not there is passed over.
    package var path: String
    /// What may be done beneath it.
    package var rights: Rights

    /// Lets rights be had beneath a path.
    package init(_ path: String, _ rights: Rights) {
      self.path = path
      self.rights = rights
    }
  }

  /// What may be done with files.
  package struct Rights: OptionSet, Hashable, Sendable {
    /// The kernel's bits, LANDLOCK_ACCESS_FS_….
    package let rawValue: UInt64

    /// Rights by the kernel's bits.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reading files.
    package static let reading = Rights(rawValue: 1 << 2)
    /// Reading files, and listing folders.
    package static let listing = Rights(rawValue: 1 << 2 | 1 << 3)
    /// Reading, writing, making, renaming and removing files and folders.
    package static let keeping = Rights(
      rawValue: 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 13 | 1 << 14)

    /// Those of them that a single file can have.
    fileprivate var ofFile: Rights { intersection(Rights(rawValue: 1 << 1 | 1 << 2 | 1 << 14)) }
  }

  /// Which connections may be made.
  package enum Network: Hashable, Sendable {
    /// None.
    case none
    /// Those to others; nobody can connect to the process.
    case outgoing
  }

  /// The rights over files that version `abi` knows.
  private static func fileRights(abi: Int) -> UInt64 {
    let count = abi >= 5 ? 16 : abi >= 3 ? 15 : abi >= 2 ? 14 : 13
    return (1 << UInt64(count)) - 1
  }

  /// What version `abi` can refuse; everything is, but for what `network` leaves.
  private static func ruleset(abi: Int, _ network: Network) -> fresnel_landlock_ruleset {
    let net: UInt64 = network == .none ? 0b11 : 0b01  // TCP: bind and connect
    return fresnel_landlock_ruleset(
      handled_access_fs: fileRights(abi: abi),
      handled_access_net: abi >= 4 ? net : 0,
      scoped: abi >= 6 ? 0b11 : 0)  // abstract sockets and signals
  }

  /// The length of the rule set's structure in version `abi`, in bytes.
  private static func rulesetSize(abi: Int) -> Int { abi >= 6 ? 24 : abi >= 4 ? 16 : 8 }

  /// Takes the calling thread's rights away and returns the version that was used, 0 for none.
  ///
  /// What `openings` name stays; one that is not there is passed over. A kernel without Landlock is
  /// no error: the system-call filter carries the lock-down.
  package static func restrictSelf(
    maximumABI: Int, openings: [Opening] = [], network: Network = .none
  ) throws(Errno) -> Int {
    let abi = min(kernelABI, maximumABI, newestABI)
    guard abi >= 1 else { return 0 }
    var rules = ruleset(abi: abi, network)
    let number = fresnel_landlock_create(&rules, rulesetSize(abi: abi))
    guard number >= 0 else { throw .last("landlock_create_ruleset") }
    let descriptor = FileDescriptor(adopting: number)
    for opening in openings {
      let place = fresnel_open(opening.path, fresnel_open_path | O_CLOEXEC, 0)
      guard place >= 0 else { continue }
      let owner = FileDescriptor(adopting: place)
      var status = stat()
      guard fstat(owner.number, &status) == 0 else { throw .last("fstat") }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      let rights = isFolder ? opening.rights : opening.rights.ofFile
      guard
        fresnel_landlock_allow(
          descriptor.number, owner.number, rights.rawValue & fileRights(abi: abi)) == 0
      else { throw .last("landlock_add_rule") }
    }
    guard fresnel_landlock_restrict_self(descriptor.number) == 0 else {
      throw .last("landlock_restrict_self")
    }
    return abi
  }
}
