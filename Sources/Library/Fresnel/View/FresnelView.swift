import Filters
import Geometry
import Platform
import Rendering
import Tiles
import ViewHosting
import Viewing
import Windowing

/// A view of tiled sources: in a window of its own, in any X window, or in memory.
///
/// It belongs to the thread that creates it and never blocks that thread: poll `descriptor` until
/// `deadline`, then call `dispatch()`. A program without another loop calls `run()`. One thread may
/// have any number of views, and so may several threads. It changes nothing in the process: X error
/// handlers, signals, environment, locale and heap settings stay as they are, and nothing is
/// written to standard error.
///
/// Points of the picture and of the surface are different types; scales are device pixels per unit
/// of the picture; times are seconds of `now`.
public final class FresnelView {
  /// Receives the view's events.
  public weak var delegate: (any FresnelViewDelegate)?
  /// Why the view has ended; `nil` while it runs.
  public private(set) var ending: ViewEnding?

  let options: FresnelOptions
  let host: ViewHost
  let log: ViewMessages
  /// What is to be shown.
  var showing = PendingShow()
  let completions = ViewCompletions()
  /// The decoders of sources that were shown; their killed processes still have to be reaped.
  private(set) var decoders: [ObjectIdentifier: Decoders] = [:]
  let markerBook: MarkerBook
  let parts: PartBook
  lazy var filterLibrary = loadFilters()

  private var isDispatching = false
  private var needsDispatch = true
  private var epoll: EpollSet
  private var pollSet = PollSet()
  private var reportedErrors = 0

  /// The polling interval for a motion that is not drawn, in seconds.
  private static let hiddenInterval = 0.05

  /// Creates a view in a window of its own and maps it; the window manager may change its size.
  ///
  /// - Throws: `FresnelError` with one sentence.
  public convenience init(
    window title: String, size: PixelSize, options: FresnelOptions = FresnelOptions()
  ) throws(FresnelError) {
    let surface = try BrokenPipes.held { () throws(FresnelError) in
      try WindowSurface(titled: title, size: size, options)
    }
    try self.init(.window(surface), options)
  }

  /// Creates a view embedded in any X window, given by its ID: a child window, with its own
  /// connection.
  ///
  /// Without a rectangle, in the host's pixels, it covers the host and follows its size. It ends
  /// when the host's window is destroyed.
  ///
  /// - Throws: `FresnelError` with one sentence.
  public convenience init(
    childOf host: UInt, at rect: PixelRect? = nil, options: FresnelOptions = FresnelOptions()
  ) throws(FresnelError) {
    let surface = try BrokenPipes.held { () throws(FresnelError) in
      try WindowSurface(
        titled: "", size: .zero, in: WindowHost(window: host, rect: rect), options)
    }
    try self.init(.window(surface), options)
  }

  /// Creates an off-screen view of a fixed size, at most 16,384 pixels a side: `pixels(within:)`
  /// returns its content.
  ///
  /// - Throws: `FresnelError` with one sentence.
  public convenience init(
    offscreen size: PixelSize, options: FresnelOptions = FresnelOptions()
  ) throws(FresnelError) {
    var options = options
    // Only the end of a motion is read back.
    options.settings.fadeDuration = 0
    options.settings.zooming.isAnimated = false
    guard (1...16_384).contains(size.width), (1...16_384).contains(size.height) else {
      throw .notDrawn("a view of \(size.width) × \(size.height) pixels can't be drawn")
    }
    let surface: MemorySurface
    do throws(Errno) { surface = try MemorySurface(size: size, usesGL: options.usesGL) } catch {
      throw .system("\(error)")
    }
    try self.init(.memory(surface), options)
  }

  private init(_ surface: ViewSurface, _ options: FresnelOptions) throws(FresnelError) {
    self.options = options
    log = ViewMessages(handler: options.log)
    do throws(Errno) {
      epoll = try EpollSet()
      host = try ViewHost(on: surface, settings: options.settings)
    } catch {
      throw .system("\(error)")
    }
    markerBook = MarkerBook(host.view)
    parts = PartBook(host.view) { [log] in log(.warning, $0, [:]) }
    host.delegate = self
    host.takesFocusOnClick = options.takesFocusOnClick
    tiles.usesStandardKeys = options.usesStandardKeys
    tiles.showsBackdrop = true
    host.begin(at: now)
    BrokenPipes.held { host.map() }
    updateDescriptor()
    log(
      .debug, "the view started",
      ["width": "\(self.surface.width)", "height": "\(self.surface.height)"])
  }

  deinit {
    if ending == nil {
      delegate = nil
      host.end(.closed)
      finishIfEnded()
    }
    completions.end()
    completions.call()
  }

  /// The view itself.
  var tiles: TiledView { host.view }

  /// The source to show once all of it can be drawn, and since when it has been pending.
  var pending: (id: SourceID, since: Double)? { showing.source }
  /// Why the last requested source can't be shown.
  var failure: FresnelError? { showing.failure }

  /// Keeps the decoders of a source, to reap their processes.
  func keep(_ used: Decoders) { decoders[ObjectIdentifier(used)] = used }

  /// The ID of the X window; `nil` for an off-screen view, and once the view has ended.
  public var window: UInt? { ending == nil ? host.window?.id : nil }

  /// The size of the surface in device pixels.
  public var surface: PixelSize { tiles.surface }

  // MARK: Loop

  /// The view's clock, `CLOCK_MONOTONIC` in seconds: it never goes back.
  public var now: Double { MonotonicClock.now() }

  /// The only descriptor to poll, an epoll: readable while `dispatch()` has something to do.
  ///
  /// It does not change, and stays valid for the life of the view.
  public var descriptor: Int32 { epoll.number }

  /// When to call `dispatch()` even if the descriptor is not readable, in seconds of `now`; `nil`
  /// if there is no deadline.
  ///
  /// A view at rest checks its decoders, first after ten seconds, then at intervals that grow to
  /// five minutes.
  ///
  /// Read it before each poll, after all calls to the view.
  public var deadline: Double? {
    if ending != nil { return nil }
    let now = now
    if needsDispatch || host.ending != nil { return now }
    // A hidden view draws no frames that would wake it at the end of a motion.
    let arrival = completions.watchesMotion && !isVisible ? now + Self.hiddenInterval : nil
    return [host.deadline(at: now), arrival].compactMap { $0 }.min()
  }

  /// The deadline for `poll`: milliseconds from now, rounded up; -1 waits without a limit.
  public var pollTimeout: Int32 {
    guard let deadline else { return -1 }
    return Int32(max(0, min((deadline - now) * 1000, 1e9)).rounded(.up))
  }

  /// Handles everything that has happened, draws what changed, and calls the delegate.
  ///
  /// It does nothing once the view has ended.
  public func dispatch() {
    guard ending == nil, !isDispatching else { return }
    BrokenPipes.held {
      isDispatching = true
      needsDispatch = false
      host.takeEvents()
      if host.ending == nil { host.dispatch(at: now) }
      for each in decoders.values { each.pool.reap() }
      reportErrors()
      if host.ending == nil { completions.note(zoom, isMoving: isMoving) }
      completions.call()
      isDispatching = false
      finishIfEnded()
      updateDescriptor()
    }
    if ending != nil { tellEnd() }
  }

  /// Runs the view until it ends, sleeping when there is nothing to do; returns why it ended.
  @discardableResult
  public func run() -> ViewEnding {
    var waiting = PollSet()
    waiting.add(descriptor)
    while true {
      dispatch()
      if let ending { return ending }
      let deadline = deadline
      waiting.wait(timeout: deadline.map { $0 - now })
    }
  }

  /// Ends the view and all its processes and threads, then calls the delegate, if it still exists.
  ///
  /// Called from a delegate method, it takes effect right after that.
  public func close() {
    guard ending == nil else { return }
    host.end(.closed)
    guard !isDispatching else { return }
    BrokenPipes.held { finishIfEnded() }
    tellEnd()
  }

  private func tellEnd() {
    guard let ending else { return }
    completions.end()
    completions.call()
    delegate?.fresnelView(self, ended: ending)
  }

  /// Makes a change that only `dispatch()` acts on, and wakes the loop; `now` is in seconds of the
  /// view's clock, or that of the newest frame if that was drawn ahead of time.
  func change(_ body: (TiledView, _ now: Double) -> Void) {
    body(tiles, tiles.moment(now))
    setNeedsDispatch()
  }

  /// Wakes the loop, because a change was made that only `dispatch()` acts on.
  func setNeedsDispatch() { needsDispatch = true }

  private func finishIfEnded() {
    guard ending == nil, let reason = host.ending else { return }
    ending = reason
    host.close()
    decoders = [:]
    log(reason)
  }

  private func updateDescriptor() {
    pollSet.removeAll()
    if ending == nil {
      host.addDescriptors(to: &pollSet)
      for each in decoders.values { each.pool.addDescriptors(to: &pollSet) }
    }
    epoll.update(to: pollSet)
  }

  private func reportErrors() {
    guard let count = host.window?.display.errorCount, count != reportedErrors else { return }
    reportedErrors = count
    log(.debug, "the X server refused requests", ["errors": "\(count)"])
  }
}
