import DecoderProtocol
import Geometry
import Glibc
import Platform

/// A decoder's whole life: what the `main.swift` of a format calls.
public enum Decoder {
  /// Locks the process down, reads the picture's header through a codec, and makes tiles until the
  /// viewer closes the socket.
  ///
  /// The descriptors are those of `WireFormat`. `makeCodec` is called after the lock-down with
  /// the picture's descriptor: once, and once more where the picture is set aside. Whatever fails is told to the viewer in one sentence.
  public static func serve(
    _ makeCodec: @escaping (Int32) throws(DecodeFailure) -> any PictureCodec
  ) -> Never {
    serveFrames { (descriptor, frame) throws(DecodeFailure) in
      guard frame == 0 else { throw DecodeFailure(.other, "the file has one picture only") }
      return try makeCodec(descriptor)
    }
  }

  /// The same for a format whose files may hold several pictures.
  ///
  /// `makeCodec` is told which frame or page to open, from 0; one that is not there is a failure.
  public static func serveFrames(
    _ makeCodec: @escaping (Int32, Int) throws(DecodeFailure) -> any PictureCodec
  ) -> Never {
    let control = ControlChannel(descriptor: WireFormat.controlDescriptor)
    do throws(DecodeFailure) {
      let lockedDown = try Sandbox.lockDown()
      control.send(.hello(version: WireFormat.version))
      guard case .open(let request) = control.receive() else { ControlChannel.exit(0) }
      let codec = try makeCodec(WireFormat.pictureDescriptor, request.frame)
      let session = try Session(
        codec: codec, request: request, limits: lockedDown.limits, control: control,
        scratchBytes: lockedDown.scratchBytes, isWithoutRoom: lockedDown.isWithoutRoom
      ) { () throws(DecodeFailure) in
        try makeCodec(WireFormat.pictureDescriptor, request.frame)
      }
      control.send(.info(codec.header.info))
      try session.run()
    } catch {
      control.fail(error)
    }
  }
}
