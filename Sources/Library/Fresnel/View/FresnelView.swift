import Filters
import Geometry
import Platform
import Rendering
import Tiles
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
  /// The view itself, without a window.
  package let tiles: TiledView
  /// Why it has ended; `nil` while it goes on.
  public private(set) var ending: ViewEnding?

  let options: FresnelOptions
  let stage: ViewStage
  let log: ViewMessages
  /// The source that is to be shown once all of it can be drawn, and since when it is waited for.
  var awaited: (id: SourceID, since: Double)?
  /// Why the source that was asked for last can't be shown.
  var failure: String?
  /// Decoders of sources that were shown: killed processes of theirs are waited for.
  var decoders: [ObjectIdentifier: Decoders] = [:]
  lazy var filterLibrary = loadFilters()

  private let relay = DelegateRelay()
  private var keys: StandardKeys?
  private var wanted: ViewEnding?
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
    let stage = try BrokenPipes.held { () throws(FresnelError) in
      try WindowStage(title: title, size: size, host: nil, options: options)
    }
    try self.init(.window(stage), options)
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
    let stage = try BrokenPipes.held { () throws(FresnelError) in
      try WindowStage(
        title: "", size: .zero, host: WindowHost(window: host, rect: rect), options: options)
    }
    try self.init(.window(stage), options)
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
    try self.init(.memory(MemoryStage(size: size, options: options)), options)
  }

  private init(_ stage: ViewStage, _ options: FresnelOptions) throws(FresnelError) {
    self.stage = stage
    self.options = options
    log = ViewMessages(handler: options.log)
    let window = stage.window
    do throws(Errno) {
      epoll = try EpollSet()
      tiles = try TiledView(
        surface: stage.size, renderer: stage.renderer, settings: options.settings,
        refreshInterval: window?.refreshInterval ?? 1 / 60.0,
        interfaceScale: window?.window.interfaceScale ?? 1)
    } catch {
      throw .system("\(error)")
    }
    relay.owner = self
    tiles.delegate = relay
    tiles.showsBackdrop = true
    if options.usesStandardKeys { useStandardKeys() }
    stage.renderer.begin(paintsUntil: window == nil ? nil : now + StartSchedule.drivers)
    BrokenPipes.held { window?.window.map() }
    updateDescriptor()
    log(
      .debug, "the view has begun",
      ["width": "\(stage.size.width)", "height": "\(stage.size.height)"])
  }

  deinit {
    if ending == nil {
      delegate = nil
      finish(.closed)
    }
  }

  private func useStandardKeys() {
    let keys = StandardKeys(tiles) { [unowned self] in
      delegate?.fresnelView(self, pressed: $0) != true
    }
    self.keys = keys
    tiles.inputHandlers = [keys]
  }

  /// The X window's number; `nil` for a view that nobody sees, and once it has ended.
  public var window: UInt? { ending == nil ? stage.window?.window.id : nil }

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
    if needsDispatch || wanted != nil || stage.window?.window.hasQueuedEvents == true { return now }
    return [tiles.deadline(at: now), lateDeadline(at: now)].compactMap { $0 }.min()
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
      takeEvents()
      if wanted == nil {
        showRowsIfLate(at: now)
        tiles.dispatch(at: now)
      }
      for each in decoders.values { each.desk.reap() }
      if let stage = stage.window {
        stage.display.flush()
        tellErrors(stage)
      }
      isDispatching = false
      if let wanted { finish(wanted) }
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
    end(.closed)
    guard !isDispatching else { return }
    BrokenPipes.held { finish(.closed) }
    delegate?.fresnelView(self, ended: .closed)
  }

  /// Wakes the loop: something was changed that only `dispatch()` looks after.
  func setNeedsDispatch() { needsDispatch = true }

  /// Whether it is about to end.
  var hasEnding: Bool { wanted != nil }

  /// Has the view end with the current dispatch; the first reason stays.
  func end(_ ending: ViewEnding) { wanted = wanted ?? ending }

  private func finish(_ ending: ViewEnding) {
    self.ending = ending
    let isLost = stage.window?.display.isLost == true
    tiles.inputHandlers = []
    // A program goes on when its display is gone: a renderer left alone would be in the middle of a
    // frame when the program ends, and driver and program would come down on each other.
    tiles.close()
    if let window = stage.window?.window, !isLost { window.close() }
    decoders = [:]
    log(ending)
  }

  private func updateDescriptor() {
    pollSet.removeAll()
    if ending == nil {
      if let stage = stage.window { pollSet.add(stage.display.descriptor) }
      pollSet.add(tiles.descriptor)
      for each in decoders.values { each.desk.addDescriptors(to: &pollSet) }
    }
    epoll.update(to: pollSet)
  }

  private func tellErrors(_ stage: WindowStage) {
    let count = stage.display.errorCount
    guard count != toldErrors else { return }
    toldErrors = count
    log(.debug, "the X server has refused requests", ["errors": "\(count)"])
  }
}
