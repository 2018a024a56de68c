import CSlideFiles
import DecoderKit
import DecoderProtocol

/// The made-up names by which OpenSlide finds a slide's files; it never sees real ones.
enum SlideFiles {
  /// The folder that all made-up names are in.
  static let folder = "/nonexistent/"

  /// Gives names to the picture's file and its companions, and returns the name to open.
  ///
  /// It depends on the file's first bytes, as OpenSlide recognises some scanners by the ending.
  static func name(
    _ input: PictureInput, _ companions: SlideCompanions
  ) throws(CodecError) -> String {
    let kind = SlideKind(firstBytes: try input.bytes(at: 0, count: 64))
    let name = folder + kind.fileName
    // There is room for more companions than can be opened; a name that is too long counts as
    // missing.
    _ = fresnel_slide_name_file(name, input.descriptor)
    for file in companions.files {
      _ = fresnel_slide_name_file(folder + kind.companionFolder + file.name, file.descriptor)
    }
    return name
  }
}
