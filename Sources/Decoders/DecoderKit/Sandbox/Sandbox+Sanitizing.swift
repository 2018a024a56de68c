#if FRESNEL_SANITIZES
  // Only Scripts/sanitize builds this: the sandbox refuses a sanitizer's own system calls and its
  // terabytes of address space.
  #if !DEBUG
    #error("A decoder without its sandbox is never built for release.")
  #endif

  import DecoderProtocol
  import Glibc
  import Platform

  extension Sandbox {
    /// Skips the sandbox if the process runs under a sanitizer; throws otherwise.
    static func stayOpen(_ access: SandboxAccess) throws(CodecError) -> EnteredSandbox {
      let program = UnsafeMutableRawPointer(bitPattern: 0)
      guard dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil else {
        throw failure("it was built for a sanitizer and has no sandbox")
      }
      _ = Processors.count
      let scratchBytes = access == .nothing ? size(of: WireFormat.scratchDescriptor) : 0
      return EnteredSandbox(
        limits: ResourceLimits.unlimited, scratchBytes: scratchBytes,
        isWithoutRoom: isWithoutRoom(scratchBytes), readsFonts: access != .nothing)
    }
  }

  extension ResourceLimits {
    /// Limits that are never reached.
    static var unlimited: ResourceLimits { ResourceLimits(startAllowance: 16 << 30) }
  }
#endif
