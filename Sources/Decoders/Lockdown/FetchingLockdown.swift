import CLinux
import Glibc
import Platform

/// How the process that fetches takes away its own rights before it speaks with anybody.
package enum FetchingLockdown {
  /// What the system's way of finding names and trusting servers reads.
  private static let read = [
    "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates", "/usr/lib/ssl",
    "/etc/resolv.conf", "/etc/hosts", "/etc/gai.conf", "/etc/host.conf", "/etc/services",
    "/etc/protocols", "/etc/networks", "/etc/resolvconf/run",
    "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/connman",
  ]
  /// Descriptors that may be open at a time: connections, the files of bodies and of the cache.
  private static let mostDescriptors: UInt64 = 1024
  /// The most bytes of a file that it writes.
  private static let largestFile = UInt64(8 << 30)
  /// Bytes of address space: connections, their packing, and a stack for each name that is found.
  private static let addressSpace = UInt64(4 << 30)

  /// Takes away every right but to speak with servers, to read what that needs, and to keep files
  /// in the cache's folder.
  ///
  /// `readable` are files and folders that may be read besides. `maximumABI` is for tests, which
  /// look at what an older kernel would leave open: without Landlock any file can be read.
  ///
  /// It fails closed: whoever catches its error must exit.
  package static func lockDown(
    readable: [String], cacheFolder: String?, maximumABI: Int = Landlock.newestABI
  ) throws(Errno) {
    _ = mallopt(M_ARENA_MAX, 1)
    // By files and DNS alone: other ways to find hosts lead through local sockets.
    guard fresnel_find_hosts_by("files dns") == 0 else {
      throw Errno(code: ENOSYS, call: "__nss_configure_lookup")
    }
    guard OwnRights.isSingleThreaded else { throw Errno(code: EBUSY, call: "clone") }
    OwnRights.preferToBeKilled()
    OwnRights.crashPlainly()
    try OwnRights.dieWithParent()
    try OwnRights.giveUpPrivileges()
    OwnRights.closeForeignDescriptors(from: 4)
    limit(fresnel_limit_core, 0)
    limit(fresnel_limit_file_size, largestFile)
    limit(fresnel_limit_descriptors, mostDescriptors)
    limit(fresnel_limit_address_space, addressSpace)
    try OwnRights.dropCapabilities()
    var openings = (read + readable).map { Landlock.Opening($0, .listing) }
    if let cacheFolder { openings.append(Landlock.Opening(cacheFolder, .keeping)) }
    _ = try Landlock.restrictSelf(
      maximumABI: maximumABI, openings: openings, network: .outgoing)
    guard SystemCallFilter.load(.fetching) else { throw Errno(code: ENOSYS, call: "seccomp") }
  }

  private static func limit(_ resource: Int32, _ value: UInt64) {
    _ = fresnel_set_limit(resource, value, value)
  }
}
