import CLinux
import Glibc

/// A child process's resource limits, set by its parent and enforced by the kernel.
///
/// The child can lower them but not raise them. The number of threads is not among them, because
/// the kernel counts the threads of all of a user's programs together (see
/// `ChildProcess.threadCount`).
package struct ChildLimits: Hashable, Sendable {
  /// Bytes of address space: more than any child needs; each child lowers it to fit its work.
  package var addressSpace = 8 << 30
  /// Bytes of the largest file that it may write.
  package var fileSize = 8 << 30
  /// Descriptors that may be open at a time.
  package var descriptors = 1024
  /// Seconds of processor time over the child's whole life; no later grant exceeds it.
  package var life = 86_400

  /// The default limits, to be changed.
  package init() {}
}

extension ChildProcess {
  /// Sets limits for the child's whole life; lower limits that it inherited stay.
  func limit(_ limits: ChildLimits) throws(Errno) {
    for (resource, most) in [
      (fresnel_limit_core, 0), (fresnel_limit_address_space, limits.addressSpace),
      (fresnel_limit_file_size, limits.fileSize), (fresnel_limit_descriptors, limits.descriptors),
      (fresnel_limit_cpu, limits.life),
    ] {
      guard lower(resource, to: UInt64(clamping: most)) else { throw .last("prlimit64") }
    }
  }

  /// Limits the files that the child writes from now on to this size in bytes (`RLIMIT_FSIZE`).
  package func limitFiles(to bytes: Int) {
    _ = lower(fresnel_limit_file_size, to: UInt64(clamping: bytes))
  }

  /// Lets the child use processor time until all its threads together have used this many seconds
  /// since its start (`RLIMIT_CPU`).
  ///
  /// Then the kernel ends it with `SIGXCPU`, unless it blocks that signal. The limit can be raised
  /// again.
  package func allowProcessorTime(until seconds: Int) {
    var old: [UInt64] = [0, 0]
    guard fresnel_process_limit(processID, fresnel_limit_cpu, nil, &old) == 0 else { return }
    let limits = [min(UInt64(clamping: seconds), old[1]), old[1]]
    _ = fresnel_process_limit(processID, fresnel_limit_cpu, limits, nil)
  }

  private func lower(_ resource: Int32, to most: UInt64) -> Bool {
    // Retry: the child may lower the same limit at the same time, which makes the values read
    // stale.
    for _ in 0..<8 {
      var old: [UInt64] = [0, 0]
      guard fresnel_process_limit(processID, resource, nil, &old) == 0 else { return false }
      let limits = [min(old[0], most), min(old[1], most)]
      if fresnel_process_limit(processID, resource, limits, nil) == 0 { return true }
    }
    return false
  }

  /// The processor time that all threads of the child have used, in seconds; `nil` if it has ended.
  package var processorTime: Double? {
    var clock = clockid_t()
    var used = timespec()
    guard !hasEnded, clock_getcpuclockid(processID, &clock) == 0, clock_gettime(clock, &used) == 0
    else { return nil }
    return Double(used.tv_sec) + Double(used.tv_nsec) / 1_000_000_000
  }

  /// The time for which a thread of the child was ready to run and no processor was free, in
  /// seconds: that of the thread that waited longest; `nil` if the kernel reports none.
  package var processorWait: Double? {
    guard !hasEnded, let folder = opendir("/proc/\(processID)/task") else { return nil }
    defer { closedir(folder) }
    var longest: Double?
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The fields are the time on a processor, the time waiting for one, both in nanoseconds, and
      // the number of turns (`Documentation/scheduler/sched-stats.rst`).
      let path = "/proc/\(processID)/task/\(name)/schedstat"
      guard let text = FileDescriptor.start(of: Array(path.utf8), limit: 256) else { continue }
      let fields = text.split { $0.isWhitespace }
      guard fields.count >= 2, let wait = Double(fields[1]) else { continue }
      longest = max(longest ?? 0, wait / 1e9)
    }
    return longest
  }

  /// The number of the child's threads; `nil` if the kernel reports none.
  package var threadCount: Int? {
    guard !hasEnded,
      let text = FileDescriptor.start(of: Array("/proc/\(processID)/stat".utf8), limit: 1024),
      // The child chooses its own name, which may contain anything, parentheses included.
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    // `num_threads` is the 20th field; the parenthesis ends the second.
    return fields.count > 18 ? Int(fields[18]) : nil
  }
}
