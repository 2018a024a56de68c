import CSlideFiles
import DecoderKit
import DecoderProtocol
import Geometry

/// A slide: its levels, associated pictures, and properties.
final class Slide {
  /// The levels to show, largest first.
  let levels: [SlideLevel]
  /// The colour of areas that were not scanned.
  let background: SlideBackground
  /// The names of associated pictures; each is a page after the slide.
  let pictureNames: [String]
  private let name: String
  /// The sizes of everything in the slide, as first read.
  private let shape: RowShape
  private var handle: SlideHandle?

  /// Opens a slide and reads its properties.
  init(_ input: PictureInput, _ companions: SlideCompanions) throws(CodecError) {
    fresnel_slide_keep_tiles()
    name = try SlideFiles.name(input, companions)
    let handle = try Self.open(name, input)
    self.handle = handle
    shape = handle.shape
    levels = try SlideLevel.all(of: handle)
    background = SlideBackground(handle.property("openslide.background-color"))
    pictureNames = SlideMetadata.order(handle.pictureNames)
  }

  /// Opens the slide; a TIFF that OpenSlide rejects goes back to the TIFF decoder, which shows as
  /// much as it can.
  private static func open(
    _ name: String, _ input: PictureInput
  ) throws(CodecError) -> SlideHandle {
    let isTIFF = name.hasSuffix(SlideKind.tiff.fileName)
    do throws(CodecError) {
      if let handle = try SlideHandle(name, .first) { return handle }
    } catch {
      throw isTIFF && input.mayBePassedOn ? .isOther("TIFF") : error
    }
    if isTIFF, input.mayBePassedOn { throw .isOther("TIFF") }
    throw CodecError(.unsupported, "it is not a slide of a kind that OpenSlide knows")
  }

  /// The slide's properties.
  var facts: SlideMetadata { SlideMetadata { handle?.property($0) } }

  func size(ofPicture name: String) -> PixelSize { handle?.size(ofPicture: name) ?? .zero }

  /// Calls `read`, and if that fails and `again` is true, once more with a new handle: an error
  /// makes a handle unusable, while a new one fails only where the file is damaged.
  ///
  /// Returns the last error, at once if the file has changed; `nil` on success.
  func attempt(again: Bool = true, _ read: (SlideHandle) -> Bool) -> CodecError? {
    var last = CodecError(.corrupt, "the slide is damaged")
    for _ in 0..<(again ? 2 : 1) {
      do throws(CodecError) {
        if handle == nil {
          guard let again = try SlideHandle(name, .again(shape)) else { return last }
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
