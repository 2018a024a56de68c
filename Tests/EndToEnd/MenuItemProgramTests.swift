import Geometry
import Gestures
import Glibc
import TestSupport
import Testing

@testable import Viewer

/// Each item of the menu, by the pointer alone and by keys alone, in the real program; values are
/// typed.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct MenuItemProgramTests {
  private let folder: TemporaryFolder
  private let names = ["a", "b", "c"]

  init() throws {
    folder = try TemporaryFolder()
    for name in ["config/fresnel", "pictures", "state", "data/applications"] {
      try folder.folders(name)
    }
    for name in names { try write(name, width: 300) }
    // Motion would only make the test slower. Saved files must be read when the item says so.
    let settings = "animation = false\nreload = false\nbar = \"off\"\n"
    try folder.file("config/fresnel/config.toml", Array(settings.utf8))
    try addProgram("other", "/bin/true %F", for: "image/png")
    // The tester's own would cover the window.
    try addProgram("manager", "touch \(folder["listed"])", for: "inode/directory")
    try folder.file(
      "data/applications/mimeapps.list",
      Array(
        """
        [Default Applications]
        inode/directory=manager.desktop
        [Added Associations]
        image/png=other.desktop;

        """.utf8))
  }

  private func addProgram(_ name: String, _ command: String, for type: String) throws {
    let text = """
      [Desktop Entry]
      Type=Application
      Name=\(name)
      Exec=\(command)
      MimeType=\(type);

      """
    try folder.file("data/applications/\(name).desktop", Array(text.utf8))
  }

  private func write(_ name: String, width: Int) throws {
    try folder.picture("pictures/\(name).png", CoordinatePicture.grid(width, 200))
  }

  private var pictures: [String] { names.map { folder["pictures/\($0).png"] } }

  private var files: Set<String> { Set(TemporaryFolder.names(in: folder["pictures"])) }

  /// The commands that have items of their own, as the program itself lists them.
  private func listedCommands() throws -> [CommandName] {
    let list = try TestProcess(RunningViewer.program, ["commands", "--format", "json"])
    try #require(list.wait(limit: RunningViewer.timeout) == .status(0))
    guard case .array(let commands) = try JSON(parsing: list.standardOutput) else { return [] }
    return try commands.compactMap { command -> CommandName? in
      guard case .string(let text)? = command["name"],
        case .array(let arguments)? = command["arguments"]
      else { return nil }
      let name = try #require(CommandName(rawValue: text))
      guard name != .menu, name != .script else { return nil }
      let needsValues = arguments.contains { $0["default"] == nil }
      #expect((name.effect?.values != nil) == needsValues, "\(name)")
      return name
    }
  }

  // MARK: A window

  /// A viewer, its menu, and what programs see of it.
  private struct Run {
    let viewer: RunningViewer
    let menu: MenuHands
    let window: RemoteWindow
    /// A window of another program, outside of the screen.
    let other: UInt
    /// The number of the picture in which each item is chosen.
    let index: Int
    /// The window's size, unless it is in full screen.
    let size: PixelSize
  }

  private func open(_ files: [String], goingTo index: Int) throws -> Run {
    let socket = folder["socket"]
    let viewer = try RunningViewer(
      ["--geometry", "700x600+30+20", "--listen", socket, "--listen-trusted"] + files,
      environment: [
        "XDG_CONFIG_HOME": folder["config"], "XDG_STATE_HOME": folder["state"],
        "XDG_DATA_HOME": folder["data"], "XDG_DATA_DIRS": "/usr/share", "HOME": folder.path,
        "XDG_RUNTIME_DIR": folder.path,
      ])
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    let run = Run(
      viewer: viewer, menu: MenuHands(viewer: viewer),
      window: try RemoteWindow(viewer, at: socket),
      other: viewer.client.makeWindow(
        at: PixelRect(minX: 2000, minY: 2000, maxX: 2005, maxY: 2005), color: 0), index: index,
      size: viewer.size)
    #expect(run.window.waits(for: .count, .integer(files.count)))
    viewer.point(atX: 350, y: 300)
    rest(run)
    if index > 1 { try tell(run, "go \(index)") }
    return run
  }

  /// Waits until nothing moves, also after full screen.
  private func rest(_ run: Run) {
    let screen = PixelSize(width: 1280, height: 800)
    let isSettled = waitUntil(RunningViewer.timeout) {
      guard run.viewer.process.isRunning else { return true }
      let size = run.window.value(.fullScreen) == .boolean(true) ? screen : run.size
      return run.window.value(.settled) == .boolean(true) && run.viewer.size == size
    }
    #expect(isSettled)
    run.viewer.waitUntilQuiet()
  }

  /// Tells the window a command, or changes the file on the screen.
  private func tell(_ run: Run, _ line: String) throws {
    switch line {
    case "open PICTURES":
      run.window.tell("open " + pictures.map { "'\($0)'" }.joined(separator: " "))
    case "write 300": try write("b", width: 300)
    case "write 320": try write("b", width: 320)
    default:
      let answer = run.window.tell(line)
      #expect(answer?["error"] == .string("success"), "\(line): \(answer?.text ?? "ended")")
    }
    rest(run)
  }

  /// Expects the window as it was opened: the next item must not begin elsewhere.
  private func expectStart(_ run: Run, after name: CommandName) {
    let start: [(RemoteProperty, JSON)] = [
      (.index, .integer(run.index)), (.rotation, .integer(0)), (.mirrored, .boolean(false)),
      (.filters, .string("")), (.fullScreen, .boolean(false)), (.marks, .integer(0)),
      (.playing, .boolean(false)), (.zoom, .number(1)), (.width, .integer(300)),
    ]
    for (property, value) in start {
      #expect(run.window.waits(for: property, value), "\(property) after \(name)")
    }
  }

  // MARK: Items

  private func choose(_ name: CommandName, by means: MenuHands.Means, in run: Run) throws {
    let effect = try #require(name.effect, "\(name) has no item")
    for line in effect.before { try tell(run, line) }
    if case .clipboard = effect.kind { run.viewer.client.own("CLIPBOARD", by: run.other) }
    let before = Before(
      screen: try run.viewer.settled(), files: files,
      values: run.window.tell("get")?["data"] ?? .null)
    run.window.forgetEvents()
    try run.menu.choose(name, by: means)
    if let values = effect.values {
      for character in values.unicodeScalars { run.viewer.type(character) }
      run.viewer.type(Key.enter)
    }
    #expect(
      run.window.waits(forEvent: "command", name: name.rawValue), "\(name) is not performed")
    if let state = name.definition.state {
      let isOn = before.values[state.rawValue] == .boolean(true)
      #expect(run.window.waits(for: state, .boolean(!isOn)), "\(name) is no switch")
    }
    try expect(effect.kind, of: name, in: run, before)
    guard !effect.isLast else { return }
    for line in effect.after { try tell(run, line) }
    expectStart(run, after: name)
  }

  /// What was there before an item was chosen.
  private struct Before {
    let screen: PixelGrid
    let files: Set<String>
    /// All properties.
    let values: JSON
  }

  private func expect(
    _ kind: ItemEffect.Kind, of name: CommandName, in run: Run, _ before: Before
  ) throws {
    let (viewer, window) = (run.viewer, run.window)
    switch kind {
    case .value(let property, let value): #expect(window.waits(for: property, value), "\(name)")
    case .change(let property):
      let old = before.values[property.rawValue]
      #expect(waitUntil(RunningViewer.timeout) { window.value(property) != old }, "\(name)")
      rest(run)
    case .pixels:
      #expect(
        waitUntil(RunningViewer.timeout) { part(viewer.screen) != part(before.screen) }, "\(name)")
      rest(run)
    case .panel:
      rest(run)
      #expect(viewer.screen != before.screen, "\(name) opens no panel")
      // Without a panel, this ends the program.
      try tell(run, "back")
      #expect(viewer.process.isRunning, "\(name) has opened no panel")
    case .clipboard:
      let client = viewer.client
      #expect(
        waitUntil(RunningViewer.timeout) {
          ![0, run.other].contains(client.owner(ofSelection: "CLIPBOARD"))
        }, "\(name)")
    case .file:
      #expect(waitUntil(RunningViewer.timeout) { files.count == before.files.count + 1 }, "\(name)")
      rest(run)
      for file in files.subtracting(before.files) { unlink(folder["pictures/\(file)"]) }
    case .folder:
      #expect(waitUntil(RunningViewer.timeout) { access(folder["listed"], F_OK) == 0 }, "\(name)")
      unlink(folder["listed"])
    case .trash:
      rest(run)
      if files == before.files { try tell(run, "back") }
      #expect(viewer.process.isRunning)
    case .end:
      #expect(window.waits(forEvent: "quit"))
      #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
    }
  }

  /// The rows of the picture's right part, away from the caption in the corner.
  private func part(_ screen: PixelGrid) -> [ArraySlice<UInt32>] {
    let size = screen.size
    guard size.width > 340 else { return [] }
    return (0..<size.height).map { screen.words[($0 * size.width + 340)..<(($0 + 1) * size.width)] }
  }

  @Test(arguments: MenuHands.Means.allCases)
  func eachItemPerformsItsCommand(means: MenuHands.Means) throws {
    let names = try listedCommands()
    #expect(Set(names) == Set(CommandName.allCases.filter { $0.effect != nil }))
    let film: [CommandNeeds] = [.animation, .pages]
    let others = names.filter { !film.contains($0.definition.needs) }
    // What ends the program comes last.
    let isLast = { (name: CommandName) in name.effect?.isLast == true }
    let run = try open(pictures, goingTo: 2)
    for name in others.filter({ !isLast($0) }) + others.filter(isLast) {
      try choose(name, by: means, in: run)
    }
    let file = try folder.file("film.gif", FilmPicture.gif(PixelSize(width: 300, height: 200)))
    let other = try open([file], goingTo: 1)
    for name in names where film.contains(name.definition.needs) {
      try choose(name, by: means, in: other)
    }
    #expect(other.viewer.quit() == .status(0))
  }
}
