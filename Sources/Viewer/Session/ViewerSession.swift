import Decoding
import DecoderProtocol
import Geometry
import Gestures
import Platform
import Rendering
import Text
import Tiling
import Windowing
import Zooming

/// One window and everything behind it, on the window thread.
///
/// It wires the stages together and decides nothing of theirs: events go in at one end, frames and
/// decode requests come out at the other. It sleeps in `poll` alone, and never waits for decoding,
/// upload or drawing.
final class ViewerSession {
  let settings: ViewSettings
  let mailbox: Mailbox<SessionMessage>
  let display: Display
  let window: Window
  let scheduler: DecodeScheduler
  let renderer: RenderThread
  let text: TextRenderer
  let startTime: Double

  /// Where the user is in the album.
  var album: Album
  /// The picture on the screen.
  var current: OpenPicture?
  /// The picture that was asked for; it takes the screen once its fit view is there.
  var pending: OpenPicture?
  /// Pictures next to the current one that are opened ahead.
  var neighbours: [OpenPicture] = []
  var lastPictureNumber: UInt32 = 0

  var gestures = GestureRecognizer()
  var zoom: ZoomController?
  /// Where the pointer was last: tiles near it come first.
  var pointer: Point?
  var overlays = OverlayBoard()
  var magnification = Frame.Magnification.automatic
  var firstPaint = FirstPaint()
  var statistics = Statistics()

  /// The window's size in device pixels, as last reported.
  var surface: PixelSize
  var isMapped = false
  var isVisible = true
  var isFullScreen = false
  /// The newest frame that the renderer was given, and the newest that it has shown.
  var lastFrame: Frame?
  var frameNumber: UInt64 = 0
  var presentedNumber: UInt64 = 0
  var lastFrameTime = 0.0
  var lastCountedView: Viewport?
  var needsRedraw = false
  var isFinished = false
  /// What ends the program, if it is not the user.
  var outcome: UserError?
  /// Sentences about files that could not be opened, until something could.
  var failures: [String] = []

  /// Connects to the display and starts to open the first picture.
  init(paths: [[UInt8]], settings: ViewSettings) throws {
    startTime = MonotonicClock.now()
    self.settings = settings
    do {
      mailbox = try Mailbox()
      display = try Display()
    } catch let error as DisplayError {
      throw UserError(sentence: error.sentence + "; fresnel render needs none")
    }
    fatalError("to be completed with the stages")
  }
}
