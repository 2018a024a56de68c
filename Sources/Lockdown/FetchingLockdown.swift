import CLinux
import Glibc
import Platform

/// How the process that fetches takes away its own rights before it speaks with anybody.
package enum FetchingLockdown {
  /// What the system's way of finding names and trusting servers reads.
  private static let read = [
    "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates", "/usr/lib/ssl",
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/host.conf",
    "/etc/services", "/etc/protocols", "/etc/networks", "/etc/resolvconf/run",
    "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/connman",
  ]
  /// Descriptors that may be open at a time: connections, the files of bodies and of the cache.
  private static let mostDescriptors: UInt64 = 1024
  /// The most bytes of a file that it writes.
  private static let largestFile = UInt64(8 << 30)

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
    loadNameModules()
    guard OwnRights.isSingleThreaded else { throw Errno(code: EBUSY, call: "clone") }
    OwnRights.preferToBeKilled()
    OwnRights.crashPlainly()
    try OwnRights.dieWithParent()
    try OwnRights.giveUpPrivileges()
    OwnRights.closeForeignDescriptors(from: 4)
    limit(fresnel_limit_core, 0)
    limit(fresnel_limit_file_size, largestFile)
    limit(fresnel_limit_descriptors, mostDescriptors)
    try OwnRights.dropCapabilities()
    var openings = (read + readable).map { Landlock.Opening($0, .listing) }
    if let cacheFolder { openings.append(Landlock.Opening(cacheFolder, .keeping)) }
    _ = try Landlock.restrictSelf(
      maximumABI: maximumABI, openings: openings, network: .outgoing)
    guard SystemCallFilter.load(.fetching) else { throw Errno(code: ENOSYS, call: "seccomp") }
  }

  /// Loads the modules by which this system finds hosts: later no code can be loaded any more.
  private static func loadNameModules() {
    for name in nameModules { _ = dlopen("libnss_\(name).so.2", RTLD_NOW) }
  }

  /// The modules that the system's administrator names for hosts.
  private static var nameModules: [String] {
    let number = fresnel_open("/etc/nsswitch.conf", O_RDONLY | O_CLOEXEC, 0)
    guard number >= 0 else { return [] }
    let file = FileDescriptor(adopting: number)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(file.number, &bytes, bytes.count)
    guard count > 0 else { return [] }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("hosts:") }) else {
      return []
    }
    return line.dropFirst("hosts:".count).split(whereSeparator: \.isWhitespace)
      .filter { word in word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
      .map(String.init)
  }

  private static func limit(_ resource: Int32, _ value: UInt64) {
    _ = fresnel_set_limit(resource, value, value)
  }
}
