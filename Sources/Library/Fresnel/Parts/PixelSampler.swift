import Geometry
import Platform
import Rendering
import Tiling
import Viewing

/// Reads the colours of single pixels of a source on a thread of its own; of several requests, only
/// the newest is answered.
final class PixelSampler {
  /// Opens the source on the sampler's thread; `nil` if that fails.
  typealias Opening = @Sendable () -> (any TileSource)?

  /// A pixel to read.
  struct Request: Hashable, Sendable {
    /// The middle of the pixel, in units of the upright picture.
    let point: Point
    /// Pixels per unit.
    let scale: Double
    /// The number of an animation's frame.
    let frame: Int

    /// Creates a request for the pixel at a point; `nil` outside of the picture.
    init?(at point: Point, of extent: Extent, scale: Double, frame: Int) {
      guard point.x >= 0, point.y >= 0, point.x < extent.width, point.y < extent.height,
        scale > 0, scale.isFinite
      else { return nil }
      func middle(_ value: Double) -> Double { ((value * scale).rounded(.down) + 0.5) / scale }
      self.point = Point(x: middle(point.x), y: middle(point.y))
      self.scale = scale
      self.frame = frame
    }

    /// The point for people: whole units from the top left corner.
    var text: String { "\(Self.whole(point.x)), \(Self.whole(point.y))" }

    private static func whole(_ value: Double) -> String {
      abs(value) < 1e15 ? "\(Int(value.rounded(.down)))" : "\(value)"
    }
  }

  /// The colour of a pixel; `nil` if it can't be read.
  struct Answer: Sendable {
    let request: Request
    let color: PixelColor?
  }

  private let requests: Mailbox<Request?>
  private let cancellation: Cancellation
  private let thread: JoinableThread

  /// Starts the thread, which calls `deliver`.
  init(
    _ opening: @escaping Opening, deliver: @escaping @Sendable (Answer) -> Void
  ) throws(Errno) {
    let (requests, cancellation) = (try Mailbox<Request?>(), try Cancellation())
    self.requests = requests
    self.cancellation = cancellation
    thread = try JoinableThread(name: "pixels") {
      Self.run(opening, requests, cancellation, deliver)
    }
  }

  /// Reads a pixel, instead of those that are still waiting.
  func read(_ request: Request) { requests.post(request) }

  /// Ends the thread and the source.
  func stop() {
    cancellation.cancel()
    requests.post(nil)
    thread.join()
  }

  private static func run(
    _ opening: Opening, _ requests: Mailbox<Request?>, _ cancellation: Cancellation,
    _ deliver: (Answer) -> Void
  ) {
    var view: StillView?
    var hasFailed = false
    defer { view?.close() }
    while true {
      let waiting = requests.waitForMessages()
      guard !waiting.contains(nil), let last = waiting.last, let request = last else { return }
      // A source that has failed once would fail for each pixel.
      guard !hasFailed else {
        deliver(Answer(request: request, color: nil))
        continue
      }
      do throws(StillView.Problem) {
        let opened: StillView
        if let view {
          opened = view
        } else {
          guard let source = opening() else { throw .failed("the source can't be opened") }
          opened = try StillView(
            of: source, drawnBy: OffscreenRenderer(usesGL: false), cancellation: cancellation)
          view = opened
        }
        let color = try opened.color(
          at: request.point, frame: request.frame, scale: request.scale)
        deliver(Answer(request: request, color: color))
      } catch {
        if error == .cancelled { return }
        hasFailed = true
        deliver(Answer(request: request, color: nil))
      }
    }
  }
}
