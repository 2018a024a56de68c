import CLinux
import Glibc
import Platform

/// Landlock: denies the file system, the network and signals to others, as far as the kernel
/// supports it.
///
/// It is the second line of defence. The system call filter alone already refuses every call with a
/// path to decoders that may open nothing; Landlock would still hold if one were forgotten.
package enum Landlock {
  /// The newest Landlock ABI that is used.
  package static let newestABI = 7

  /// The kernel's ABI version; 0 if it has no Landlock.
  package static var kernelABI: Int { max(0, Int(fresnel_landlock_abi())) }

  /// A path that stays accessible, with everything below it.
  package struct Opening: Hashable, Sendable {
    /// The path of a folder or file; skipped if it does not exist.
    package var path: String
    /// The rights below the path.
    package var rights: Rights

    /// Grants rights below a path.
    package init(_ path: String, _ rights: Rights) {
      self.path = path
      self.rights = rights
    }
  }

  /// File access rights.
  package struct Rights: OptionSet, Hashable, Sendable {
    /// The kernel's bits, LANDLOCK_ACCESS_FS_….
    package let rawValue: UInt64

    /// Creates rights from the kernel's bits.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reading files.
    package static let reading = Rights(rawValue: 1 << 2)
    /// Reading files and listing folders.
    package static let listing = Rights(rawValue: 1 << 2 | 1 << 3)
    /// Reading, writing, making, renaming and removing files and folders.
    package static let keeping = Rights(
      rawValue: 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 13 | 1 << 14)

    /// The rights that apply to a single file.
    fileprivate var ofFile: Rights { intersection(Rights(rawValue: 1 << 1 | 1 << 2 | 1 << 14)) }
  }

  /// The allowed connections.
  package enum Network: Hashable, Sendable {
    /// None.
    case none
    /// Outgoing ones; nothing can connect to the process.
    case outgoing
  }

  /// The file rights that ABI version `abi` knows.
  private static func fileRights(abi: Int) -> UInt64 {
    let count = abi >= 5 ? 16 : abi >= 3 ? 15 : abi >= 2 ? 14 : 13
    return (1 << UInt64(count)) - 1
  }

  /// Everything that ABI version `abi` can refuse, except what `network` allows.
  private static func ruleset(abi: Int, _ network: Network) -> fresnel_landlock_ruleset {
    let net: UInt64 = network == .none ? 0b11 : 0b01  // TCP: bind and connect
    return fresnel_landlock_ruleset(
      handled_access_fs: fileRights(abi: abi),
      handled_access_net: abi >= 4 ? net : 0,
      scoped: abi >= 6 ? 0b11 : 0)  // abstract sockets and signals
  }

  /// The size of the rule set's structure in ABI version `abi`, in bytes.
  private static func rulesetSize(abi: Int) -> Int { abi >= 6 ? 24 : abi >= 4 ? 16 : 8 }

  /// Restricts the calling thread; returns the ABI version used, 0 for none.
  ///
  /// Paths in `openings` stay accessible; missing ones are skipped. A kernel without Landlock is no
  /// error: the system call filter alone then enforces the sandbox.
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
