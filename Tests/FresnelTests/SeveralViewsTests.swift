import Fresnel
import Platform
import Synchronization
import TestSupport
import Testing

/// Several views in one process.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct SeveralViewsTests {
  @Test func oneLoopServesTwoViews() throws {
    let harness = try FresnelHarness()
    let size = PixelSize(width: 320, height: 240)
    let views = try [10, 500].map { x in
      let host = harness.client.makeWindow(
        at: PixelRect(minX: x, minY: 40, maxX: x + 320, maxY: 280), color: 0)
      let view = try FresnelView(childOf: host, options: harness.options)
      view.show(try harness.source())
      return view
    }
    let windows = views.compactMap(\.window)
    #expect(windows.count == 2)
    #expect(serve(views) { windows.allSatisfy { harness.wrongPixels(in: $0) == 0 } })
    #expect(views.allSatisfy { $0.surface == size })
    views[0].close()
    views[1].zoom(to: 2)
    #expect(serve(views) { views[1].isAtRest && views[1].zoom?.destination.scale == 2 })
  }

  @Test func twoThreadsServeTwoViews() throws {
    let harness = try FresnelHarness()
    let hosts = [10, 500].map { x in
      harness.client.makeWindow(
        at: PixelRect(minX: x, minY: 40, maxX: x + 320, maxY: 280), color: 0)
    }
    let (display, path, decoders) = (harness.server.display, harness.path, builtFolder)
    let windows = Mutex<[UInt]>([])
    let isOver = Atomic(false)
    let endings = Mutex<[ViewEnding?]>([])
    func start(_ host: UInt) throws -> Platform.Thread {
      try Thread(name: "view", stackSize: 8 << 20) {
        var options = FresnelOptions()
        options.display = display
        guard let view = try? FresnelView(childOf: host, options: options),
          let source = try? PictureSource(path: path, decoders: Decoders(folders: [decoders]))
        else { return endings.withLock { $0.append(nil) } }
        view.show(source)
        windows.withLock { $0.append(view.window ?? 0) }
        serve([view]) {
          // Neither waits for the other.
          view.zoom(to: view.zoom?.destination.scale == 1 ? 1.5 : 1, animated: true)
          return isOver.load(ordering: .acquiring)
        }
        view.fit(animated: false)
        serve([view]) { view.isAtRest || view.ending != nil }
        let ending = view.run()
        endings.withLock { $0.append(ending) }
      }
    }
    let one = try start(hosts[0])
    let other = try start(hosts[1])
    #expect(waitUntil(60) { windows.withLock { $0.count } == 2 })
    let shown = windows.withLock { $0 }
    #expect(waitUntil(60) { shown.allSatisfy { harness.client.isViewable($0) } })
    isOver.store(true, ordering: .releasing)
    #expect(waitUntil(60) { shown.allSatisfy { harness.wrongPixels(in: $0) == 0 } })
    for host in hosts { harness.client.destroy(host) }
    one.join()
    other.join()
    #expect(endings.withLock { $0 } == [.windowDestroyed, .windowDestroyed])
  }
}
