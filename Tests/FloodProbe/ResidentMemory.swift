import Platform

/// The memory of this process, in bytes.
enum ResidentMemory {
  /// What it has now.
  static var now: Int { bytes("VmRSS:") }
  /// The most that it has had at a time.
  static var peak: Int { bytes("VmHWM:") }

  private static func bytes(_ name: String) -> Int {
    let status = FileDescriptor.start(of: Array("/proc/self/status".utf8), limit: 8192) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    guard let kibibytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else {
      fatalError("/proc says nothing of \(name)")
    }
    return kibibytes << 10
  }
}
