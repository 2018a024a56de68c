import CLinux
import Glibc
import Platform

/// The resource limits that a decoder sets for itself, enforced by the kernel.
///
/// Processor time is not among them: the viewer limits it from outside (`ProcessorWatch`).
final class ResourceLimits {
  /// The allowance of any picture before its header has been read.
  let startAllowance: Int
  /// Address space of the process at its start: code, libraries, the main stack.
  private let startBytes: Int
  private let limitBytes: Int
  /// Bytes of address space that are blocked by inaccessible mappings.
  private var reservedBytes = 0

  /// Sets the limits that apply before the picture's size is known.
  ///
  /// Call it before the sandbox removes the file system: it reads the process's size from /proc.
  /// The arena's size is not known yet, so there is room for the largest. `reserves` is for formats
  /// whose libraries reserve more address space than they touch.
  init(scratchBytes: Int = 0, reserves: Bool = false) throws(Errno) {
    startAllowance = MemoryClass.mostAllowance(reserves: reserves)
    startBytes = Self.addressSpace()
    try Self.set(fresnel_limit_core, 0)
    // The arena is a file, so if file sizes are limited, it can't be larger than that either.
    let longest = min(max(scratchBytes, SharedMemory.mostBytes), UnnamedFile.largestFile)
    try Self.set(fresnel_limit_file_size, UInt64(longest))
    limitBytes = startBytes + SharedMemory.mostBytes + startAllowance
    try Self.set(fresnel_limit_address_space, UInt64(limitBytes))
  }

  #if FRESNEL_SANITIZES
    /// Sets no limits.
    init(startAllowance: Int) {
      self.startAllowance = startAllowance
      startBytes = 0
      limitBytes = 0
    }
  #endif

  /// Prevents the process from opening descriptors beyond the ones it was given.
  func forbidDescriptors(from first: Int) throws(Errno) {
    try Self.set(fresnel_limit_descriptors, UInt64(first))
  }

  /// Sets a resource limit; the viewer has set some already, and may lower one at the same time.
  private static func set(_ resource: Int32, _ value: UInt64) throws(Errno) {
    for _ in 0..<8 {
      var old: [UInt64] = [0, 0]
      guard fresnel_process_limit(0, resource, nil, &old) == 0 else { break }
      let limit = min(value, old[1])
      if fresnel_set_limit(resource, limit, limit) == 0 { return }
    }
    throw .last("prlimit64")
  }

  /// Reduces the address space to the header's allowance plus the arena.
  ///
  /// The sandbox forbids setting limits, so the surplus is reserved by an inaccessible mapping,
  /// which takes no memory. An attacker who controls the process could unmap it, and would have the
  /// initial limit.
  func lower(allowance: Int, arenaBytes: Int) {
    let unused = limitBytes - (startBytes + arenaBytes + allowance)
    var piece = unused - reservedBytes
    while piece >= Self.leastPiece, reservedBytes < unused {
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
      if mmap(nil, min(piece, unused - reservedBytes), PROT_NONE, flags, -1, 0) == MAP_FAILED {
        // Part of it is already in use, so try a smaller piece.
        piece /= 2
      } else {
        reservedBytes += min(piece, unused - reservedBytes)
      }
    }
  }

  private static let leastPiece = 1 << 16

  /// The address space in use, in bytes: the first number of statm, in pages.
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
