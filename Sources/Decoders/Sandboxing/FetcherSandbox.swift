import CLinux
import Glibc
import Platform

/// The fetcher's sandbox, which it enters before it opens any connection.
package enum FetcherSandbox {
  /// The files that name resolution and certificate checks read.
  private static let read = [
    "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates", "/usr/lib/ssl",
    "/etc/resolv.conf", "/etc/hosts", "/etc/gai.conf", "/etc/host.conf", "/etc/services",
    "/etc/protocols", "/etc/networks", "/etc/resolvconf/run",
    "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/connman",
  ]
  /// Open descriptors: connections, body files and cache files.
  private static let mostDescriptors: UInt64 = 1024
  /// The largest file that it may write, in bytes.
  private static let largestFile = UInt64(8 << 30)
  /// Address space in bytes: connections, decompression, and a stack for each name lookup.
  private static let addressSpace = UInt64(4 << 30)

  /// Drops every right except connecting to servers, reading the files that this requires, and
  /// keeping files in the cache folder.
  ///
  /// `readable` are additional files and folders that may be read. `maximumABI` is for tests of
  /// what an older kernel would leave open: without Landlock any file can be read.
  ///
  /// It fails closed: a caller that catches its error must exit.
  package static func enter(
    readable: [String], cacheFolder: String?, maximumABI: Int = Landlock.newestABI
  ) throws(Errno) {
    _ = mallopt(M_ARENA_MAX, 1)
    // Only files and DNS: other ways of resolving hosts use local sockets.
    guard fresnel_find_hosts_by("files dns") == 0 else {
      throw Errno(code: ENOSYS, call: "__nss_configure_lookup")
    }
    guard SandboxSteps.isSingleThreaded else { throw Errno(code: EBUSY, call: "clone") }
    SandboxSteps.preferToBeKilled()
    SandboxSteps.crashPlainly()
    try SandboxSteps.dieWithParent()
    try SandboxSteps.giveUpPrivileges()
    SandboxSteps.closeForeignDescriptors(from: 4)
    limit(fresnel_limit_core, 0)
    limit(fresnel_limit_file_size, largestFile)
    limit(fresnel_limit_descriptors, mostDescriptors)
    limit(fresnel_limit_address_space, addressSpace)
    try SandboxSteps.dropCapabilities()
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
