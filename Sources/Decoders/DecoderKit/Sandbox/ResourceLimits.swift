import CLinux
import Glibc
import Platform

/// The limits on what a decoder may use, kept by the kernel.
///
/// Processor time is not among them: the viewer grants it from outside (`ProcessorWatch`).
final class ResourceLimits {
  /// What any picture may take before its header has been read.
  let startAllowance: Int
  /// Address space of the process before it has done anything: code, libraries, the main stack.
  private let startBytes: Int
  /// What the address space may become.
  private let limitBytes: Int
  /// Bytes of it that nobody can use any more.
  private var reservedBytes = 0

  /// Sets what holds from the start, before the picture's size is known.
  ///
  /// It must be called before the file system is gone: it asks how large the process is. Nor is it
  /// known how large the arena will be: there is room for the largest. `reserves` is for formats
  /// whose libraries reserve more address space than they touch.
  init(scratchBytes: Int = 0, reserves: Bool = false) throws(Errno) {
    startAllowance = MemoryClass.mostAllowance(reserves: reserves)
    startBytes = Self.addressSpace()
    try Self.set(fresnel_limit_core, 0)
    // Where files may not grow, the arena is no larger than they may be.
    let longest = min(max(scratchBytes, SharedMemory.mostBytes), UnnamedFile.largestFile)
    try Self.set(fresnel_limit_file_size, UInt64(longest))
    limitBytes = startBytes + SharedMemory.mostBytes + startAllowance
    try Self.set(fresnel_limit_address_space, UInt64(limitBytes))
  }

  #if FRESNEL_SANITIZES
    /// Sets none, and reserves nothing.
    init(startAllowance: Int) {
      self.startAllowance = startAllowance
      startBytes = 0
      limitBytes = 0
    }
  #endif

  /// Lets no descriptor ever be opened beyond those that were given.
  func forbidDescriptors(from first: Int) throws(Errno) {
    try Self.set(fresnel_limit_descriptors, UInt64(first))
  }

  /// The viewer has set some already, and may lower one at the same time.
  private static func set(_ resource: Int32, _ value: UInt64) throws(Errno) {
    for _ in 0..<8 {
      var old: [UInt64] = [0, 0]
      guard fresnel_process_limit(0, resource, nil, &old) == 0 else { break }
      let limit = min(value, old[1])
      if fresnel_set_limit(resource, limit, limit) == 0 { return }
    }
    throw .last("prlimit64")
  }

  /// Leaves of the address space what the header's class allows, and room for the arena.
  ///
  /// No limit is set any more: behind the lock-down they can't be. What is too much is reserved by
  /// a mapping that nobody can touch, and that takes no memory. Somebody who has taken the process
  /// over could take it back, and would have what the limit was at the start.
  func lower(allowance: Int, arenaBytes: Int) {
    let unused = limitBytes - (startBytes + arenaBytes + allowance)
    var piece = unused - reservedBytes
    while piece >= Self.leastPiece, reservedBytes < unused {
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
      if mmap(nil, min(piece, unused - reservedBytes), PROT_NONE, flags, -1, 0) == MAP_FAILED {
        // Some of it is in use already: the rest is taken.
        piece /= 2
      } else {
        reservedBytes += min(piece, unused - reservedBytes)
      }
    }
  }

  private static let leastPiece = 1 << 16

  /// The bytes of address space in use: the first number of statm, in pages.
  private static func addressSpace() -> Int {
    let page = 4096
    let number = fresnel_open("/proc/self/statm", O_RDONLY | O_CLOEXEC, 0)
    guard number >= 0 else { return 1 << 30 }
    let file = FileDescriptor(adopting: number)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file.number, &bytes, bytes.count)
    guard count > 0 else { return 1 << 30 }
    let digits = bytes[..<count].prefix { (48...57).contains($0) }
    return digits.reduce(0) { $0 &* 10 &+ Int($1 - 48) } &* page
  }
}
