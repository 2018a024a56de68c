import Graphics
import Platform
import Synchronization
import Tiles

/// Set before the thread starts if a frame will need GL.
final class GLRequirement: Sendable {
  let value = Atomic(false)
}

/// The render thread's work; created and run on that thread.
final class RenderLoop {
  private let configuration: RenderConfiguration
  private let messages: Mailbox<RenderMessage>
  private let requests: Mailbox<UploadRequest>
  private let counters: RenderCounters
  private let tracker: UploadTracker
  private let report: @Sendable (RenderReport) -> Void
  private let needsGL: GLRequirement

  private var presenter: (any Presenter)?
  private var generation = 0
  /// True if the software renderer is used although GL is available, until a frame needs GL.
  private var isPlainByChoice = false
  private var losses = ContextLossCounter()
  private var waiting: [Tile] = []
  private var newest: Frame?
  private var lastRetain: UInt64 = 0
  /// True if nothing has been requested since the presenter was put to rest.
  private var isResting = true

  /// The time for copying tiles before a frame is drawn, in seconds, if there is no upload thread.
  private static let uploadTime = 0.002
  /// The idle time after which the presenter rests, in seconds.
  private static let restTime = 0.5

  init(
    _ configuration: RenderConfiguration, messages: Mailbox<RenderMessage>,
    requests: Mailbox<UploadRequest>, counters: RenderCounters, tracker: UploadTracker,
    needsGL: GLRequirement, report: @escaping @Sendable (RenderReport) -> Void
  ) {
    self.configuration = configuration
    self.messages = messages
    self.requests = requests
    self.counters = counters
    self.tracker = tracker
    self.needsGL = needsGL
    self.report = report
  }

  /// Handles messages until it is stopped.
  func run() {
    start()
    var sleepers = PollSet()
    while true {
      sleepers.removeAll()
      sleepers.add(messages.descriptor)
      if !hasUploadThread { sleepers.add(requests.descriptor) }
      sleepers.wait(timeout: sleepingTime)
      if !isBusy, !sleepers.isReadable(messages.descriptor),
        hasUploadThread || !sleepers.isReadable(requests.descriptor)
      {
        presenter?.rest()
        isResting = true
        continue
      }
      isResting = false
      guard handle(messages.takeAll()) else {
        presenter?.close()
        presenter = nil
        return
      }
      if !hasUploadThread { copyTiles() }
      presentNewest()
    }
  }

  /// Handles messages in order; returns false if it is to stop.
  private func handle(_ batch: [RenderMessage]) -> Bool {
    let last = batch.lastIndex { if case .show = $0 { true } else { false } }
    for (index, message) in batch.enumerated() {
      // The frame that follows may come with the next batch: until then, this one must not lose
      // what it shows.
      if message.removesContent, let last, index > last { presentNewest() }
      guard handle(message) else { return false }
    }
    return true
  }

  private func presentNewest() {
    guard let frame = newest else { return }
    newest = nil
    present(frame)
  }

  private var isBusy: Bool { !waiting.isEmpty || newest != nil }

  private var sleepingTime: Double? {
    if isBusy { return 0 }
    return isResting ? nil : Self.restTime
  }

  private var hasUploadThread: Bool { presenter?.hasUploadThread ?? false }

  private func handle(_ message: RenderMessage) -> Bool {
    switch message {
    case .show(let frame): newest = frame
    case .uploaded(let uploaded):
      let tile = uploaded.tile
      let isWanted = tracker.finish(tile.source)
      attempt(elseDiscarding: tile) { presenter throws(PresenterError) in
        try presenter.adopt(uploaded, isWanted: isWanted)
      }
    case .uploadFailed(let tile, let error, let failed):
      _ = tracker.finish(tile.source)
      report(.released(tile))
      if failed == generation { recover("\(error)") }
    case .retain(let keys, let picture, let number):
      lastRetain = max(lastRetain, number)
      presenter?.retain(keys, of: picture)
    case .drop(let picture): presenter?.drop(picture)
    case .overlay(let id, let bitmap):
      do throws(PresenterError) { try presenter?.setOverlay(id, bitmap) } catch {
        recover(error.reason)
      }
    case .capture(let reply): reply(presenter?.capture())
    case .stop: return false
    }
    return true
  }

  private func copyTiles() {
    for case .tile(let tile) in requests.takeAll() { waiting.append(tile) }
    let start = MonotonicClock.now()
    var count = 0
    while count < waiting.count, count == 0 || MonotonicClock.now() - start < Self.uploadTime {
      let tile = waiting[count]
      count += 1
      let isWanted = tracker.finish(tile.source)
      attempt(elseDiscarding: tile) { presenter throws(PresenterError) in
        guard isWanted else { return false }
        return try presenter.add(tile)
      }
    }
    waiting.removeFirst(min(count, waiting.count))
  }

  private func attempt(
    elseDiscarding tile: Tile, _ body: (any Presenter) throws(PresenterError) -> Bool
  ) {
    guard let presenter else { return report(.released(tile)) }
    do throws(PresenterError) {
      report(try body(presenter) ? .resident(tile, after: lastRetain) : .released(tile))
    } catch {
      report(.released(tile))
      recover(error.reason)
    }
  }

  private func present(_ frame: Frame) {
    if isPlainByChoice, !frame.filters.isIdentity { changeToGL() }
    guard let presenter else { return }
    let start = MonotonicClock.now()
    do throws(PresenterError) {
      let surface = try presenter.present(frame)
      let end = MonotonicClock.now()
      let milliseconds = (end - start) * 1000
      counters.addFrame(milliseconds: milliseconds)
      if let problem = presenter.takeFilterProblem() {
        reportEvent(.filtersRefused(problem, frame: frame.number))
      }
      reportEvent(
        .presented(
          Presentation(
            frame: frame.number, surface: surface, time: end, milliseconds: milliseconds)))
    } catch {
      recover(error.reason)
    }
  }

  private func start() {
    guard configuration.usesGL else { return startSoftware("GL is turned off") }
    do throws(PresenterError) {
      try startGL()
      announce()
    } catch {
      startSoftware(error.reason)
    }
  }

  private func startGL() throws(PresenterError) {
    guard !needsGL.value.load(ordering: .relaxed), case .window = configuration.target,
      let sink = configuration.sink
    else {
      presenter = try makeGL(openGL())
      return
    }
    if !configuration.isDeep, !configuration.gpus.arePresent {
      return choosePlain(sink, "software, as there is no GPU")
    }
    let session = try openGL()
    if let driver = try? session.plainDriver() {
      session.context.resign()
      return choosePlain(sink, "software, in place of \(driver)")
    }
    presenter = try makeGL(session)
  }

  private func choosePlain(_ sink: any PixelSink, _ description: String) {
    isPlainByChoice = true
    presenter = SoftwarePresenter(sink: sink, counters: counters, description: description)
  }

  private func openGL() throws(PresenterError) -> GLSession {
    do throws(EGLError) { return try GLSession(configuration) } catch {
      throw PresenterError(reason: "\(error)")
    }
  }

  private func makeGL(_ session: GLSession) throws(PresenterError) -> GLPresenter {
    generation += 1
    return try GLPresenter(
      session, configuration, generation: generation, requests: requests, replies: messages,
      counters: counters)
  }

  /// Switches from the software renderer to GL, which draws filters with any driver; all tiles and
  /// bitmaps are copied.
  private func changeToGL() {
    guard let plain = presenter as? SoftwarePresenter else { return }
    isPlainByChoice = false
    var made: GLPresenter?
    do throws(PresenterError) {
      made = try makeGL(openGL())
      if let made { try plain.handOver(to: made) }
      presenter = made
    } catch {
      made?.close()
      reportEvent(.unfiltered(error.reason))
    }
  }

  private func reportEvent(_ event: RendererEvent) { report(.event(event)) }

  private func startSoftware(_ reason: String) {
    reportEvent(.unfiltered(reason))
    guard let sink = configuration.sink else { return }
    presenter = SoftwarePresenter(sink: sink, counters: counters)
    announce()
  }

  private func announce() {
    guard let presenter else { return }
    report(.started(description: presenter.description))
  }

  // The screen keeps the last frame until the view has provided the tiles again.
  private func recover(_ reason: String) {
    guard presenter is GLPresenter else { return }
    var reason = reason
    presenter?.close()
    presenter = nil
    newest = nil
    while !losses.record(at: MonotonicClock.now()) {
      do throws(PresenterError) {
        try startGL()
        return reportEvent(.lost(reason))
      } catch {
        reason = error.reason
      }
    }
    startSoftware(reason)
    if presenter != nil { reportEvent(.lost(reason)) }
  }
}
