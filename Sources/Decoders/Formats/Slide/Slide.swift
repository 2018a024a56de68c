import CSlideFiles
import DecoderKit
import DecoderProtocol
import Geometry

/// A slide: its versions, the pictures that belong to it, and what it says of itself.
final class Slide {
  /// The versions that are shown, the largest first.
  let levels: [SlideLevel]
  /// What is seen where nothing was scanned.
  let background: SlideBackground
  /// The names of the pictures that belong to it; each is a page behind the slide.
  let pictureNames: [String]
  private let name: String
  /// The sizes of all that it has, as they were first.
  private let shape: RowShape
  private var handle: SlideHandle?

  /// Opens a slide and looks at what it has.
  init(_ input: PictureInput, _ companions: SlideCompanions) throws(CodecError) {
    fresnel_slide_keep_tiles()
    name = try SlideFiles.name(input, companions)
    let handle = try Self.open(name, input)
    self.handle = handle
    shape = handle.shape
    levels = try SlideLevel.all(of: handle)
    background = SlideBackground(handle.property("openslide.background-color"))
    pictureNames = SlideFacts.order(handle.pictureNames)
  }

  /// A TIFF that OpenSlide does not read goes back to TIFF's decoder, which shows what there is.
  private static func open(
    _ name: String, _ input: PictureInput
  ) throws(CodecError) -> SlideHandle {
    let isTIFF = name.hasSuffix(SlideKind.tiff.fileName)
    do throws(CodecError) {
      if let handle = try SlideHandle(name) { return handle }
    } catch {
      throw isTIFF && input.mayBePassedOn ? .isOther("TIFF") : error
    }
    if isTIFF, input.mayBePassedOn { throw .isOther("TIFF") }
    throw CodecError(.unsupported, "it is no slide of a kind that OpenSlide knows")
  }

  /// What it says of itself.
  var facts: SlideFacts { SlideFacts { handle?.property($0) } }

  /// The size of a picture that belongs to it.
  func size(ofPicture name: String) -> PixelSize { handle?.size(ofPicture: name) ?? .zero }

  /// Has something read, and has it once more where that fails: an error in one place of the file
  /// is the end of a handle, and the next one may know no more than that place.
  ///
  /// The answer is why it failed twice, or that the file is another by then; `nil` where neither
  /// happened.
  func attempt(again: Bool = true, _ read: (SlideHandle) -> Bool) -> CodecError? {
    var last = CodecError(.corrupt, "the slide is damaged")
    for _ in 0..<(again ? 2 : 1) {
      do throws(CodecError) {
        if handle == nil {
          guard let again = try SlideHandle(name) else { return last }
          try shape.check(again.shape)
          handle = again
        }
        guard let handle else { return last }
        if read(handle) { return nil }
        last = handle.failure ?? last
      } catch {
        if error == .changed { return error }
        last = error
      }
      handle = nil
    }
    return last
  }
}
