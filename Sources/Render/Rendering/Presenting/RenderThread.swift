import Platform
import Synchronization
import Tiles

/// The render thread, and the upload thread beside it.
///
/// Any thread may call it; only `stop` waits. Reports are delivered on the render thread.
package final class RenderThread: Sendable {
  private let messages: Mailbox<RenderMessage>
  private let requests: Mailbox<UploadRequest>
  private let counters = RenderCounters()
  private let tracker = UploadTracker()
  private let needsGL = GLRequirement()
  private let state: Mutex<State>
  private let body: @Sendable () -> Void

  private struct State: ~Copyable {
    var thread: Thread?
    var isStopped = false
  }

  /// Prepares for drawing, and starts the thread unless `startsNow` is false.
  ///
  /// The thread reports `started`, and the event `unfiltered` if GL is unavailable. Drivers take
  /// tens of milliseconds on two cores to start: a program that has more urgent work does that
  /// first.
  package init(
    configuration: RenderConfiguration, startsNow: Bool = true,
    events: @escaping @Sendable (RenderReport) -> Void
  ) throws(Errno) {
    let messages = try Mailbox<RenderMessage>()
    let requests = try Mailbox<UploadRequest>()
    let counters = counters
    let tracker = tracker
    let needsGL = needsGL
    self.messages = messages
    self.requests = requests
    state = Mutex(State())
    body = {
      RenderLoop(
        configuration, messages: messages, requests: requests, counters: counters, tracker: tracker,
        needsGL: needsGL, report: events
      ).run()
    }
    if startsNow { try start() }
  }

  /// Starts the thread if it is not running; it then handles all earlier requests.
  package func start() throws(Errno) {
    try state.withLock { state throws(Errno) in
      guard state.thread == nil, !state.isStopped else { return }
      // Drivers compile shaders on this thread, which takes more stack than drawing.
      state.thread = try Thread(name: "render", stackSize: 8 << 20, body: body)
    }
  }

  /// Announces, before the thread starts, that frames will have filters.
  ///
  /// Without a GPU the software renderer draws all other frames, 10 × as fast where texels map to
  /// pixels one to one.
  package func expectFilters() { needsGL.value.store(true, ordering: .relaxed) }

  /// Draws a frame as soon as possible; of several pending frames only the newest is drawn.
  package func show(_ frame: Frame) { messages.post(.show(frame)) }

  /// Copies a tile; `resident` or `released` reports when its slot is free.
  package func upload(_ tile: Tile) {
    tracker.begin(tile.source)
    requests.post(.tile(tile))
  }

  /// Evicts all tiles of a picture except the given ones.
  ///
  /// Numbers must increase from call to call; reports of tiles name the last one that was handled
  /// before.
  package func retain(_ keys: Set<TileKey>, of picture: SourceID, number: UInt64 = 0) {
    messages.post(.retain(keys, of: picture, number: number))
  }

  /// Evicts all tiles of a picture, including those that are still being copied.
  package func drop(_ picture: SourceID) {
    tracker.drop(picture)
    messages.post(.drop(picture))
  }

  /// Sets the bitmap with an ID for overlays and sprites; `nil` removes it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    messages.post(.overlay(id, bitmap))
  }

  /// Calls `reply` on the render thread with the last frame's pixels, if it is drawn off screen.
  package func capture(_ reply: @escaping @Sendable (CapturedPixels?) -> Void) {
    messages.post(.capture(reply))
  }

  /// The rendering costs so far.
  package var statistics: RenderStatistics { counters.statistics }

  /// Ends both threads, frees all textures, surfaces and contexts, and waits for that.
  package func stop() {
    let thread = state.withLock { state -> Thread? in
      state.isStopped = true
      return state.thread.take()
    }
    guard let thread else { return }
    messages.post(.stop)
    thread.join()
  }
}
