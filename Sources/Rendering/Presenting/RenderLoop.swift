import Platform
import Tiles

/// What the render thread does: made and run on it.
final class RenderLoop {
  private let configuration: RenderConfiguration
  private let messages: Mailbox<RenderMessage>
  private let requests: Mailbox<UploadRequest>
  private let counters: RenderCounters
  private let ledger: UploadLedger
  private let report: @Sendable (RenderEvent) -> Void

  private var presenter: (any Presenter)?
  private var generation = 0
  private var losses = LossCounter()
  private var waiting: [Tile] = []
  private var newest: Frame?
  private var lastRetain: UInt64 = 0

  /// Seconds that copying tiles may take before a frame is drawn, where no other thread does it.
  private static let uploadTime = 0.002

  init(
    _ configuration: RenderConfiguration, messages: Mailbox<RenderMessage>,
    requests: Mailbox<UploadRequest>, counters: RenderCounters, ledger: UploadLedger,
    report: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.configuration = configuration
    self.messages = messages
    self.requests = requests
    self.counters = counters
    self.ledger = ledger
    self.report = report
  }

  /// Serves until it is told to stop.
  func run() {
    start()
    var sleepers = PollSet()
    while true {
      sleepers.removeAll()
      sleepers.add(messages.descriptor)
      if !hasUploadThread { sleepers.add(requests.descriptor) }
      sleepers.wait(timeout: waiting.isEmpty && newest == nil ? nil : 0)
      for message in messages.takeAll() where !handle(message) {
        presenter?.close()
        presenter = nil
        return
      }
      if !hasUploadThread { copyTiles() }
      if let frame = newest {
        newest = nil
        present(frame)
      }
    }
  }

  private var hasUploadThread: Bool { presenter?.hasUploadThread ?? false }

  private func handle(_ message: RenderMessage) -> Bool {
    switch message {
    case .show(let frame): newest = frame
    case .uploaded(let uploaded):
      let tile = uploaded.tile
      let isWanted = ledger.finish(tile.source)
      attempt(elseDiscarding: tile) { presenter throws(PresenterError) in
        try presenter.adopt(uploaded, isWanted: isWanted)
      }
    case .uploadFailed(let tile, let error, let failed):
      _ = ledger.finish(tile.source)
      report(.discarded(tile))
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
      let isWanted = ledger.finish(tile.source)
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
    guard let presenter else { return report(.discarded(tile)) }
    do throws(PresenterError) {
      report(try body(presenter) ? .resident(tile, after: lastRetain) : .discarded(tile))
    } catch {
      report(.discarded(tile))
      recover(error.reason)
    }
  }

  private func present(_ frame: Frame) {
    guard let presenter else { return }
    let start = MonotonicClock.now()
    do throws(PresenterError) {
      let surface = try presenter.present(frame)
      let end = MonotonicClock.now()
      let milliseconds = (end - start) * 1000
      counters.addFrame(milliseconds: milliseconds)
      if let problem = presenter.takeFilterProblem() {
        report(.filtersRefused(problem, frame: frame.number))
      }
      report(
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
    generation += 1
    presenter = try GLPresenter(
      configuration, generation: generation, requests: requests, replies: messages,
      counters: counters)
  }

  private func startSoftware(_ reason: String) {
    report(.unavailable(reason))
    guard let sink = configuration.sink else { return }
    presenter = SoftwarePresenter(sink: sink, counters: counters)
    announce()
  }

  private func announce() {
    guard let presenter else { return }
    report(
      .started(
        description: presenter.description, maximumTextureSize: presenter.maximumTextureSize))
  }

  // The screen keeps the last frame meanwhile; whoever shows frames has to provide the tiles anew.
  private func recover(_ reason: String) {
    guard presenter is GLPresenter else { return }
    var reason = reason
    presenter?.close()
    presenter = nil
    newest = nil
    while !losses.record(at: MonotonicClock.now()) {
      do throws(PresenterError) {
        try startGL()
        return report(.contextLost(reason))
      } catch {
        reason = error.reason
      }
    }
    startSoftware(reason)
    if presenter != nil { report(.contextLost(reason)) }
  }
}
