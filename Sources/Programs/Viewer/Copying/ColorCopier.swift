import Platform
import Viewing
import Windowing

/// Copies the colour of the picture's pixel under the pointer.
///
/// Window thread only. The picture's own pixel is read, on another thread: what is on the screen is
/// scaled, filtered, and converted for the monitor.
final class ColorCopier {
  /// The end of a reading.
  struct Answer: Sendable {
    fileprivate let number: Int
    fileprivate let color: Result<PixelColor, UserError>
  }

  private unowned let parts: ViewerParts
  private let deliver: @Sendable (Answer) -> Void
  private var reading = ColorReading()

  /// Creates a copier; its threads call `deliver` with each colour, which the window thread then
  /// passes to `receive`.
  init(_ parts: ViewerParts, deliver: @escaping @Sendable (Answer) -> Void) {
    self.parts = parts
    self.deliver = deliver
  }

  /// Reads the colour, or says that the one before is still being read.
  func copy(at now: Double) {
    cancelIfLeft()
    guard !reading.isReading else {
      return parts.notices.showNote("the last colour is still being read", until: now + 3)
    }
    guard let picture = parts.view.shown, let request = request(at: now) else {
      return parts.notices.showNote("the pointer is not on the picture", until: now + 3)
    }
    let cancellation = try? Cancellation()
    let number = reading.begin(of: picture, cancelledBy: cancellation)
    let thread = try? Thread(name: "colour") { [deliver] in
      let color = Result { () throws(UserError) in try request.read(cancelledBy: cancellation) }
      deliver(Answer(number: number, color: color))
    }
    if thread == nil {
      let error = UserError(sentence: "there is no thread for it")
      deliver(Answer(number: number, color: .failure(error)))
    }
  }

  /// Cancels the reading if its picture is no longer shown.
  func cancelIfLeft() { reading.keepOnly(parts.view.shown) }

  /// Copies a colour that was read, and says which one it is.
  func receive(_ answer: Answer, at now: Double) {
    cancelIfLeft()
    guard reading.end(answer.number) else { return }
    switch answer.color {
    case .success(let color):
      var offer = ClipboardOffer()
      offer.add(text: Array(color.text.utf8))
      parts.clipboard.offer(offer)
      parts.notices.showNote("copied \(color.text)", until: now + 3)
    case .failure(let error):
      parts.notices.showNote("the colour can't be read: \(error.sentence)", until: now + 5)
    }
  }

  private func request(at now: Double) -> PixelRequest? {
    let view = parts.view
    guard let (entry, file) = parts.gallery.shownFile, let pointer = view.pointer,
      let viewport = view.zoom?.viewport(at: view.moment(now)),
      let size = view.shown.flatMap({ view.info(of: $0)?.size })
    else { return nil }
    let point = viewport.imagePoint(at: pointer)
    guard PixelColor.area(of: point, in: size) != nil else { return nil }
    return PixelRequest(
      name: entry.displayName, file: file,
      frame: view.playback?.frame ?? parts.gallery.pictures.pictures.shown?.page ?? 0,
      choices: parts.settings.choices, point: point)
  }
}
