import Glibc

extension ProcessFamily {
  /// Private memory of the family in bytes: `Pss_Anon` and `Pss_Shmem` of all members.
  ///
  /// Mapped files, such as libraries, are not included. Only root can read the figures of a process
  /// that can't be traced.
  public var ownBytes: Int {
    members.reduce(0) { $0 + Self.ownBytes(of: $1) }
  }

  /// Private memory of one process in bytes, counted as in `ownBytes`.
  public static func ownBytes(of process: pid_t) -> Int {
    var kibibytes = 0
    for line in text("/proc/\(process)/smaps_rollup").split(separator: "\n")
    where line.hasPrefix("Pss_Anon:") || line.hasPrefix("Pss_Shmem:") {
      kibibytes += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return kibibytes * 1024
  }

  /// The numbers of a process's open descriptors.
  public static func descriptors(of process: pid_t) -> [Int] {
    TemporaryFolder.names(in: "/proc/\(process)/fd").compactMap { Int($0) }
  }

  /// Peak resident memory of a process in bytes, including shared memory and libraries.
  public static func peakBytes(of process: pid_t) -> Int {
    let lines = text("/proc/\(process)/status").split(separator: "\n")
    let peak = lines.first { $0.hasPrefix("VmHWM:") }
    return (peak?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
  }
}
