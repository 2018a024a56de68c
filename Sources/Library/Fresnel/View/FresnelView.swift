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
/// It belongs to the thread that makes it, and never makes it wait: poll `descriptor` until
/// `deadline`, then call `dispatch()`; a program that has nothing else calls `run()`. Any number of
/// views may live on one thread or on several. Nothing of the process is changed: X error handlers,
/// signals, environment, locale and the heap's settings stay as they are, and nothing is written to
/// standard error.
///
/// Positions are device pixels of the surface from its top left corner; scales are device pixels
/// per unit of the picture; times are seconds of `now`.
public final class FresnelView {
  /// Is told what happens.
  public weak var delegate: (any FresnelViewDelegate)?
  /// Why it has ended; `nil` while it goes on.
  public private(set) var ending: ViewEnding?

  let options: FresnelOptions
  let host: ViewHost
  let log: ViewMessages
  /// The source that is to be shown once all of it can be drawn, and since when it is waited for.
  var awaited: (id: SourceID, since: Double)?
  /// Why the source that was asked for last can't be shown.
  var failure: String?
  /// Decoders of sources that were shown: killed processes of theirs are waited for.
  var decoders: [ObjectIdentifier: Decoders] = [:]
  lazy var filterLibrary = loadFilters()

  private var isDispatching = false
  private var needsDispatch = true
  private var epoll: EpollSet
  private var pollSet = PollSet()
  private var toldErrors = 0

  /// A view in a window of its own, which is on the screen at once; the window manager may give it
  /// another size.
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

  /// A view in any X window by its number, whoever has made it: a child of it, with a connection of
  /// its own.
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

  /// A view that nobody sees, of a fixed size of at most 16,384 pixels a side: `pixels(within:)`
  /// has what it shows.
  ///
  /// - Throws: `FresnelError` with one sentence.
  public convenience init(
    offscreen size: PixelSize, options: FresnelOptions = FresnelOptions()
  ) throws(FresnelError) {
    var options = options
    // What is read back is the end of a motion, never its middle.
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
    host.delegate = self
    host.takesFocusOnClick = options.takesFocusOnClick
    tiles.usesStandardKeys = options.usesStandardKeys
    tiles.showsBackdrop = true
    host.begin(at: now)
    BrokenPipes.held { host.map() }
    updateDescriptor()
    log(
      .debug, "the view has begun",
      ["width": "\(self.surface.width)", "height": "\(self.surface.height)"])
  }

  deinit {
    if ending == nil {
      delegate = nil
      host.end(.closed)
      finishIfEnded()
    }
  }

  /// The view itself.
  var tiles: TiledView { host.view }

  /// The X window's number; `nil` for a view that nobody sees, and once it has ended.
  public var window: UInt? { ending == nil ? host.window?.id : nil }

  /// The size of what is drawn on, in device pixels.
  public var surface: PixelSize { tiles.surface }

  // MARK: The loop

  /// The view's clock: seconds that only rise, those of `CLOCK_MONOTONIC`.
  public var now: Double { MonotonicClock.now() }

  /// The one descriptor to poll, an epoll: readable while `dispatch()` has something to do.
  ///
  /// It stays the same, and stays valid until the view goes away.
  public var descriptor: Int32 { epoll.number }

  /// When to call `dispatch()` though nothing is readable, in seconds of `now`; `nil` lets the
  /// thread sleep.
  ///
  /// A view at rest looks after its decoders, first after ten seconds, then ever more rarely, down
  /// to once in five minutes.
  ///
  /// To be asked after everything that the program has done to the view, before each poll.
  public var deadline: Double? {
    if ending != nil { return nil }
    let now = now
    return needsDispatch || host.ending != nil ? now : host.deadline(at: now)
  }

  /// The same for `poll`: milliseconds from now, rounded up; -1 waits without end.
  public var pollTimeout: Int32 {
    guard let deadline else { return -1 }
    return Int32(max(0, min((deadline - now) * 1000, 1e9)).rounded(.up))
  }

  /// Looks after everything that has happened, shows what follows from it, and tells the delegate.
  ///
  /// It does nothing in a view that has ended.
  public func dispatch() {
    guard ending == nil, !isDispatching else { return }
    BrokenPipes.held {
      isDispatching = true
      needsDispatch = false
      host.takeEvents()
      if host.ending == nil { host.dispatch(at: now) }
      for each in decoders.values { each.desk.reap() }
      tellErrors()
      isDispatching = false
      finishIfEnded()
      updateDescriptor()
    }
    if let ending { delegate?.fresnelView(self, ended: ending) }
  }

  /// Looks after the view until it ends, sleeping whenever there is nothing to do; why it has
  /// ended.
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

  /// Ends the view and everything that works for it; the delegate is told, unless it went away
  /// before.
  ///
  /// While the delegate is being told something it ends right after that.
  public func close() {
    guard ending == nil else { return }
    host.end(.closed)
    guard !isDispatching else { return }
    BrokenPipes.held { finishIfEnded() }
    delegate?.fresnelView(self, ended: .closed)
  }

  /// Changes what only `dispatch()` looks after, and wakes the loop for it; `now` is in seconds of
  /// the view's clock, or that of the newest frame where that was drawn ahead.
  func change(_ body: (TiledView, _ now: Double) -> Void) {
    body(tiles, tiles.moment(now))
    setNeedsDispatch()
  }

  /// Wakes the loop: something was changed that only `dispatch()` looks after.
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
      for each in decoders.values { each.desk.addDescriptors(to: &pollSet) }
    }
    epoll.update(to: pollSet)
  }

  private func tellErrors() {
    guard let count = host.window?.display.errorCount, count != toldErrors else { return }
    toldErrors = count
    log(.debug, "the X server has refused requests", ["errors": "\(count)"])
  }
}
