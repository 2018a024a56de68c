#if FRESNEL_SANITIZES
  // Scripts/sanitize builds this, and nothing else: a sanitizer's own calls and its terabytes of
  // address space are what the lock-down refuses.
  #if !DEBUG
    #error("A decoder without its lock-down is never built for release.")
  #endif

  import DecoderProtocol
  import Glibc
  import Platform

  extension Sandbox {
    /// Goes on without the lock-down where the process runs under a sanitizer, and nowhere else.
    static func stayOpen(_ access: SandboxAccess) throws(CodecError) -> LockedDown {
      let program = UnsafeMutableRawPointer(bitPattern: 0)
      guard dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil else {
        throw failure("it was built for a sanitizer, and has none")
      }
      _ = Processors.count
      let scratchBytes = access == .nothing ? size(of: WireFormat.scratchDescriptor) : 0
      return LockedDown(
        landlockABI: 0, limits: ResourceLimits.unlimited, scratchBytes: scratchBytes,
        isWithoutRoom: isWithoutRoom(scratchBytes), readsFonts: access != .nothing)
    }
  }

  extension ResourceLimits {
    /// Limits that nothing reaches.
    static var unlimited: ResourceLimits { ResourceLimits(startAllowance: 16 << 30) }
  }
#endif
