import Geometry
import Glibc
import TestSupport
import Testing

/// A window whose size changes faster than anybody draws, by window managers' ways and without one.
///
/// `FRESNEL_STORM_CHANGES` sets how many changes there are with each manager, and
/// `FRESNEL_STORM_SEED` what they begin with.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct SizeStormTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.folder("alone")
    file = try folder.picture("alone/map.png", CoordinatePicture.grid(400, 300))
  }

  /// How many changes there are, where nobody says another number.
  private static let usualChanges = 60
  static let changes = setting("FRESNEL_STORM_CHANGES").flatMap { Int($0) } ?? usualChanges
  static let isFull = changes > usualChanges

  private static func setting(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  @Test func withoutAManager() throws { try storm(manager: nil) }

  @Test(.enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
  func underOpenbox() throws { try storm(manager: "openbox") }

  @Test(
    .enabled(if: TestProcess.canFind("i3"), "i3 is not installed"),
    .enabled(if: isFull, "FRESNEL_STORM_CHANGES asks for no full storm"))
  func underI3() throws { try storm(manager: "i3") }

  @Test(
    .enabled(if: WindowManager.canStart("xfwm4"), "xfwm4 or dbus is not installed"),
    .enabled(if: isFull, "FRESNEL_STORM_CHANGES asks for no full storm"))
  func underXfwm4() throws { try storm(manager: "xfwm4") }

  @Test(.enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
  func aWindowThatIsMaximizedAndRestoredAtOnceShowsItsPicture() throws {
    let server = try XServer()
    let manager = try WindowManager("openbox", on: server, client: TestClient(server))
    let viewer = try RunningViewer([file], on: server)
    var random = SeededNumbers()
    var expected = ExpectedSizes(file: file, folder: folder)
    for number in 0..<(Self.isFull ? 200 : 20) {
      viewer.change(.maximize)
      usleep(.random(in: 0...90_000, using: &random))
      viewer.change(.maximize)
      try expected.expect(viewer, "\(random.origin), time \(number)")
    }
    #expect(manager.process.isRunning)
  }

  private func storm(manager name: String?) throws {
    let server = try XServer()
    let manager = try name.map { try WindowManager($0, on: server, client: TestClient(server)) }
    let viewer = try RunningViewer(["--geometry", "400x300+50+60", file], on: server)
    var random = SeededNumbers(
      seed: Self.setting("FRESNEL_STORM_SEED").flatMap { UInt64($0) } ?? .random(in: 1...999_999))
    var expected = ExpectedSizes(file: file, folder: folder)
    try expected.expect(viewer, "before the storm")
    var done = 0
    while done < Self.changes {
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
      done += burst.count
      try expected.expect(viewer, "\(name ?? "alone"), \(random.origin), change \(done), \(burst)")
    }
    #expect(manager?.process.isRunning != false)
  }
}

/// What a window of each size shows of one picture.
struct ExpectedSizes {
  let file: String
  let folder: TemporaryFolder
  private var views: [PixelSize: PixelGrid] = [:]

  /// A picture in a folder of its own.
  init(file: String, folder: TemporaryFolder) {
    self.file = file
    self.folder = folder
  }

  /// Waits until a viewer shows what belongs into a window of its size, and stays so.
  mutating func expect(
    _ viewer: RunningViewer, _ what: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    var problem = ""
    let isRight = try waitUntil(RunningViewer.patience, every: 0.01) {
      let size = viewer.size
      guard !size.isEmpty, viewer.client.isViewable(viewer.window) else {
        problem = "the window is hidden"
        return false
      }
      let right = try view(size)
      if viewer.screen == right, viewer.size == size {
        // Managers may be at work still: then there is another size to wait for.
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

/// A way in which a window's size changes, or whether it is seen.
enum SizeChange: Hashable {
  case maximize, fullScreen
  case resize(PixelSize)
  case hide, show

  /// Whether the window may be away afterwards.
  var hides: Bool { self == .hide }

  static func random(isManaged: Bool, using random: inout SeededNumbers) -> SizeChange {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4 where isManaged: .maximize
    case 0..<6: .fullScreen
    case 6: .hide
    case 7: .show
    default:
      .resize(
        PixelSize(
          width: .random(in: 100...900, using: &random),
          height: .random(in: 80...700, using: &random)))
    }
  }
}

extension RunningViewer {
  /// Does what a pager, a panel or the user's hand does to a window.
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
      // Always there: a frame around it would have it drift off the screen.
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
