import Geometry
import Markers
import Platform
import Providing
import Rendering
import Tiles
import Viewing
import Zooming

/// An offscreen view of a picture that is panned frame by frame, with the time of each frame.
final class MarkerHarness {
  static let surface = PixelSize(width: 1280, height: 800)
  static let picture = PixelSize(width: 1600, height: 1100)

  let name: String
  let view: TiledView
  private let link: OffscreenLink
  private let source: PixelSource
  private var step = 0
  private(set) var sprites = 0
  /// The time of each frame in milliseconds: the view's own work, and drawing.
  private(set) var planned: [Double] = []
  private(set) var drawn: [Double] = []

  /// Makes a view whose picture is loaded; `prepare` adds its markers.
  init(_ name: String, _ prepare: (TiledView) -> Void = { _ in }) throws {
    self.name = name
    let renderer = OffscreenRenderer()
    if let reason = renderer.fallbackReason { throw Unavailable(reason: reason) }
    link = OffscreenLink(renderer)
    var settings = TiledViewSettings()
    settings.fadeDuration = 0
    settings.zooming.isAnimated = false
    view = try TiledView(surface: Self.surface, renderer: link, settings: settings)
    source = try PixelSource(
      id: SourceID(number: 1), size: Self.picture, pixels: Self.pixels, hasAlpha: false)
    view.add(source, as: .pending)
    guard wait(until: { view.info(of: source.id) != nil }),
      let info = view.info(of: source.id)
    else { throw Unavailable(reason: "the picture does not arrive") }
    view.show(source.id, with: view.firstController(of: info))
    prepare(view)
    for _ in 0..<30 { pan() }
    guard wait(until: { view.isComplete(source.id) }) else {
      throw Unavailable(reason: "the tiles do not arrive")
    }
    // The numbers on clusters are drawn on a thread; wait until the view has them.
    _ = wait(seconds: 1, until: { false })
    planned = []
    drawn = []
  }

  /// Pans by a few pixels and measures one frame.
  func measure() throws {
    let start = MonotonicClock.now()
    pan()
    let middle = MonotonicClock.now()
    guard let frame = view.newestFrame else { throw Unavailable(reason: "there is no frame") }
    _ = try link.render(frame, band: PixelRect(Self.surface))
    let end = MonotonicClock.now()
    sprites = frame.sprites?.sprites.count ?? 0
    planned.append((middle - start) * 1000)
    drawn.append((end - middle) * 1000)
  }

  private func pan() {
    step += 1
    let now = MonotonicClock.now()
    let way = Double(step * 3 % 60)
    view.zoom(
      to: 1, center: Point(x: 770 + way, y: 530 + way / 2), animated: false, now: now)
    view.dispatch(at: now)
  }

  private func wait(seconds: Double = 20, until holds: () -> Bool) -> Bool {
    let limit = MonotonicClock.now() + seconds
    var pollSet = PollSet()
    while MonotonicClock.now() < limit {
      view.dispatch(at: MonotonicClock.now())
      if holds() { return true }
      pollSet.removeAll()
      pollSet.add(view.descriptor)
      pollSet.wait(timeout: 0.02)
    }
    return false
  }

  /// Returns the median of the times.
  static func median(_ times: [Double]) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private static let pixels: [UInt8] = {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(picture.width * picture.height * 4)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        bytes += [
          UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y),
          UInt8(truncatingIfNeeded: x ^ y), 255,
        ]
      }
    }
    return bytes
  }()
}

/// The reason why nothing could be measured.
struct Unavailable: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
