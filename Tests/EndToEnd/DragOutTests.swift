import Geometry
import Glibc
import TestSupport
import Testing

/// Dragging the picture out of the window, and colours; with GTK on the other side if it is there.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DragOutTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
  }

  private func open(_ names: [String]) throws -> RunningViewer {
    let viewer = try RunningViewer(["--geometry", "400x300+10+10"] + names)
    if !names.isEmpty { viewer.expect(picture.centered(on: viewer.size, surround: surround)) }
    return viewer
  }

  /// Presses with Ctrl in the middle of the window, and moves to a point of the screen.
  private func drag(_ viewer: RunningViewer, toX x: Int, y: Int) {
    viewer.point(atX: 200, y: 150)
    viewer.hands.hold(Key.control)
    viewer.hands.press()
    for step in 1...10 {
      let start = viewer.onScreen(200, 150)
      viewer.hands.move(
        toX: start.x + (x - start.x) * step / 10, y: start.y + (y - start.y) * step / 10)
    }
  }

  private func release(_ viewer: RunningViewer) {
    viewer.hands.release()
    viewer.hands.letGo(Key.control)
  }

  @Test(arguments: ["text/uri-list", "image/png"])
  func thePictureIsDroppedElsewhere(target: String) throws {
    let viewer = try open([file])
    let sink = try DragSink(
      viewer.server, at: PixelRect(minX: 700, minY: 100, maxX: 900, maxY: 300), target: target)
    drag(viewer, toX: 800, y: 200)
    #expect(sink.serve(RunningViewer.timeout) { sink.names.contains("XdndPosition") })
    sink.serve()
    release(viewer)
    #expect(sink.serve(RunningViewer.timeout) { sink.received != nil })
    let bytes = sink.received ?? []
    if target == "image/png" {
      #expect(try PixelGrid(png: folder.file("dropped.png", bytes)) == picture)
    } else {
      #expect(bytes == Array("file://\(file)\r\n".utf8))
    }
    // Meanwhile the picture has not moved.
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
  }

  /// Turns the picture, and drops it on a program that names a file for it; returns its answer.
  private func saveTurned(as address: String) throws -> String {
    let viewer = try open([file])
    viewer.type("r")
    viewer.expect(picture.turned(quarters: 1).centered(on: viewer.size, surround: surround))
    let sink = try DragSink(
      viewer.server, at: PixelRect(minX: 700, minY: 100, maxX: 900, maxY: 300),
      target: "XdndDirectSave0")
    sink.address = Array(address.utf8)
    drag(viewer, toX: 800, y: 200)
    #expect(sink.serve(RunningViewer.timeout) { sink.names.contains("XdndPosition") })
    sink.serve()
    let source = try #require(sink.messages.first?.numbers[0])
    let types = sink.types(of: source)
    #expect(types.contains("image/png") && !types.contains("text/uri-list"), "\(types)")
    #expect(viewer.client.text("XdndDirectSave0", of: source) == "a-filtered.png")
    release(viewer)
    #expect(sink.serve(RunningViewer.timeout) { sink.received != nil })
    return String(decoding: sink.received ?? [], as: UTF8.self)
  }

  @Test func aTurnedPictureIsSavedWhereTheTargetSays() throws {
    try folder.folder("there")
    let path = folder["there/a-filtered.png"]
    #expect(try saveTurned(as: "file://\(path)") == "S")
    #expect(try PixelGrid(png: path) == picture.turned(quarters: 1))
  }

  @Test func aDraggedPictureOverwritesNothing() throws {
    let path = try folder.file("a-filtered.png", Array("mine".utf8))
    #expect(try saveTurned(as: "file://\(path)") == "E")
    #expect(try TemporaryFolder.contents(of: path) == Array("mine".utf8))
    #expect(try saveTurned(as: "file://\(folder["there"])/../.profile") == "E")
    #expect(try saveTurned(as: "file://elsewhere.example\(path)") == "F")
  }

  @Test func escapeCancelsTheDragAndNothingElse() throws {
    let viewer = try open([file])
    let sink = try DragSink(
      viewer.server, at: PixelRect(minX: 700, minY: 100, maxX: 900, maxY: 300),
      target: "text/uri-list")
    drag(viewer, toX: 800, y: 200)
    #expect(sink.serve(RunningViewer.timeout) { sink.names.contains("XdndPosition") })
    viewer.type(Key.escape)
    #expect(sink.serve(RunningViewer.timeout) { sink.names.last == "XdndLeave" })
    release(viewer)
    viewer.waitUntilQuiet()
    sink.serve()
    #expect(sink.received == nil && viewer.process.isRunning)
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
  }

  @Test func aDropOnTheWindowItselfChangesNothing() throws {
    let viewer = try open([file])
    let place = viewer.onScreen(20, 20)
    drag(viewer, toX: place.x, y: place.y)
    release(viewer)
    viewer.waitUntilQuiet()
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
  }

  /// The user may look for the target, or wait until a folder opens.
  @Test func aDragThatRestsKeepsThePointer() throws {
    let viewer = try RunningViewer(["--fullscreen", "--bar", "off", file])
    viewer.expectTitle { $0.contains("a.png") }
    viewer.waitUntilQuiet()
    drag(viewer, toX: 300, y: 200)
    // Longer than a pointer without a button stays.
    usleep(4_500_000)
    #expect(viewer.client.isPointerVisible)
    release(viewer)
    #expect(waitUntil(RunningViewer.timeout) { !viewer.client.isPointerVisible })
  }

  // MARK: GTK

  /// True if a script can use GTK 3.
  static let hasGTK: Bool = {
    let check = try? TestProcess(
      "/usr/bin/python3", ["-c", "import gi; gi.require_version('Gtk', '3.0')"])
    return check?.wait(limit: 30) == .status(0)
  }()
  static let missingGTK = "python3-gi or GTK 3 is not installed"

  /// A window that takes drops and prints them, and from which a file can be dragged.
  private static let script = """
    import sys, gi
    gi.require_version('Gtk', '3.0')
    from gi.repository import Gtk, Gdk
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.set_default_size(200, 200)
    window.move(700, 100)
    box = Gtk.EventBox()
    window.add(box)
    if len(sys.argv) > 1:
      box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
      box.drag_source_add_uri_targets()
      box.connect('drag-data-get', lambda w, c, data, i, t: data.set_uris([sys.argv[1]]))
    else:
      def take(w, context, x, y, data, info, time):
        print('\\n'.join(data.get_uris()), flush=True)
        context.finish(True, False, time)
      box.drag_dest_set(Gtk.DestDefaults.ALL, [], Gdk.DragAction.COPY)
      box.drag_dest_add_uri_targets()
      box.connect('drag-data-received', take)
    window.show_all()
    Gtk.main()
    """

  private func runGTK(_ viewer: RunningViewer, _ arguments: [String] = []) throws -> TestProcess {
    let path = try folder.file("drag.py", Array(Self.script.utf8))
    let process = try viewer.server.run("/usr/bin/python3", [path] + arguments)
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.client.windows().contains { viewer.client.rect(of: $0)?.minX == 700 }
      })
    return process
  }

  @Test(.enabled(if: hasGTK, "\(missingGTK)"))
  func gtkTakesTheFile() throws {
    let viewer = try open([file])
    let process = try runGTK(viewer)
    drag(viewer, toX: 800, y: 200)
    viewer.waitUntilQuiet()
    release(viewer)
    #expect(
      waitUntil(RunningViewer.timeout) {
        String(decoding: process.standardOutput, as: UTF8.self) == "file://\(file)\n"
      })
    process.terminate()
  }

  @Test(.enabled(if: hasGTK, "\(missingGTK)"), arguments: [true, false])
  func aFileIsDraggedFromGTK(isEmpty: Bool) throws {
    let other = CoordinatePicture.grid(200, 250)
    try folder.folder("more")
    let path = try folder.picture("more/b.png", other)
    let viewer = try open(isEmpty ? [] : [file])
    #expect(
      waitUntil(RunningViewer.timeout) {
        viewer.client.numbers("XdndAware", of: viewer.window) == [5]
      })
    let process = try runGTK(viewer, ["file://\(path)"])
    let end = viewer.onScreen(200, 150)
    viewer.hands.move(toX: 800, y: 200)
    viewer.hands.press()
    for step in 1...20 {
      viewer.hands.move(
        toX: 800 + (end.x - 800) * step / 20, y: 200 + (end.y - 200) * step / 20)
      usleep(20_000)
    }
    viewer.waitUntilQuiet()
    viewer.hands.release()
    viewer.expectTitle { $0.contains("b.png") }
    viewer.expect(other.centered(on: viewer.size, surround: surround))
    process.terminate()
  }
}
