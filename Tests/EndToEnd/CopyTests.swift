import FaultyServer
import Geometry
import Gestures
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Windowing

/// Copying from the window and pasting into it.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct CopyTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(300, 200)
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", picture)
  }

  /// Another program's clipboard.
  private struct Other: ~Copyable {
    let clipboard: Clipboard
    private let answers: Shared<Answers>

    private struct Answers: ~Copyable, Sendable {
      let all = Mutex<[Clipboard.Pasted]>([])
    }

    init(_ viewer: RunningViewer) {
      let answers = Shared(Answers())
      self.answers = answers
      clipboard = Clipboard(display: viewer.server.display) { answer in
        answers.value.all.withLock { $0.append(answer) }
      }
    }

    /// Reads one form; empty if there is none.
    func read(_ target: String) -> [UInt8] {
      let before = answers.value.all.withLock { $0.count }
      clipboard.read([target])
      _ = waitUntil(RunningViewer.timeout) { answers.value.all.withLock { $0.count } > before }
      guard case .received(_, let data)? = answers.value.all.withLock({ $0.last }) else {
        return []
      }
      return data.start(limit: 1 << 26)
    }
  }

  private func open(_ arguments: [String] = []) throws -> RunningViewer {
    let viewer = try RunningViewer(["--geometry", "400x300"] + arguments + [file])
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
    return viewer
  }

  private func shown(_ bytes: [UInt8]) throws -> PixelGrid {
    try PixelGrid(png: folder.file("copied.png", bytes))
  }

  @Test func thePictureIsCopiedAsItIsSeenWithItsFile() throws {
    let viewer = try open()
    let other = Other(viewer)
    viewer.type("r")
    viewer.expect(
      picture.turned(quarters: 1).centered(on: viewer.size, surround: surround))
    _ = viewer.hands.key(0x63, holding: [0xffe3])
    #expect(
      waitUntil(RunningViewer.timeout) { other.read("UTF8_STRING") == Array(file.utf8) })
    #expect(other.read("text/uri-list") == Array("file://\(file)\r\n".utf8))
    #expect(other.read("x-special/gnome-copied-files") == Array("copy\nfile://\(file)".utf8))
    #expect(try shown(other.read("image/png")) == picture.turned(quarters: 1))
    // The copy shows the picture at the time of copying, wherever the user has gone since.
    viewer.type("r")
    #expect(try shown(other.read("image/png")) == picture.turned(quarters: 1))
  }

  @Test func aPastedPictureIsShown() throws {
    let viewer = try open()
    let pasted = CoordinatePicture.grid(200, 250)
    var offer = ClipboardOffer()
    offer.add(["image/png"], try TemporaryFolder.contents(of: folder.picture("b.png", pasted)))
    let other = Other(viewer)
    other.clipboard.offer(offer)
    #expect(waitUntil(RunningViewer.timeout) { !other.read("image/png").isEmpty })
    _ = viewer.hands.key(0x76, holding: [0xffe3])
    viewer.expect(pasted.centered(on: viewer.size, surround: surround))
    viewer.expectTitle { $0.contains("pasted picture") }
    other.clipboard.finish()
  }

  @Test(arguments: ["text/uri-list", "UTF8_STRING"])
  func pastedFilesAreOpened(target: String) throws {
    let viewer = try open()
    let pasted = CoordinatePicture.grid(200, 250)
    try folder.folder("more")
    let path = try folder.picture("more/b.png", pasted)
    var offer = ClipboardOffer()
    offer.add([target], Array((target == "UTF8_STRING" ? path : "file://\(path)\r\n").utf8))
    let other = Other(viewer)
    other.clipboard.offer(offer)
    #expect(waitUntil(RunningViewer.timeout) { !other.read(target).isEmpty })
    _ = viewer.hands.key(0x76, holding: [0xffe3])
    viewer.expect(pasted.centered(on: viewer.size, surround: surround))
    other.clipboard.finish()
  }

  /// For an address from another program, the window asks before it contacts the host.
  @Test func aPastedAddressIsAskedFor() throws {
    let viewer = try open()
    let server = try FaultyServer { _ in WebReply(404) }
    var offer = ClipboardOffer()
    offer.add(text: Array("http://127.0.0.1:\(server.port)/router/reboot.png".utf8))
    let other = Other(viewer)
    other.clipboard.offer(offer)
    #expect(waitUntil(RunningViewer.timeout) { !other.read("UTF8_STRING").isEmpty })
    let before = viewer.screen
    _ = viewer.hands.key(0x76, holding: [0xffe3])
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.waitUntilQuiet()
    #expect(viewer.process.isRunning)
    #expect(server.requests.isEmpty)
    other.clipboard.finish()
  }

  @Test func anErrorIsCopiedWithItsFile() throws {
    try folder.file(
      "b.png",
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0x78, count: 20))
    let viewer = try open()
    viewer.expectTitle { $0.contains("1 / 2") }
    let before = viewer.screen
    viewer.type(Key.end)
    viewer.expectTitle { $0.contains("b.png") }
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.waitUntilQuiet()
    let other = Other(viewer)
    _ = viewer.hands.key(0x63, holding: [0xffe3])
    #expect(
      waitUntil(RunningViewer.timeout) {
        String(decoding: other.read("UTF8_STRING"), as: UTF8.self)
          .hasPrefix("\(folder["b.png"]): ")
      })
    _ = viewer.hands.key(0x43, holding: [0xffe3])
    #expect(
      waitUntil(RunningViewer.timeout) { other.read("UTF8_STRING") == Array(folder["b.png"].utf8) },
      "only the path")
    viewer.type(Key.home)
    viewer.expect(picture.centered(on: viewer.size, surround: surround))
  }

  /// The colour is the picture's own, whatever filters show.
  @Test func theColourUnderThePointerIsCopied() throws {
    let viewer = try open()
    let other = Other(viewer)
    for (isFiltered, x, y, color) in [(false, 123, 45, "#7b2d80"), (true, 299, 199, "#2bc790")] {
      if isFiltered { viewer.type("g") }
      // The picture is in the middle: 50 pixels are around it.
      viewer.point(atX: 50 + x, y: 50 + y)
      viewer.type("C")
      #expect(
        waitUntil(RunningViewer.timeout) { other.read("UTF8_STRING") == Array(color.utf8) }, "\(x)")
    }
    viewer.point(atX: 20, y: 20)
    viewer.type("C")
    viewer.waitUntilQuiet()
    #expect(other.read("UTF8_STRING") == Array("#2bc790".utf8), "there is no pixel")
  }

  @Test func nothingToPasteGivesASentence() throws {
    let viewer = try open()
    let before = viewer.screen
    _ = viewer.hands.key(0x76, holding: [0xffe3])
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before }, "it is said")
    viewer.expect(before, "for a moment")
    #expect(viewer.process.isRunning)
  }
}
