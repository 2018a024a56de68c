import DecoderProtocol
import Decoding
import Platform
import TestSupport
import Testing

@testable import Fresnel

/// The case of `FresnelError` for each reason.
struct FresnelErrorTests {
  @Test(arguments: [
    (PictureFileError.missing, "missing"), (.danglingLink, "missing"), (.noTiles([97]), "missing"),
    (.noTile("a"), "missing"), (.unknownFormat(.text), "unknownFormat"),
    (.folder, "unknownFormat"), (.empty, "damaged"), (.notAllowed, "refused"),
    (.device, "refused"), (.needsNetwork(host: "a.b"), "refused"),
    (.tooMuchPiped(limit: 1 << 20), "tooLarge"), (.notFetched("no answer"), "notFetched"),
    (.tooManyOpenFiles, "system"), (.system(Errno(code: 5, call: "read")), "system"),
  ])
  func files(_ error: PictureFileError, _ name: String) {
    let told = FresnelError(error, of: "a.png")
    #expect("\(Mirror(reflecting: told).children.first?.label ?? "")" == name)
    #expect(told.description == "a.png: \(error.sentence)")
  }

  @Test(arguments: [
    (DecodeError.missingDecoder(.png), "noDecoder"),
    (.missingLibrary(.png, library: "libpng16.so"), "noDecoder"),
    (.notStarted(Errno(code: 12, call: "fork")), "system"),
    (.crashed(.exited(1), lastWords: []), "decoderFailed"), (.hung(lastWords: []), "decoderFailed"),
    (.changed, "damaged"), (refused(.corrupt), "damaged"), (refused(.unsupported), "unknownFormat"),
    (refused(.tooLarge), "tooLarge"), (refused(.unreadable), "system"),
    (refused(.other), "decoderFailed"),
  ])
  func decoders(_ error: DecodeError, _ name: String) {
    let told = FresnelError(error, "a sentence")
    #expect("\(Mirror(reflecting: told).children.first?.label ?? "")" == name)
    #expect(told.description == "a sentence")
  }

  private static func refused(_ code: CodecError.Code) -> DecodeError {
    .refused(CodecError(code, ""), lastWords: [])
  }
}
