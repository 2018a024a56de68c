import Geometry
import Glibc
import TestSupport
import Testing

/// A window that is resized faster than it can be drawn, with and without window managers.
///
/// Each gets 60 changes, or 1000 in `Scripts/soak`; its seed repeats a run (`SoakRow`).
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct SizeStormTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.folder("alone")
    file = try folder.picture("alone/map.png", CoordinatePicture.grid(400, 300))
  }

  @Test func resizingWorksWithoutAManager() throws { try storm(manager: nil) }

  @Test(.enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
  func resizingWorksUnderOpenbox() throws { try storm(manager: "openbox") }

  @Test(.enabled(if: TestProcess.canFind("i3"), "i3 is not installed"))
  func resizingWorksUnderI3() throws { try storm(manager: "i3") }

  @Test(.enabled(if: WindowManager.canStart("xfwm4"), "xfwm4 or dbus is not installed"))
  func resizingWorksUnderXfwm4() throws { try storm(manager: "xfwm4") }

  @Test(.enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
  func maximizingAndRestoringAtOnceShowsThePicture() throws {
    let server = try XServer()
    let manager = try WindowManager("openbox", on: server, client: TestClient(server))
    let viewer = try RunningViewer([file], on: server)
    var random = SeededNumbers(seed: SoakRow.seed)
    var expected = ExpectedSizes(file: file, folder: folder)
    let row = SoakRow("windows restored at once", target: 200, sample: 20, parts: 3)
    try repeating(row, viewer) {
      viewer.change(.maximize)
      usleep(.random(in: 0...90_000, using: &random))
      viewer.change(.maximize)
      try expected.expect(viewer, "\(random.origin), time \(row.reached)")
      row.done()
    }
    #expect(manager.process.isRunning)
  }

  private func storm(manager name: String?) throws {
    let server = try XServer()
    let manager = try name.map { try WindowManager($0, on: server, client: TestClient(server)) }
    let viewer = try RunningViewer(["--geometry", "400x300+50+60", file], on: server)
    var random = SeededNumbers(seed: SoakRow.seed)
    var expected = ExpectedSizes(file: file, folder: folder)
    try expected.expect(viewer, "before the storm")
    let row = SoakRow(
      "changes of size, \(name ?? "without a manager")", target: 1000, sample: 60, parts: 1.5)
    try repeating(row, viewer) {
      var burst: [SizeChange] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let change = SizeChange.random(isManaged: name != nil, using: &random)
        burst.append(change)
        viewer.change(change)
        usleep(.random(in: 0...90_000, using: &random))
      }
      if burst.last?.hides == true || !viewer.client.isViewable(viewer.window) {
        viewer.change(.show)
      }
      row.done(burst.count)
      let place = "\(name ?? "alone"), \(random.origin), change \(row.reached)"
      try expected.expect(viewer, "\(place), \(burst)")
    }
    #expect(manager?.process.isRunning != false)
  }

  /// Repeats a step until the row's target or its time is reached, and reports the row.
  private func repeating(
    _ row: SoakRow, _ viewer: RunningViewer, _ step: () throws -> Void
  ) throws {
    let before = ViewerResources(of: viewer)
    do {
      while row.goesOn { try step() }
    } catch {
      row.fail("\(error)")
      row.report()
      throw error
    }
    // Memory follows the size that the window has now.
    before.remark(row, later: ViewerResources(of: viewer))
    row.report()
  }
}

/// The expected pixels of a window of each size with one picture.
struct ExpectedSizes {
  let file: String
  let folder: TemporaryFolder
  private var views: [PixelSize: PixelGrid] = [:]

  /// Takes a picture that is alone in its folder.
  init(file: String, folder: TemporaryFolder) {
    self.file = file
    self.folder = folder
  }

  /// Waits until a viewer shows the right view for its size, and stays that way.
  mutating func expect(
    _ viewer: RunningViewer, _ what: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    var problem = ""
    let isRight = try waitUntil(RunningViewer.timeout, every: 0.01) {
      let size = viewer.size
      guard !size.isEmpty, viewer.client.isViewable(viewer.window) else {
        problem = "the window is hidden"
        return false
      }
      let right = try view(size)
      if viewer.screen == right, viewer.size == size {
        // A window manager may still be working: then the size changes again.
        return viewer.waitUntilQuiet() && viewer.size == size && viewer.screen == right
      }
      problem = viewer.screen.difference(from: right) ?? "too late"
      return false
    }
    try #require(isRight, "\(what): \(problem)", sourceLocation: location)
  }

  private mutating func view(_ size: PixelSize) throws -> PixelGrid {
    if let known = views[size] { return known }
    let made = try RenderRun.view(file, size, in: folder)
    views[size] = made
    return made
  }
}

/// A change of a window's size or visibility.
enum SizeChange: Hashable {
  case maximize, fullScreen
  case resize(PixelSize)
  case hide, show

  /// True if the window may be hidden afterwards.
  var hides: Bool { self == .hide }

  static func random(isManaged: Bool, using random: inout SeededNumbers) -> SizeChange {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4 where isManaged: .maximize
    case 0..<6: .fullScreen
    case 6: .hide
    case 7: .show
    default:
      .resize(random.size(100...900, 80...700))
    }
  }
}

extension RunningViewer {
  /// Changes the window as a pager, a panel or the user would.
  func change(_ change: SizeChange) {
    let state = "_NET_WM_STATE"
    switch change {
    case .maximize:
      client.sendMessage(
        state, about: window,
        [2, client.atom("\(state)_MAXIMIZED_VERT"), client.atom("\(state)_MAXIMIZED_HORZ"), 2],
        toManager: true)
    case .fullScreen: type(Key.f11)
    case .resize(let size):
      // Always in the same place: with a frame around it, it would drift off the screen.
      client.place(
        window, at: PixelRect(minX: 20, minY: 40, maxX: 20 + size.width, maxY: 40 + size.height))
    case .hide: client.sendMessage("WM_CHANGE_STATE", about: window, [3], toManager: true)
    case .show:
      client.sendMessage("_NET_ACTIVE_WINDOW", about: window, [2], toManager: true)
      client.mapRaised(window)
      client.focus(window)
    }
  }
}
