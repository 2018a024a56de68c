import DecoderProtocol
import Decoding
import Geometry
import Platform
import Rendering
import Viewing

/// A request for the colour of one pixel of a picture.
struct PixelRequest: Sendable {
  /// The picture's name in error messages.
  var name: String
  var file: OpenedPicture
  /// The page or frame of the file.
  var frame = 0
  /// How the picture is read.
  var choices = PictureChoices()
  /// The point of the upright picture, in image pixels.
  var point: Point

  /// Decodes what is needed of the picture on the calling thread, and returns the colour without
  /// filters and exposure.
  func read(cancelledBy cancellation: Cancellation? = nil) throws(UserError) -> PixelColor {
    let reason: String
    do throws(StillView.Problem) {
      // One pixel is drawn before a driver has compiled its shaders.
      let view = try StillView(
        of: file.openedTiles(page: frame, pool: DecoderPool(choices: choices)),
        drawnBy: OffscreenRenderer(usesGL: false), cancellation: cancellation)
      defer { view.close() }
      if let color = try view.color(at: point, frame: frame) { return color }
      reason = "there is no pixel"
    } catch {
      switch error {
      case .cancelled: reason = "it was cancelled"
      case .failed(let sentence): reason = sentence
      }
    }
    throw UserError(sentence: "\(name): \(reason)")
  }
}
