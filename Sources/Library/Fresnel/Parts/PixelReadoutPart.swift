import Geometry
import Gestures
import Platform
import Rendering
import Tiles
import Tiling
import Viewing

/// Draws the position and the colour of the pixel under the pointer.
///
/// The colour is read on a thread, which ends when the pointer leaves the view.
final class PixelReadoutPart: ViewPart {
  /// What is drawn.
  var readout: PixelReadout
  private unowned let view: TiledView
  private let label: PartLabel
  private let answers: Mailbox<PixelSampler.Answer>?
  /// Reads colours; its sampler is `nil` for a source that can't be opened again.
  private var reader: (source: SourceID, sampler: PixelSampler?)?
  /// The pixel under the pointer; `nil` if there is none.
  private var pixel: PixelSampler.Request?
  /// Its colour, once read.
  private var color: PixelColor?

  init(_ readout: PixelReadout, _ view: TiledView, label: PartLabel) {
    self.readout = readout
    self.view = view
    self.label = label
    answers = try? Mailbox()
  }

  // MARK: Input

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch event {
    case .motion(let position, _): note(position, at: now)
    case .pointerLeft:
      forget()
      endReading()
    default: break
    }
    return false
  }

  private func note(_ position: Point, at now: Double) {
    guard let id = view.shown, let info = view.info(of: id),
      let scale = view.zoom?.viewport(at: now).scale
    else { return forget() }
    let finest = min(max(1, scale), max(1, info.levels.largestScale))
    guard
      let new = PixelSampler.Request(
        at: view.imagePoint(at: position, now: now), of: info.extent, scale: finest,
        frame: view.playback?.frame ?? 0)
    else { return forget() }
    guard new != pixel || reader?.source != id else { return }
    pixel = new
    color = nil
    if reader?.source != id { open(id) }
    reader?.sampler?.read(new)
    view.setNeedsRedraw()
  }

  private func forget() {
    guard pixel != nil else { return }
    pixel = nil
    color = nil
    label.clear()
    view.setNeedsRedraw()
  }

  // MARK: Reading

  private func open(_ id: SourceID) {
    endReading()
    var sampler: PixelSampler?
    if let answers, let opening = (view.source(id) as? any ReopenableSource)?.reopening {
      sampler = try? PixelSampler(opening) { answers.post($0) }
    }
    reader = (id, sampler)
  }

  private func endReading() {
    reader?.sampler?.stop()
    reader = nil
  }

  func addDescriptors(to pollSet: inout PollSet) {
    if reader != nil, let answers { pollSet.add(answers.descriptor) }
  }

  func takeEvents() -> Bool {
    guard reader != nil, let taken = answers?.takeAll() else { return false }
    var isNew = false
    for answer in taken where answer.request == pixel {
      color = answer.color
      isNew = true
    }
    return isNew
  }

  /// The next motion of the pointer opens the source anew.
  func sourceChanged() { endReading() }

  func stop() { endReading() }

  // MARK: Drawing

  /// The position and, once read, the colour; `nil` while the pointer is not on the picture.
  var text: String? {
    pixel.map { pixel in color.map { "\(pixel.text)  \($0.text)" } ?? pixel.text }
  }

  func draw(into frame: inout Frame, in scene: ViewPartScene) {
    guard let text else { return }
    label.show(text, scale: scene.scale)
    guard let size = label.size else { return }
    let margin = PartMetrics.margin(scene.scale)
    frame.overlays.append(
      Overlay(
        position: readout.corner.place(size, on: scene.surface, margin: margin),
        bitmap: label.bitmap))
  }

  func restoreBitmaps() { label.restore() }
}
