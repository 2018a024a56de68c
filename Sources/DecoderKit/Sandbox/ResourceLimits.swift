import CLinux
import Glibc
import Platform

/// The limits on what a decoder may use, kept by the kernel.
struct ResourceLimits {
  private static let unlimited = UInt64.max
  /// What any picture may take before its header has been read.
  let startAllowance: Int
  /// Address space of the process before it has done anything: code, libraries, the main stack.
  private let startBytes: Int
  private let scratchBytes: Int

  /// Sets what holds from the start, before the picture's size is known.
  ///
  /// It must be called before the file system is gone: it asks how large the process is. Nor is it
  /// known how large the arena will be: there is room for the largest. `reserves` is for formats
  /// whose libraries reserve more address space than they touch.
  init(scratchBytes: Int = 0, reserves: Bool = false) throws(Errno) {
    startAllowance =
      (reserves ? MemoryClass.mostReserved : MemoryClass.mostBytes) + (320 << 20)
    startBytes = Self.addressSpace()
    self.scratchBytes = scratchBytes
    try Self.set(fresnel_limit_core, 0)
    // Where files may not grow, the arena is no larger than they may be.
    let longest = min(max(scratchBytes, SharedMemory.mostBytes), UnnamedFile.largestFile)
    try Self.set(fresnel_limit_file_size, UInt64(longest))
    try Self.set(
      fresnel_limit_address_space,
      UInt64(startBytes + SharedMemory.mostBytes + startAllowance))
    renewProcessorTime(pixels: 0)
  }

  /// Lets no descriptor ever be opened beyond those that were given.
  func forbidDescriptors(from first: Int) throws(Errno) {
    try Self.set(fresnel_limit_descriptors, UInt64(first))
  }

  private static func set(_ resource: Int32, _ value: UInt64) throws(Errno) {
    guard fresnel_set_limit(resource, value, value) == 0 else { throw .last("prlimit64") }
  }

  /// Lowers the address space to what the header's class allows, for good, and how long a file may
  /// be that is written: the arena, whose size is sealed, or the scratch file.
  func lower(allowance: Int, arenaBytes: Int) {
    let space = UInt64(startBytes + arenaBytes + allowance)
    _ = fresnel_set_limit(fresnel_limit_address_space, space, space)
    let file = UInt64(max(scratchBytes, arenaBytes))
    _ = fresnel_set_limit(fresnel_limit_file_size, file, file)
  }

  /// Grants a pass its processor time: 60 seconds and one for every four megapixels.
  ///
  /// It is the backstop for a library that loops; somebody who looks at a large picture for an
  /// hour must not lose it, so every pass gets its own share.
  func renewProcessorTime(pixels: Int) {
    var used = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    let soft = UInt64(used.tv_sec) + 61 + UInt64(clamping: pixels / 4_000_000)
    _ = fresnel_set_limit(fresnel_limit_cpu, soft, Self.unlimited)
  }

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
