import Fresnel
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

/// The asynchronous forms, on an actor whose executor is the view's thread.
@Suite(.serialized) struct AsyncTests {
  @Test func anActorShowsAndZooms() throws {
    let folder = try TemporaryFolder()
    let path = try folder.picture("a.png", gradient(400, 300))
    let executor = try LoopExecutor()
    let decoders = builtFolder
    let lines = Lines()
    let thread = try Thread(name: "view", stackSize: 8 << 20) {
      let owner = ViewOwner(executor)
      // Not in the shared pool, whose threads other tests may occupy for minutes.
      Task(executorPreference: executor) {
        do { lines.add(try await owner.act(path, decoders)) } catch { lines.add(["\(error)"]) }
        await owner.close()
      }
      executor.run(owner)
    }
    thread.join()
    #expect(
      lines.all == [
        "shows 400 × 300", "zoomed true to 2.0", "area true", "fit true to 0.5", "replaced",
        "a whole picture",
      ])
  }
}

/// Lines from another thread.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ more: [String]) { lines.withLock { $0 += more } }
}

/// Runs an actor's jobs, a task's, and the view's loop on one thread.
private final class LoopExecutor: SerialExecutor, TaskExecutor {
  private let jobs: Mailbox<UnownedJob>
  private let owner = Atomic<UInt>(0)

  init() throws { jobs = try Mailbox() }

  func enqueue(_ job: consuming ExecutorJob) { jobs.post(UnownedJob(job)) }

  func checkIsolated() { precondition(owner.load(ordering: .relaxed) == Self.thread) }

  private static var thread: UInt { UInt(pthread_self()) }

  func run(_ actor: ViewOwner) {
    owner.store(Self.thread, ordering: .relaxed)
    let end = MonotonicClock.now() + 60
    while MonotonicClock.now() < end {
      for job in jobs.takeAll() {
        job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
      var waiting = PollSet()
      waiting.add(jobs.descriptor)
      let (isOver, view) = actor.assumeIsolated { actor -> (Bool, (Int32, Double)?) in
        actor.turn()
        return (
          actor.isOver, actor.view.map { ($0.descriptor, max(0, ($0.deadline ?? end) - $0.now)) }
        )
      }
      if isOver { return }
      if let view { waiting.add(view.0) }
      waiting.wait(timeout: view?.1 ?? 1)
    }
  }
}

/// An actor that has a view.
private actor ViewOwner {
  nonisolated let executor: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var view: FresnelView?
  private(set) var isOver = false
  /// The source that replaces the pending one in the next turn.
  private var next: PixelSource?

  init(_ executor: LoopExecutor) { self.executor = executor }

  func act(_ path: String, _ decoders: String) async throws -> [String] {
    let view = try FresnelView(offscreen: PixelSize(width: 200, height: 150))
    self.view = view
    let decoders = Decoders(folders: [decoders])
    let source = try PictureSource(path: path, decoders: decoders)
    var told: [String] = []
    let info = try await view.show(source)
    told.append("shows \(Int(info.extent.width)) × \(Int(info.extent.height))")
    var hasArrived = await view.zoom(to: 2, center: PicturePoint(x: 100, y: 80))
    told.append("zoomed \(hasArrived) to \(view.zoom?.destination.scale ?? 0)")
    hasArrived = await view.fit(Rect(minX: 0, minY: 0, maxX: 50, maxY: 40))
    told.append("area \(hasArrived)")
    hasArrived = await view.fit()
    told.append("fit \(hasArrived) to \(view.zoom?.destination.scale ?? 0)")
    let second = try PictureSource(path: path, decoders: decoders)
    next = try PixelSource(
      size: PixelSize(width: 100, height: 100), pixels: [UInt8](repeating: 255, count: 40_000))
    do throws(FresnelError) {
      try await view.show(second)
      told.append("the second one")
    } catch {
      told.append("\(error == .replaced ? "replaced" : error.description)")
    }
    let pixels = try view.pixels()
    let isWhole = pixels.bytes.count == 200 * 150 * 4 && view.shown != source.id
    told.append(isWhole ? "a whole picture" : "another picture")
    return told
  }

  /// Dispatches the view, and shows another source while one is pending.
  func turn() {
    if let next { view?.show(next) }
    next = nil
    view?.dispatch()
  }

  func close() {
    view?.close()
    isOver = true
  }
}
