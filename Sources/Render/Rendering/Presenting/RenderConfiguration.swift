import Geometry
import Graphics

/// What the render thread draws on, and with what.
package struct RenderConfiguration: Sendable {
  /// What frames are drawn on.
  package enum Target: Hashable, Sendable {
    /// An X window, with the visual that it was made with; the display is opened once more, by
    /// name.
    case window(display: String?, window: UInt, visual: UInt)
    /// Pixels that only `RenderThread.capture` sees.
    case offscreen(PixelSize)
  }

  /// Which thread copies tiles into textures.
  package enum Uploading: Hashable, Sendable {
    /// One of its own where there is a GPU, else the one that draws.
    ///
    /// Where the processor draws there is nothing to gain from a second context, and up to Mesa 22
    /// one context's upload reads what another one's frame has just given back.
    case automatic
    /// One of its own, whatever draws.
    case ownThread
  }

  /// What frames are drawn on.
  package var target: Target
  /// Where frames are put when GL cannot be used, and those of windows without filters where it has
  /// no GPU; `nil` leaves the former undrawn, and the latter to GL.
  package var sink: (any PixelSink)?
  /// Whether GL is tried at all.
  package var usesGL: Bool
  /// Which thread copies tiles into textures.
  package var uploading: Uploading
  /// Makes GL fail on request, for tests.
  package var faults: FaultInjector?
  /// Whether somebody else may destroy the window at any moment, as a host does its own.
  ///
  /// Mesa's software driver crashes in the first draw on a window that is gone: the server serves
  /// nobody else for the length of that draw.
  package var isHosted = false
  /// Whether the window has finer steps than plain code draws, which GL is needed for.
  package var isDeep = false
  /// Where GPUs are looked for, before GL is.
  package var gpus = GPUDevices()

  /// A configuration with its parts given.
  package init(
    target: Target, sink: (any PixelSink)? = nil, usesGL: Bool = true,
    uploading: Uploading = .automatic, faults: FaultInjector? = nil
  ) {
    self.target = target
    self.sink = sink
    self.usesGL = usesGL
    self.uploading = uploading
    self.faults = faults
  }
}

/// Decides when a GPU that keeps losing its context is given up.
struct LossCounter {
  /// So many losses in `span` seconds are too many.
  static let limit = 3
  static let span = 60.0
  private var times: [Double] = []

  /// Notes a loss; whether it was one too many.
  mutating func record(at time: Double) -> Bool {
    times.removeAll { time - $0 >= Self.span }
    times.append(time)
    return times.count > Self.limit
  }
}
