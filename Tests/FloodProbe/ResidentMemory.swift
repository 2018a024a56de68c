import Platform

/// The resident memory of this process, in bytes.
enum ResidentMemory {
  /// The current memory.
  static var now: Int { bytes("VmRSS:") }
  /// The peak memory so far.
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
