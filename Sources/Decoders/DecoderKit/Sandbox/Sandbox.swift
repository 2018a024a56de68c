import CLinux
import DecoderProtocol
import Glibc
import Platform
import Sandboxing

/// The access that a decoder keeps in the sandbox, besides the descriptors it was given.
package enum SandboxAccess: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Files in these folders, read-only: fonts.
  ///
  /// Without Landlock in the kernel they are not accessible either. Such a decoder caches nothing.
  case fonts([String])
}

/// The sandbox: a decoder drops its own rights before it reads a byte of a picture.
package enum Sandbox {
  /// The first descriptor that the decoder was not given: after 0 to 2, the socket, the picture,
  /// the arena, and the scratch file if there is one.
  private static func firstForeignDescriptor(_ scratchBytes: Int) -> Int {
    Int(WireFormat.arenaDescriptor) + (scratchBytes > 0 ? 2 : 1)
  }

  /// The maximum number of open fonts.
  private static let mostFonts = 32

  /// True if the viewer wanted the picture cached but there is no space: the scratch descriptor is
  /// an empty file or the null device.
  static func isWithoutRoom(_ scratchBytes: Int) -> Bool {
    var status = stat()
    return scratchBytes == 0 && fstat(WireFormat.scratchDescriptor, &status) == 0
  }

  /// Drops every right except reading the picture, talking to the viewer, and computing.
  ///
  /// Call it before the first thread is started; it can't be undone. `maximumABI` is for tests of
  /// what an older kernel would leave open.
  ///
  /// It fails closed: a caller that catches its error must exit. `reserves` is for formats whose
  /// libraries reserve more address space than they touch, `access` for those that draw text.
  /// `keeping` are descriptors that the decoder has opened itself and reads from.
  package static func enter(
    maximumABI: Int = Landlock.newestABI, reserves: Bool = false,
    access: SandboxAccess = .nothing, keeping kept: Range<Int32> = 0..<0
  ) throws(CodecError) -> EnteredSandbox {
    #if FRESNEL_SANITIZES
      return try stayOpen(access)
    #else
      return try shut(maximumABI: maximumABI, reserves: reserves, access: access, keeping: kept)
    #endif
  }

  private static func shut(
    maximumABI: Int, reserves: Bool, access: SandboxAccess, keeping kept: Range<Int32>
  ) throws(CodecError) -> EnteredSandbox {
    // One heap for all threads: a second one would reserve 128 MiB of address space.
    _ = mallopt(M_ARENA_MAX, 1)
    // The memory of a pass returns to the system when it ends, not when the heap happens to shrink.
    _ = mallopt(M_MMAP_THRESHOLD, 256 << 10)
    // The count is cached now, since the sandbox forbids asking for it.
    _ = Processors.count
    guard SandboxSteps.isSingleThreaded else { throw failure("a thread was running already") }
    var folders: [String] = []
    if case .fonts(let readable) = access { folders = readable }
    let mayReadFonts = access != .nothing
    let scratchBytes = mayReadFonts ? 0 : size(of: WireFormat.scratchDescriptor)
    let isWithoutRoom = isWithoutRoom(scratchBytes)
    let firstForeign = firstForeignDescriptor(scratchBytes)
    SandboxSteps.preferToBeKilled()
    SandboxSteps.crashPlainly()
    do throws(Errno) {
      try SandboxSteps.dieWithParent()
      try SandboxSteps.giveUpPrivileges()
      SandboxSteps.closeForeignDescriptors(from: Int32(firstForeign), keeping: kept)
      let limits = try ResourceLimits(scratchBytes: scratchBytes, reserves: reserves)
      try SandboxSteps.dropCapabilities()
      let abi = try Landlock.restrictSelf(
        maximumABI: maximumABI, openings: folders.map { Landlock.Opening($0, .reading) })
      // Without Landlock any file could be read.
      let readsFonts = mayReadFonts && abi > 0
      try limits.forbidDescriptors(from: firstForeign + (readsFonts ? mostFonts : 0))
      let variant: SystemCallFilter.Variant =
        readsFonts ? .readingFonts : scratchBytes > 0 ? .writingScratch : .plain
      guard SystemCallFilter.load(variant) else { throw Errno(code: ENOSYS, call: "seccomp") }
      return EnteredSandbox(
        limits: limits, scratchBytes: scratchBytes, isWithoutRoom: isWithoutRoom,
        readsFonts: readsFonts)
    } catch {
      throw failure(error.description)
    }
  }

  static func failure(_ reason: String) -> CodecError {
    CodecError(.sandbox, "the decoder could not enter its sandbox (\(reason))")
  }

  /// The size of a file descriptor's file in bytes; 0 if it isn't a regular file.
  static func size(of descriptor: Int32) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return max(0, Int(status.st_size))
  }
}

/// The proof that the process is sandboxed, with the limits that can still be lowered.
package struct EnteredSandbox {
  let limits: ResourceLimits
  /// Bytes that may be cached in the scratch file.
  let scratchBytes: Int
  /// True if the viewer wanted the picture cached, but there is no space for it.
  let isWithoutRoom: Bool
  /// True if fonts can be read.
  package let readsFonts: Bool
}
