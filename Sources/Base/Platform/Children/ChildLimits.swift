import CLinux
import Glibc

/// What a child process may use at most, set by its parent and kept by the kernel.
///
/// The child can lower these for itself, and can't raise them. How many threads it has is not among
/// them: the kernel counts those of all of a user's programs together (`ChildProcess.threadCount`).
package struct ChildLimits: Hashable, Sendable {
  /// Bytes of address space: more than any child asks for, which sets a limit that fits its work.
  package var addressSpace = 8 << 30
  /// Bytes of the largest file that it writes.
  package var fileSize = 8 << 30
  /// Descriptors that may be open at a time.
  package var descriptors = 1024
  /// Seconds of processor time in all its life, by which it ends whatever it was granted.
  package var life = 86_400

  /// The usual limits, to be changed.
  package init() {}
}

extension ChildProcess {
  /// Sets what holds for the child's whole life; what it inherited stays where that is less.
  func limit(_ limits: ChildLimits) throws(Errno) {
    for (resource, most) in [
      (fresnel_limit_core, 0), (fresnel_limit_address_space, limits.addressSpace),
      (fresnel_limit_file_size, limits.fileSize), (fresnel_limit_descriptors, limits.descriptors),
      (fresnel_limit_cpu, limits.life),
    ] {
      guard lower(resource, to: UInt64(clamping: most)) else { throw .last("prlimit64") }
    }
  }

  /// Lets the child write files of at most so many bytes from now on: C's RLIMIT_FSIZE.
  package func limitFiles(to bytes: Int) {
    _ = lower(fresnel_limit_file_size, to: UInt64(clamping: bytes))
  }

  /// Lets the child use processor time until all its threads together have used so many seconds,
  /// counted from its start.
  ///
  /// The kernel ends it by `SIGXCPU` then, unless it has blocked that signal. It can be renewed.
  package func allowProcessorTime(until seconds: Int) {
    var old: [UInt64] = [0, 0]
    guard fresnel_process_limit(processID, fresnel_limit_cpu, nil, &old) == 0 else { return }
    let limits = [min(UInt64(clamping: seconds), old[1]), old[1]]
    _ = fresnel_process_limit(processID, fresnel_limit_cpu, limits, nil)
  }

  private func lower(_ resource: Int32, to most: UInt64) -> Bool {
    // The child may lower the same one at the same time: then what was read counts no more.
    for _ in 0..<8 {
      var old: [UInt64] = [0, 0]
      guard fresnel_process_limit(processID, resource, nil, &old) == 0 else { return false }
      let limits = [min(old[0], most), min(old[1], most)]
      if fresnel_process_limit(processID, resource, limits, nil) == 0 { return true }
    }
    return false
  }

  /// Seconds of processor time that all threads of the child have used; `nil` where it is gone.
  package var processorTime: Double? {
    var clock = clockid_t()
    var used = timespec()
    guard !hasEnded, clock_getcpuclockid(processID, &clock) == 0, clock_gettime(clock, &used) == 0
    else { return nil }
    return Double(used.tv_sec) + Double(used.tv_nsec) / 1_000_000_000
  }

  /// How many threads the child has; `nil` where nobody says.
  package var threadCount: Int? {
    guard !hasEnded,
      let text = FileDescriptor.start(of: Array("/proc/\(processID)/stat".utf8), limit: 1024),
      // The name is the child's own choice, and may hold anything but stands in parentheses.
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    // `num_threads`, the twentieth of all: the parenthesis ends the second.
    return fields.count > 18 ? Int(fields[18]) : nil
  }
}
