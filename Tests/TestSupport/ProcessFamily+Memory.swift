import Glibc

extension ProcessFamily {
  /// Bytes of memory that are the family's own now: `Pss_Anon` and `Pss_Shmem` of all members.
  ///
  /// Files that are mapped, such as libraries, are not in it. A process that can't be traced hides
  /// its figures from everybody but root.
  public var ownBytes: Int {
    members.reduce(0) { $0 + Self.ownBytes(of: $1) }
  }

  /// Bytes of memory that are one process's own now, as `ownBytes` counts them.
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
    guard let directory = opendir("/proc/\(process)/fd") else { return [] }
    defer { closedir(directory) }
    var numbers: [Int] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int(name) { numbers.append(number) }
    }
    return numbers
  }

  /// The most bytes of memory that a process has had at one time, shared ones and libraries
  /// included.
  public static func peakBytes(of process: pid_t) -> Int {
    let lines = text("/proc/\(process)/status").split(separator: "\n")
    let peak = lines.first { $0.hasPrefix("VmHWM:") }
    return (peak?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
  }
}
