import CLinux
import Glibc

/// A file's permissions, times and extended attributes.
enum FileAttributes {
  /// Copies a file's attributes as far as the copy's file system supports them.
  ///
  /// Of the extended attributes, the user's own and the access list are copied; the system sets the
  /// others.
  static func copy(from source: Int32, _ status: stat, to copy: Int32) {
    // A new file has the access list that its folder gives to new ones.
    fremovexattr(copy, "system.posix_acl_access")
    for name in names(of: source) where isKept(name) {
      let size = fgetxattr(source, name, nil, 0)
      guard size >= 0 else { continue }
      var value = [UInt8](repeating: 0, count: size)
      let count = fgetxattr(source, name, &value, size)
      if count >= 0 { fsetxattr(copy, name, value, count, 0) }
    }
    // Without the set-user-ID, set-group-ID and sticky bits.
    fchmod(copy, status.st_mode & 0o777)
    var times = [status.st_atim, status.st_mtim]
    futimens(copy, &times)
  }

  /// Copies the owner and the group, as far as the user may set them.
  static func copyOwner(_ status: stat, to copy: Int32) {
    if fchown(copy, status.st_uid, status.st_gid) != 0 { fchown(copy, uid_t.max, status.st_gid) }
  }

  private static func names(of file: Int32) -> [[CChar]] {
    let size = flistxattr(file, nil, 0)
    guard size > 0 else { return [] }
    var list = [CChar](repeating: 0, count: size)
    let count = flistxattr(file, &list, size)
    guard count > 0 else { return [] }
    return list[..<count].split(separator: 0).map { $0 + [0] }
  }

  private static func isKept(_ name: [CChar]) -> Bool {
    let bytes = name.map { UInt8(bitPattern: $0) }
    return bytes.starts(with: "user.".utf8)
      || bytes.dropLast().elementsEqual("system.posix_acl_access".utf8)
  }
}
