import Glibc
import TestSupport
import Testing

@testable import Viewer

/// What the table says of commands that change files, compared with real files.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct UndoableCommandTests {
  private let folder: TemporaryFolder
  private let picture = CoordinatePicture.grid(300, 150)

  init() throws {
    folder = try TemporaryFolder()
    for name in ["pictures", "other"] { try folder.folders(name) }
    try folder.picture("pictures/a.png", picture)
    try folder.picture("pictures/b.png", CoordinatePicture.grid(200, 150))
  }

  private static func names(with trait: CommandTraits) -> [CommandName] {
    CommandName.allCases.filter { $0.definition.traits.contains(trait) }
  }

  private func viewer() throws -> (RunningViewer, RemoteWindow) {
    let socket = folder["socket"]
    let viewer = try RunningViewer(
      ["--geometry", "600x400", "--listen", socket, "--listen-trusted", folder["pictures/a.png"]],
      environment: [
        "XDG_CONFIG_HOME": "/nowhere", "XDG_STATE_HOME": folder["state"],
        "XDG_DATA_HOME": folder["data"],
      ])
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    return (viewer, try RemoteWindow(viewer, at: socket))
  }

  /// The files that commands may change, and their contents.
  private var files: [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for place in ["pictures", "other"] {
      // Those with a dot are not complete.
      for name in TemporaryFolder.names(in: folder[place]) where !name.hasPrefix(".") {
        let path = "\(place)/\(name)"
        files[path] = try? TemporaryFolder.contents(of: folder[path])
      }
    }
    return files
  }

  /// Sends a command, and types what its dialog needs.
  private func perform(_ name: CommandName, in viewer: RunningViewer, _ window: RemoteWindow) {
    let line = name == .rotateFile ? "rotate-file 180" : name.rawValue
    // Until the picture is on the screen, its file can't be changed.
    let isPerformed = waitUntil(RunningViewer.timeout) {
      window.tell(line)?["error"] == .string("success")
    }
    #expect(isPerformed, "\(name)")
    let typed: String? =
      switch name {
      case .rename: "new"
      case .copyTo, .moveTo: folder["other"]
      default: nil
      }
    guard let typed else { return }
    for letter in typed.unicodeScalars { viewer.type(letter) }
    viewer.type(Key.enter)
  }

  @Test(arguments: names(with: .undoable))
  func anUndoableCommandIsUndone(name: CommandName) throws {
    let (viewer, window) = try viewer()
    let before = files
    #expect(before.count == 2)
    perform(name, in: viewer, window)
    guard waitUntil(RunningViewer.timeout, { files != before }) else {
      // If temporary files are on another device than the home folder, they have no trash.
      #expect(name == .trash, "\(name) changes no file")
      return
    }
    let changed = files
    // Even if the viewer has not noticed that the command is complete.
    #expect(viewer.hands.key(0x7A, holding: [Key.control]))
    // A file that is turned back keeps an orientation, which says that it is upright.
    let isTurned = Set(changed.keys) == Set(before.keys)
    #expect(
      waitUntil(RunningViewer.timeout) { isTurned ? files != changed : files == before }, "\(name)")
    #expect(viewer.quit() == .status(0))
    #expect(Set(files.keys) == Set(before.keys))
    let pixels = try RenderRun.pixels(folder["pictures/a.png"], in: folder)
    #expect(pixels.difference(from: picture) == nil, "\(name)")
  }

  @Test(arguments: names(with: .destructive))
  func aDestructiveCommandAsksAndIsNotUndone(name: CommandName) throws {
    let (viewer, window) = try viewer()
    let before = files
    perform(name, in: viewer, window)
    viewer.waitUntilQuiet()
    #expect(files == before, "\(name) does not ask")
    viewer.type(Key.enter)
    #expect(waitUntil(RunningViewer.timeout) { files != before }, "\(name) changes no file")
    let after = files
    #expect(viewer.hands.key(0x7A, holding: [Key.control]))
    viewer.waitUntilQuiet()
    #expect(files == after)
    #expect(viewer.quit() == .status(0))
  }
}
