import Glibc
import Platform

/// A process and its descendants, and what `/proc` reports about their threads.
public struct ProcessFamily {
  /// The root process's ID.
  public let root: pid_t

  /// The family of a running process.
  public init(_ root: pid_t) { self.root = root }

  /// What one thread has used and done so far.
  public struct ThreadSample: Hashable, Sendable, CustomStringConvertible {
    /// The thread's name.
    public var name: String
    /// The thread's ID.
    public var thread: String
    /// The scheduling state, `S` while it sleeps; see proc(5).
    public var state: String
    /// Processor time used, user and system, in clock ticks.
    public var ticks: Int
    /// Voluntary and involuntary context switches.
    public var switches: Int
    /// All of it on one line.
    public var description: String {
      "\(name) \(thread): \(state), \(ticks) ticks, \(switches) switches"
    }
  }

  /// The processes that belong to the family now, including the root if it still runs.
  public var members: [pid_t] {
    var found: [pid_t] = []
    var waiting = [root]
    while let next = waiting.popLast() {
      guard !Self.threads(of: next).isEmpty else { continue }
      found.append(next)
      for thread in Self.threads(of: next) {
        let children = Self.text("/proc/\(next)/task/\(thread)/children")
        waiting += children.split(separator: " ").compactMap { pid_t($0) }
      }
    }
    return found
  }

  /// The descendants of the root that run now.
  public var children: [pid_t] { members.filter { $0 != root } }

  /// Samples all threads of the family and of other processes.
  public func sample(with others: [pid_t] = []) -> Set<ThreadSample> {
    var samples: Set<ThreadSample> = []
    for process in members + others {
      for thread in Self.threads(of: process) {
        let folder = "/proc/\(process)/task/\(thread)"
        // The name in parentheses may contain anything.
        let fields = Self.text(folder + "/stat").split(separator: ")").last?.split(separator: " ")
        guard let fields, fields.count > 12 else { continue }
        let switches = Self.text(folder + "/status").split(separator: "\n").filter {
          $0.hasPrefix("voluntary_ctxt") || $0.hasPrefix("nonvoluntary_ctxt")
        }.compactMap { Int($0.split { !$0.isNumber }.last ?? "") }.reduce(0, +)
        samples.insert(
          ThreadSample(
            name: String(Self.text(folder + "/comm").dropLast()), thread: thread,
            state: String(fields[0]),
            ticks: (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0), switches: switches))
      }
    }
    return samples
  }

  /// Waits until all threads of the family and of other processes sleep, for `calm` seconds: longer
  /// than the interval between two frames of a motion.
  ///
  /// Returns true if that happened within `limit` seconds; polls every `pause` seconds.
  @discardableResult
  public func waitUntilQuiet(
    with others: [pid_t] = [], calm: Double = 0.08, limit: Double = 60, every pause: Double = 0.002
  ) -> Bool {
    var before = sample(with: others)
    return waitUntil(limit, every: pause) {
      let isAsleep = before.allSatisfy { $0.state == "S" || $0.state == "Z" }
      if isAsleep { usleep(UInt32(calm * 1_000_000)) }
      let now = sample(with: others)
      defer { before = now }
      return isAsleep && now == before
    }
  }

  /// True if the process exists and is not a zombie.
  public static func isAlive(_ process: pid_t) -> Bool {
    let fields = text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ")
    return fields.map { $0.first != "Z" && $0.first != "X" } ?? false
  }

  /// True if the process is gone or has a pending SIGKILL.
  public static func isKilled(_ process: pid_t) -> Bool {
    guard isAlive(process) else { return true }
    let pending = text("/proc/\(process)/status").split(separator: "\n").first {
      $0.hasPrefix("ShdPnd:")
    }
    let signals = pending.flatMap { UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) } ?? 0
    return signals & 1 << UInt64(SIGKILL - 1) != 0
  }

  /// The name of a process's program, truncated to 15 bytes.
  public static func name(of process: pid_t) -> String {
    String(text("/proc/\(process)/comm").dropLast())
  }

  /// The IDs of a process's threads, as text.
  public static func threads(of process: pid_t) -> [String] {
    TemporaryFolder.names(in: "/proc/\(process)/task")
  }

  /// How many threads of a process have each name, truncated to 15 bytes.
  public static func threadNames(of process: pid_t) -> [String: Int] {
    threads(of: process).reduce(into: [:]) { counts, thread in
      let name = text("/proc/\(process)/task/\(thread)/comm").dropLast()
      if !name.isEmpty { counts[String(name), default: 0] += 1 }
    }
  }

  /// A file in `/proc`, whose size isn't known in advance; empty if it is gone.
  public static func text(_ path: String) -> String {
    guard let file = try? FileDescriptor.openForReading(Array(path.utf8)) else { return "" }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(file.number, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
