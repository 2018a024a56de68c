import CLinux
import DecoderProtocol
import Glibc
import Lockdown
import Platform

/// What a decoder may still reach once it is locked down, besides what it was given.
package enum SandboxAccess: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Files beneath these folders, for reading: fonts.
  ///
  /// Where the kernel has no Landlock they can't be had either. Such a decoder caches nothing.
  case fonts([String])
}

/// How a decoder takes its own rights away before it reads one byte of a picture.
package enum Sandbox {
  /// Descriptors from here on are not the decoder's: 0 to 2, the socket, the picture, the arena,
  /// and the scratch file where it was given one.
  private static func firstForeignDescriptor(_ scratchBytes: Int) -> Int {
    Int(WireFormat.arenaDescriptor) + (scratchBytes > 0 ? 2 : 1)
  }

  /// How many fonts may be open at a time.
  private static let mostFonts = 32

  /// Whether a place to cache the picture was meant to be there and has no room: a file
  /// without bytes, or the null device.
  static func isWithoutRoom(_ scratchBytes: Int) -> Bool {
    var status = stat()
    return scratchBytes == 0 && fstat(WireFormat.scratchDescriptor, &status) == 0
  }

  /// Takes away every right but to read the picture, to speak to the viewer and to compute.
  ///
  /// It must come before the first thread; threads come after it. Nothing that was taken away can
  /// be had back. `maximumABI` is for tests, which look at what an older kernel would leave open.
  ///
  /// It fails closed: whoever catches its error must exit. `reserves` is for formats whose
  /// libraries reserve more address space than they touch, `access` for those that draw texts.
  /// `keeping` are descriptors that the decoder has opened itself, and reads from.
  package static func lockDown(
    maximumABI: Int = Landlock.newestABI, reserves: Bool = false,
    access: SandboxAccess = .nothing, keeping kept: Range<Int32> = 0..<0
  ) throws(CodecError) -> LockedDown {
    #if FRESNEL_SANITIZES
      return try stayOpen(access)
    #else
      return try shut(maximumABI: maximumABI, reserves: reserves, access: access, keeping: kept)
    #endif
  }

  private static func shut(
    maximumABI: Int, reserves: Bool, access: SandboxAccess, keeping kept: Range<Int32>
  ) throws(CodecError) -> LockedDown {
    // One heap for all threads: a second one would reserve 128 MiB of address space.
    _ = mallopt(M_ARENA_MAX, 1)
    // What a pass needed goes back to the system when it ends, not when the heap happens to shrink.
    _ = mallopt(M_MMAP_THRESHOLD, 256 << 10)
    // Who decodes on several threads can't ask any more.
    _ = Processors.count
    guard OwnRights.isSingleThreaded else { throw failure("a thread was running already") }
    var folders: [String] = []
    if case .fonts(let readable) = access { folders = readable }
    let mayReadFonts = access != .nothing
    let scratchBytes = mayReadFonts ? 0 : size(of: WireFormat.scratchDescriptor)
    let isWithoutRoom = isWithoutRoom(scratchBytes)
    let firstForeign = firstForeignDescriptor(scratchBytes)
    OwnRights.preferToBeKilled()
    OwnRights.crashPlainly()
    do throws(Errno) {
      try OwnRights.dieWithParent()
      try OwnRights.giveUpPrivileges()
      OwnRights.closeForeignDescriptors(from: Int32(firstForeign), keeping: kept)
      let limits = try ResourceLimits(scratchBytes: scratchBytes, reserves: reserves)
      try OwnRights.dropCapabilities()
      let abi = try Landlock.restrictSelf(
        maximumABI: maximumABI, openings: folders.map { Landlock.Opening($0, .reading) })
      // Without Landlock any file could be read.
      let readsFonts = mayReadFonts && abi > 0
      try limits.forbidDescriptors(from: firstForeign + (readsFonts ? mostFonts : 0))
      let variant: SystemCallFilter.Variant =
        readsFonts ? .readingFonts : scratchBytes > 0 ? .writingScratch : .plain
      guard SystemCallFilter.load(variant) else { throw Errno(code: ENOSYS, call: "seccomp") }
      return LockedDown(
        landlockABI: abi, limits: limits, scratchBytes: scratchBytes, isWithoutRoom: isWithoutRoom,
        readsFonts: readsFonts)
    } catch {
      throw failure(error.description)
    }
  }

  static func failure(_ reason: String) -> CodecError {
    CodecError(.sandbox, "the decoder could not be locked down (\(reason))")
  }

  /// The bytes of a file that the process was given; 0 where it was given none.
  static func size(of descriptor: Int32) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return max(0, Int(status.st_size))
  }
}

/// The proof that the process is locked down, and the limits that still can be tightened.
package struct LockedDown {
  /// The version of Landlock's interface that is in force, 0 where the kernel has none.
  package let landlockABI: Int
  let limits: ResourceLimits
  /// Bytes that may be cached in the scratch file.
  let scratchBytes: Int
  /// Whether the viewer would have had the picture cached, and there is no room for it.
  let isWithoutRoom: Bool
  /// Whether fonts can be read.
  package let readsFonts: Bool
}
