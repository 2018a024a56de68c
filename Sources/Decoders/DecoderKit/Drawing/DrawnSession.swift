import DecoderProtocol
import Geometry
import Glibc
import Platform
import Resampling
import Tiles

/// An open document: one thread listens to the viewer, another draws.
///
/// Drawing can't be interrupted. Meanwhile the session reports progress; if all tiles being drawn
/// are cancelled, the process exits with `WireFormat.abandonedStatus`, and the viewer starts
/// another.
// @unchecked Sendable: the drawing thread alone uses `document` and `cutting` once it runs;
// `monitor` guards `shared`; the rest is constant.
final class DrawnSession: @unchecked Sendable {
  /// Address space that a document may add to what the process had at its start.
  static let addressSpace = MemoryClass.mostBytes
  /// The maximum number of pixels to draw at once: 16 MiB, and as much again for each group with
  /// opacity or a mask.
  static let mostPixels = 1 << 22
  /// Libraries recurse as deep as a document is nested.
  private static let stackBytes = 16 << 20
  /// Seconds between two progress messages.
  private static let progressInterval = 0.1
  /// Cancelled work ends the process after this many seconds at the earliest: starting a new one
  /// takes longer.
  private static let minimumOnCancelled = 0.03

  private let request: OpenRequest
  private let arena: TileArena
  private let control: ControlChannel
  private let queue = StripQueue()
  private let starts: (started: UInt64, locked: UInt64)
  private let monitor = ConditionLock()
  private var shared: Shared
  /// The time that opening took, in seconds.
  private var openingTime = 0.0

  private struct Shared {
    var color: DrawnColor
    var opening: Result<DrawnHeader, CodecError>?
    var times: PassTimes?
  }

  /// Opens a document on its own thread, and reports its header.
  init(
    request: OpenRequest, arena: TileArena, control: ControlChannel,
    times: (started: UInt64, locked: UInt64),
    makeDocument: @escaping @Sendable () throws(CodecError) -> any DrawnDocument
  ) throws(CodecError) {
    self.request = request
    self.arena = arena
    self.control = control
    starts = times
    shared = Shared(
      color: DrawnColor(
        displayProfile: try arena.bytes(in: request.profile),
        rendering: request.choices.rendering))
    do throws(Errno) {
      _ = try Thread(name: "draw", stackSize: Self.stackBytes) { [self] in draw(makeDocument) }
    } catch {
      throw CodecError(.other, "no thread could be started (\(error))")
    }
  }

  /// Serves until the viewer closes the document.
  func run() throws(CodecError) -> Never {
    let header = try awaitHeader()
    try header.check()
    control.send(.info(header.info))
    let largest = SourceLevels(
      extent: header.extent, scales: .any(upTo: header.largestScale)
    ).exactLevel(scale: header.largestScale).size
    var began = Beginning()
    while true {
      var messages: [HostMessage] = []
      if queue.isBusy {
        if let message = control.receive(within: Self.progressInterval) { messages.append(message) }
      } else {
        messages.append(control.receive())
        began = Beginning()
      }
      while let message = control.receiveWaiting() { messages.append(message) }
      try handle(messages, largest: largest)
      sayProgress(since: began)
      // After this time a new process would have opened the document.
      let timeout = max(Self.minimumOnCancelled, openingTime)
      if queue.secondsOnCancelled(now: MonotonicClock.now()) > timeout {
        ControlChannel.exit(WireFormat.abandonedStatus)
      }
    }
  }

  // MARK: The listening thread

  private func awaitHeader() throws(CodecError) -> DrawnHeader {
    let began = Beginning()
    while true {
      let opening = monitor.withLock {
        if shared.opening == nil { monitor.wait(seconds: Self.progressInterval) }
        return shared.opening
      }
      openingTime = MonotonicClock.now() - began.time
      if let opening { return try opening.get() }
      sayProgress(since: began)
    }
  }

  /// Reports that the library is working; the fraction only grows with the processor time used.
  ///
  /// A deadlocked library uses no processor time, so the limit on that never ends it. The same
  /// fraction is then reported repeatedly until the viewer's timeout.
  private func sayProgress(since began: Beginning) {
    guard MonotonicClock.now() - began.time >= Self.progressInterval,
      queue.isBusy || shared(\.opening) == nil
    else { return }
    let seconds = Beginning.workSeconds() - began.work
    control.send(.progress(fraction: Float(seconds / (seconds + 2))))
  }

  /// A start time, and the processor time used by then.
  private struct Beginning {
    let time = MonotonicClock.now()
    let work = Beginning.workSeconds()

    /// Processor time of all threads except the listening one, in seconds.
    static func workSeconds() -> Double {
      func seconds(_ clock: clockid_t) -> Double {
        var used = timespec()
        clock_gettime(clock, &used)
        return Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
      }
      let own = seconds(CLOCK_THREAD_CPUTIME_ID)
      return max(0, seconds(CLOCK_PROCESS_CPUTIME_ID) - own)
    }
  }

  private func shared<Value>(_ path: KeyPath<Shared, Value>) -> Value {
    monitor.withLock { shared[keyPath: path] }
  }

  private func handle(_ messages: [HostMessage], largest: PixelSize) throws(CodecError) {
    var added: [TileRequest] = []
    var cancelled: Set<UInt32> = []
    for message in messages {
      switch message {
      case .open: throw CodecError(.other, "the viewer opened a picture twice")
      case .source, .member:
        throw CodecError(.other, "the viewer sent an encoded picture to a file decoder")
      case .close: ControlChannel.exit(0)
      case .caching: break
      case .rows(let request):
        let failure = CodecError(.unsupported, "a drawing can't be read row by row")
        control.send(.tileFailed(id: request.id, failure))
      case .cancel(let id): cancelled.insert(id)
      case .profile(let range): try takeProfile(range)
      case .reportTimes:
        let times = shared(\.times)
        if let known = monitor.withLock({ times?.want() }) { control.send(.times(known)) }
      case .tile(let request):
        guard request.layer == 0, request.key.frame == 0 else {
          let failure = CodecError(.unsupported, "the picture has only one frame and one layer")
          control.send(.tileFailed(id: request.id, failure))
          continue
        }
        let level = request.key.level.size
        guard level.width <= largest.width, level.height <= largest.height else {
          throw CodecError(.other, "the viewer asked for more pixels than the picture has")
        }
        _ = try arena.target(for: request)
        added.append(request)
      }
    }
    guard !added.isEmpty || !cancelled.isEmpty else { return }
    for id in queue.change(add: added, cancel: cancelled, now: MonotonicClock.now()) {
      control.send(.tileCancelled(id: id))
    }
  }

  private func takeProfile(_ range: ArenaRange) throws(CodecError) {
    let color = DrawnColor(
      displayProfile: try arena.bytes(in: range), rendering: request.choices.rendering)
    monitor.withLock { shared.color = color }
  }

  // MARK: The drawing thread

  private func draw(_ makeDocument: () throws(CodecError) -> any DrawnDocument) {
    let document: any DrawnDocument
    do throws(CodecError) {
      document = try makeDocument()
    } catch {
      return open(.failure(error))
    }
    let times = PassTimes(started: starts.started, locked: starts.locked)
    monitor.withLock { shared.times = times }
    open(.success(document.header))
    var hasReportedMissing = false
    while true {
      let strip = queue.next()
      let failure = draw(strip, document, times)
      // Sent before the tiles: a viewer that has all tiles stops listening.
      if let missing = document.missing, !hasReportedMissing {
        hasReportedMissing = true
        control.send(.incomplete(missing))
      }
      let cancelled = queue.finish()
      for request in strip.requests {
        if cancelled.contains(request.id) {
          control.send(.tileCancelled(id: request.id))
        } else if let failure {
          control.send(.tileFailed(id: request.id, failure))
        } else {
          control.send(.tileReady(id: request.id))
        }
      }
      if let known = monitor.withLock({ times.notePass(lastTile: PassTimes.now()) }) {
        control.send(.times(known))
      }
    }
  }

  private func open(_ outcome: Result<DrawnHeader, CodecError>) {
    monitor.withLock {
      shared.opening = outcome
      monitor.notify()
    }
  }

  /// Draws a strip into its tiles' slots; returns an error if it failed.
  private func draw(
    _ strip: StripQueue.Strip, _ document: any DrawnDocument, _ times: PassTimes
  ) -> CodecError? {
    do throws(CodecError) {
      var targets: [TileReducer.Target] = []
      for request in strip.requests { targets.append(try arena.target(for: request)) }
      let cutter = StripCutter(targets, level: strip.level, color: shared(\.color))
      // A strip has at most twice `mostPixels`, unless it is a single larger tile.
      guard let bytes = checkedProduct(cutter.area.width, cutter.area.height, 4) else {
        throw CodecError(.tooLarge, "a tile has too many pixels")
      }
      let memory = OwnedPixels(count: bytes)
      let pixels = memory.base.assumingMemoryBound(to: UInt32.self)
      try document.draw(
        DrawnStrip(level: strip.level.size, area: cutter.area, pixels: pixels))
      monitor.withLock { times.noteRows() }
      withExtendedLifetime(memory) { cutter.cut(pixels) }
      return nil
    } catch {
      return error
    }
  }
}

extension DrawnHeader {
  /// The header as the viewer receives it.
  fileprivate var info: SourceInfo {
    SourceInfo(
      levels: SourceLevels(extent: extent, scales: .any(upTo: largestScale)),
      frameCount: pageCount, hasAlpha: hasAlpha, isRandomAccess: true, pageNames: pageNames)
  }

  /// Rejects sizes that the viewer would reject.
  fileprivate func check() throws(CodecError) {
    guard !extent.isEmpty, extent.width.isFinite, extent.height.isFinite else {
      throw CodecError(.corrupt, "the drawing has no size")
    }
    let longest = max(extent.width, extent.height)
    guard longest <= 0x1p44, min(extent.width, extent.height) >= 0x1p-20,
      longest * largestScale <= 0x1p44 * (1 + 1e-9)
    else { throw CodecError(.tooLarge, "the drawing is too large") }
  }
}
