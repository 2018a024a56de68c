import DecoderProtocol
import Geometry
import Glibc
import Platform

/// A decoder's whole life: the `main.swift` of a format calls this.
package enum Decoder {
  /// Enters the sandbox, reads the picture's header through a codec, and makes tiles until the
  /// viewer closes the socket.
  ///
  /// The descriptors are those of `WireFormat`. `makeCodec` is called after entering the sandbox
  /// with the picture's location: once, and again if the picture is cached; or once for each
  /// encoded picture in the arena. Errors are reported to the viewer in one sentence. `library` and
  /// `version` name the decoding library; `reserves` is true if it reserves more address space than
  /// it touches (`MemoryClass.reserving`).
  package static func serve(
    library: String = "", version: String = "", reserves: Bool = false,
    _ makeCodec: @escaping (PictureInput) throws(CodecError) -> any PictureCodec
  ) -> Never {
    serveFrames(library: library, version: version, reserves: reserves) {
      (input, frame) throws(CodecError) in
      let codec = try makeCodec(input)
      // Each tile request names its frame.
      guard frame == 0 || codec.header.timing != nil else {
        throw CodecError(.other, "the file has only one picture")
      }
      return codec
    }
  }

  /// Serves a format whose files may hold several pictures.
  ///
  /// `makeCodec` also gets the number of the frame or page, from 0, and throws if there is none. If
  /// it throws `CodecError.isOther`, the viewer uses that format's decoder instead. `keeping` are
  /// descriptors of the picture's other files, which the decoder has opened in the folder that it
  /// was given.
  package static func serveFrames(
    library: String = "", version: String = "", reserves: Bool = false,
    keeping kept: Range<Int32> = 0..<0,
    _ makeCodec: @escaping (PictureInput, Int) throws(CodecError) -> any PictureCodec
  ) -> Never {
    begin(library: library, version: version, reserves: reserves, keeping: kept) {
      (start) throws(CodecError) in
      let (sandbox, control) = (start.sandbox, start.control)
      var request = start.request
      guard request.layer == 0 else {
        throw CodecError(.unsupported, "the file has only one layer")
      }
      let arena = try TileArena(request)
      // Lookup tables take encoded pixels, so light is not offered.
      if try DisplayColor.hasTables(arena.bytes(in: request.profile)) {
        request.pixelKinds.remove(.rgba16f)
      }
      switch request.origin {
      case .encoded:
        let session = try EncodedSession(
          request: request, arena: arena, limits: sandbox.limits, control: control
        ) { (input) throws(CodecError) in try makeCodec(input, request.frame) }
        try session.run()
      case .archive: throw CodecError(.unsupported, "the decoder does not unpack archives")
      case .file, .fileAlone:
        // The arena's size was not known before.
        sandbox.limits.lower(
          allowance: sandbox.limits.startAllowance, arenaBytes: request.arenaBytes)
        let file = PictureInput(
          file: WireFormat.pictureDescriptor, mayBePassedOn: request.origin == .file,
          prefersEmbedded: request.choices.rawPictures == .embedded,
          acceptsLight: request.pixelKinds.contains(.rgba16f),
          gainStops: request.choices.gainStops)
        let codec = try open(file, control) { () throws(CodecError) in
          try makeCodec(file, request.frame)
        }
        let session = try Session(
          codec: codec, request: request, arena: arena, limits: sandbox.limits,
          control: control, scratchBytes: sandbox.scratchBytes,
          isWithoutRoom: sandbox.isWithoutRoom,
          times: PassTimes(started: start.times.started, locked: start.times.locked)
        ) { () throws(CodecError) in try makeCodec(file, request.frame) }
        control.send(.info(session.header.info))
        control.send(codec.header.timing?.reports ?? [])
        session.reportDisplay()
        if let map = codec.header.gainMap { control.send(.gainMap(map)) }
        for metadata in codec.header.metadata { control.send(.metadata(metadata)) }
        try session.run()
      }
    }
  }

  /// A process that is in the sandbox, and what the viewer wants of it.
  struct Start {
    let sandbox: EnteredSandbox
    let control: ControlChannel
    let request: OpenRequest
    /// When the process started, and when it was in the sandbox, in the clock of `PassTimes`.
    let times: (started: UInt64, locked: UInt64)
  }

  /// Enters the sandbox, waits for the viewer's request, and calls `serve`, whose error is reported
  /// to the viewer in one sentence; the viewer ends the process.
  static func begin(
    library: String, version: String, reserves: Bool = false,
    access: @autoclosure () -> SandboxAccess = .nothing, keeping kept: Range<Int32> = 0..<0,
    _ serve: (Start) throws(CodecError) -> Void
  ) -> Never {
    let started = PassTimes.now()
    let control = ControlChannel(descriptor: WireFormat.controlDescriptor)
    do throws(CodecError) {
      let sandbox = try Sandbox.enter(reserves: reserves, access: access(), keeping: kept)
      let locked = PassTimes.now()
      control.send(.hello(Hello(library: library, libraryVersion: version)))
      guard case .open(let request) = control.receive() else { ControlChannel.exit(0) }
      try serve(
        Start(
          sandbox: sandbox, control: control, request: request, times: (started, locked)))
      while control.receive() != .close {}
      ControlChannel.exit(0)
    } catch {
      control.fail(error)
    }
  }

  /// Opens the file, or names the decoder to use instead; then the viewer ends the process.
  private static func open(
    _ file: PictureInput, _ control: ControlChannel,
    _ makeCodec: () throws(CodecError) -> any PictureCodec
  ) throws(CodecError) -> any PictureCodec {
    do throws(CodecError) {
      return try makeCodec()
    } catch {
      guard let format = error.otherFormat, file.mayBePassedOn else { throw error }
      control.send(.insteadUse(format: format))
      _ = control.receive()
      ControlChannel.exit(0)
    }
  }
}
