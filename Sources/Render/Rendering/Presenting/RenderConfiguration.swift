import Geometry
import Graphics

/// The render thread's target and options.
package struct RenderConfiguration: Sendable {
  /// The target of frames.
  package enum Target: Hashable, Sendable {
    /// An X window and its visual; the display is opened a second time, by name.
    case window(display: String?, window: UInt, visual: UInt)
    /// Pixels that only `RenderThread.capture` returns.
    case offscreen(PixelSize)
  }

  /// The thread that copies tiles into textures.
  package enum Uploading: Hashable, Sendable {
    /// The upload thread with a GPU, the render thread without.
    ///
    /// A software driver gains nothing from a second context, and up to Mesa 22 one context's
    /// upload reads memory that another one's frame has just freed.
    case automatic
    /// Always the upload thread.
    case ownThread
  }

  /// The target of frames.
  package var target: Target
  /// The software renderer's target: used if GL is unavailable, and for windows without filters if
  /// there is no GPU.
  ///
  /// With `nil`, nothing is drawn in the first case, and GL draws in the second.
  package var sink: (any PixelSink)?
  /// False never tries GL.
  package var usesGL: Bool
  /// The thread that copies tiles into textures.
  package var uploading: Uploading
  /// Makes GL fail on demand, for tests.
  package var faults: FaultInjector?
  /// True if another client may destroy the window at any moment, as a host may.
  ///
  /// Mesa's software driver crashes in the first draw on a destroyed window, so the server is
  /// grabbed for that draw.
  package var isHosted = false
  /// True if the window has more bits per channel than the software renderer draws, so that it
  /// needs GL.
  package var isDeep = false
  /// The GPU devices, which are checked before GL is loaded.
  package var gpus = GPUDevices()

  /// Creates a configuration.
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

/// Decides when to give up on a GPU that keeps losing its context.
struct ContextLossCounter {
  /// The maximum number of losses within `span` seconds.
  static let limit = 3
  static let span = 60.0
  private var times: [Double] = []

  /// Records a loss; returns true if the limit is exceeded.
  mutating func record(at time: Double) -> Bool {
    times.removeAll { time - $0 >= Self.span }
    times.append(time)
    return times.count > Self.limit
  }
}
