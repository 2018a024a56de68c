import CLinux
import Glibc
import Platform

/// Landlock: no file system, no network and no signals to others, as far as the kernel knows it.
///
/// It is the second wall. The system-call filter alone already refuses every call that names a
/// path; Landlock would still hold if one were forgotten there.
package enum Landlock {
  /// The newest version of Landlock's interface that is made use of.
  package static let newestABI = 7

  /// The version of the kernel's interface, or 0 where it has none.
  package static var kernelABI: Int { max(0, Int(fresnel_landlock_abi())) }

  /// What version `abi` can refuse; everything is.
  private static func ruleset(abi: Int) -> fresnel_landlock_ruleset {
    let fileRights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi >= 2 ? 14 : 13
    return fresnel_landlock_ruleset(
      handled_access_fs: (1 << UInt64(fileRights)) - 1,
      handled_access_net: abi >= 4 ? 0b11 : 0,  // TCP: bind and connect
      scoped: abi >= 6 ? 0b11 : 0)  // abstract sockets and signals
  }

  /// The length of the rule set's structure in version `abi`, in bytes.
  private static func rulesetSize(abi: Int) -> Int { abi >= 6 ? 24 : abi >= 4 ? 16 : 8 }

  /// Takes the calling thread's rights away and returns the version that was used, 0 for none.
  ///
  /// Files beneath the `readable` folders can still be read; a folder that is not there is passed
  /// over. A kernel without Landlock is no error: the system-call filter carries the lock-down.
  package static func restrictSelf(
    maximumABI: Int, readable: [String] = []
  ) throws(Errno) -> Int {
    let abi = min(kernelABI, maximumABI, newestABI)
    guard abi >= 1 else { return 0 }
    var rules = ruleset(abi: abi)
    let number = fresnel_landlock_create(&rules, rulesetSize(abi: abi))
    guard number >= 0 else { throw .last("landlock_create_ruleset") }
    let descriptor = FileDescriptor(adopting: number)
    for path in readable {
      let folder = fresnel_open(path, fresnel_open_path | O_CLOEXEC | O_DIRECTORY, 0)
      guard folder >= 0 else { continue }
      let owner = FileDescriptor(adopting: folder)
      guard fresnel_landlock_allow_reading(descriptor.number, owner.number) == 0 else {
        throw .last("landlock_add_rule")
      }
    }
    guard fresnel_landlock_restrict_self(descriptor.number) == 0 else {
      throw .last("landlock_restrict_self")
    }
    return abi
  }
}
