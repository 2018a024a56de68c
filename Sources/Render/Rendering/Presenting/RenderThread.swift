import Platform
import Synchronization
import Tiles

/// The thread that puts frames on the screen, and the one beside it that copies tiles.
///
/// Any thread may call it; no call but `stop` ever waits. Events come on the render thread.
package final class RenderThread: Sendable {
  private let messages: Mailbox<RenderMessage>
  private let requests: Mailbox<UploadRequest>
  private let counters = RenderCounters()
  private let ledger = UploadLedger()
  private let needsGL = NeedOfGL()
  private let state: Mutex<State>
  private let body: @Sendable () -> Void

  private struct State: ~Copyable {
    var thread: Thread?
    var isStopped = false
  }

  /// Makes ready for drawing, and starts the thread unless `start` is to do it later.
  ///
  /// The thread reports `started`, or why GL is `unavailable`. Drivers take tens of milliseconds of
  /// two processors to start: a program that has something better to do first does that.
  package init(
    configuration: RenderConfiguration, startsNow: Bool = true,
    events: @escaping @Sendable (RenderReport) -> Void
  ) throws(Errno) {
    let messages = try Mailbox<RenderMessage>()
    let requests = try Mailbox<UploadRequest>()
    let counters = counters
    let ledger = ledger
    let needsGL = needsGL
    self.messages = messages
    self.requests = requests
    state = Mutex(State())
    body = {
      RenderLoop(
        configuration, messages: messages, requests: requests, counters: counters, ledger: ledger,
        needsGL: needsGL, report: events
      ).run()
    }
    if startsNow { try start() }
  }

  /// Starts the thread, if it has not been started yet; what was asked for meanwhile is done then.
  package func start() throws(Errno) {
    try state.withLock { state throws(Errno) in
      guard state.thread == nil, !state.isStopped else { return }
      // Drivers compile shaders on it, which takes more stack than drawing.
      state.thread = try Thread(name: "render", stackSize: 8 << 20, body: body)
    }
  }

  /// Says, before it starts, that frames with filters are to come.
  ///
  /// Without a GPU plain code draws all others, in a tenth of the time where texels are pixels.
  package func expectFilters() { needsGL.value.store(true, ordering: .relaxed) }

  /// Draws a frame as soon as it can; of several that wait, only the newest.
  package func show(_ frame: Frame) { messages.post(.show(frame)) }

  /// Copies a tile; `resident` or `discarded` says when its slot is free.
  package func upload(_ tile: Tile) {
    ledger.begin(tile.source)
    requests.post(.tile(tile))
  }

  /// Drops every tile of a picture but those that are named.
  ///
  /// Numbers rise from call to call; reports of tiles name the last one that came before them.
  package func retain(_ keys: Set<TileKey>, of picture: SourceID, number: UInt64 = 0) {
    messages.post(.retain(keys, of: picture, number: number))
  }

  /// Drops every tile of a picture, those that are still being copied too.
  package func drop(_ picture: SourceID) {
    ledger.drop(picture)
    messages.post(.drop(picture))
  }

  /// Sets the bitmap that overlays of a number show; `nil` removes it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) {
    messages.post(.overlay(id, bitmap))
  }

  /// Answers on the render thread with the pixels of the last frame, when drawing off screen.
  package func capture(_ reply: @escaping @Sendable (CapturedPixels?) -> Void) {
    messages.post(.capture(reply))
  }

  /// What drawing has cost so far.
  package var statistics: RenderStatistics { counters.statistics }

  /// Ends both threads, gives every texture, surface and context back, and waits for it.
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
