import DecoderProtocol
import Glibc
import Tiles

extension Decoder {
  /// Enters the sandbox, opens a document, and draws the tiles that the viewer requests until it
  /// closes the socket.
  ///
  /// `fonts` returns the folders that the library may read; it is called before entering the
  /// sandbox and must load everything that needs loading by then. `makeDocument` is called after
  /// entering the sandbox, on the drawing thread, with the file, the page number from 0, and true
  /// if fonts can be read. Errors are reported to the viewer in one sentence.
  package static func serveDrawn(
    library: String, version: String, fonts: () -> [String],
    _ makeDocument:
      @escaping @Sendable (PictureInput, Int, Bool) throws(CodecError)
      -> any DrawnDocument
  ) -> Never {
    begin(library: library, version: version, access: .fonts(fonts())) {
      (start) throws(CodecError) in
      AbortReport.install(library: library)
      let request = start.request
      guard request.layer == 0 else {
        throw CodecError(.unsupported, "the file has only one layer")
      }
      guard request.origin != .encoded else {
        throw CodecError(.unsupported, "documents can't be decoded as tiles")
      }
      let arena = try TileArena(request)
      start.sandbox.limits.lower(
        allowance: DrawnSession.addressSpace, arenaBytes: request.arenaBytes)
      let file = PictureInput(
        file: WireFormat.pictureDescriptor, mayBePassedOn: request.origin == .file)
      let readsFonts = start.sandbox.readsFonts
      let session = try DrawnSession(
        request: request, arena: arena, control: start.control, times: start.times
      ) { () throws(CodecError) in try makeDocument(file, request.frame, readsFonts) }
      try session.run()
    }
  }
}
