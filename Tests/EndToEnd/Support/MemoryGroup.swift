import Glibc
import TestSupport

/// A cgroup with a memory limit; removed when this value is released.
final class MemoryGroup {
  /// Why tests are skipped.
  static let missing = "no memory control group can be made here"

  /// True if cgroups can be made: as root, with a writable cgroup folder.
  static let isAvailable = (try? MemoryGroup(limit: 64 << 20)) != nil

  private struct NotMade: Error {}

  private let path: String
  private let isSecondVersion: Bool

  /// Makes a group with a limit in bytes.
  init(limit: Int) throws {
    let base = "/sys/fs/cgroup"
    let controllers = ProcessFamily.text(base + "/cgroup.subtree_control")
    isSecondVersion = controllers.split { $0.isWhitespace }.contains("memory")
    let name = "fresnel-test-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    path = isSecondVersion ? "\(base)/\(name)" : "\(base)/memory/\(name)"
    guard mkdir(path, 0o755) == 0 else { throw NotMade() }
    let file = isSecondVersion ? "memory.max" : "memory.limit_in_bytes"
    guard Self.write("\(limit)", to: "\(path)/\(file)") else {
      rmdir(path)
      throw NotMade()
    }
    // Turn swap off: memory that is swapped out is still used.
    _ = Self.write("0", to: path + "/memory.swap.max")
    _ = Self.write("0", to: path + "/memory.swappiness")
  }

  deinit { waitUntil(10) { rmdir(path) == 0 } }

  /// The command prefix that runs a program in the group.
  var words: [String] {
    ["sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", path + "/cgroup.procs"]
  }

  /// The number of processes that the OOM killer has killed.
  var kills: Int {
    let file = isSecondVersion ? "memory.events" : "memory.oom_control"
    let line = ProcessFamily.text("\(path)/\(file)").split(separator: "\n").first {
      $0.hasPrefix("oom_kill ")
    }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// The peak memory use in bytes, page cache included.
  var peakBytes: Int {
    let file = isSecondVersion ? "memory.peak" : "memory.max_usage_in_bytes"
    return Int(ProcessFamily.text("\(path)/\(file)").split(separator: "\n").first ?? "") ?? 0
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let number = open(path, O_WRONLY | O_CLOEXEC)
    guard number >= 0 else { return false }
    defer { close(number) }
    return Glibc.write(number, text, text.utf8.count) == text.utf8.count
  }
}
