import Decoding
import DecoderProtocol
import Geometry
import Platform
import Rendering
import Tiling
import Zooming

/// One run of `fresnel render`: decodes, draws and writes a view, band by band.
///
/// A band is as many rows of tiles as a bounded arena holds, so the memory that a whole gigapixel
/// picture takes is that of one band.
final class RenderJob {
  private let name: String
  private let scheduler: DecodeScheduler
  private let renderer: OffscreenRenderer
  private let picture = PictureID(number: 1)
  private let request: RenderRequest
  private let file: FileDescriptor
  private let format: PictureFormat
  /// What the work took, for `--stats`.
  private(set) var statistics = Statistics()
  private let startTime = MonotonicClock.now()

  /// The most slots of a band, 132 MiB: fewer bands mean fewer passes over a picture.
  private static let mostSlots = 512
  /// The longest edge of what is drawn at once, in pixels: below every GPU's largest texture.
  private static let drawEdge = 2048

  /// Opens the picture, or throws the sentence that says why not.
  init(path: [UInt8], request: RenderRequest) throws(UserError) {
    name = escapedForDisplay(path)
    self.request = request
    let source: PictureSource
    do throws(AlbumError) {
      source = try PictureSource.open(path: path)
    } catch {
      throw UserError(sentence: "\(escapedForDisplay(path)): \(error.sentence)")
    }
    format = source.format
    file = source.descriptor
    scheduler = DecodeScheduler(locator: DecoderLocator())
    renderer = OffscreenRenderer()
  }
}
