import Geometry
import Glibc
import TestSupport
import Testing

/// Decoders that die, lie or never come: the viewer goes on.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DecoderFaultTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(1200, 900)

  init() throws { folder = try TemporaryFolder() }

  @Test func aDecoderThatIsKilledAtRestIsStartedAgain() throws {
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer(["--geometry", "400x300", file])
    viewer.expectTitle { $0.contains("33 %") }
    let whole = try viewer.settled()
    let decoders = viewer.decoders()
    try #require(decoders.count == 1)
    kill(decoders[0], SIGKILL)
    #expect(waitUntil(RunningViewer.patience) { !ProcessFamily.isAlive(decoders[0]) })
    #expect(try viewer.settled() == whole)
    viewer.point(atX: 200, y: 150)
    viewer.type("1")
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 400, minY: 300, maxX: 800, maxY: 600)), "sharp again")
    viewer.type("0")
    viewer.expect(whole)
    #expect(viewer.quit() == .status(0))
  }

  @Test func aDecoderThatIsKilledAtWorkIsStartedAgain() throws {
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer(["--geometry", "400x300", file])
    viewer.expectTitle { $0.contains("33 %") }
    let whole = try viewer.settled()
    viewer.point(atX: 200, y: 150)
    viewer.type("1")
    // Somewhere in its work, or just before or after it.
    for decoder in viewer.decoders() { kill(decoder, SIGKILL) }
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 400, minY: 300, maxX: 800, maxY: 600)), "sharp")
    viewer.type("0")
    viewer.expect(whole)
  }

  // MARK: An evil decoder in the place of the JPEG decoder

  static let faults = [
    ("crash:segv@start", "crash"), ("crash:ill@header", "crash"), ("crash:abort@tile", "crash"),
    ("crash:exit0@header", "ended"), ("crash:exit1@tile", "ended"),
    ("crash:sys@header", "may not do"), ("claim:width=0;height=100", "rules"),
    ("claim:width=4294967295;height=4294967295", "rules"), ("proto:version", "rules"),
    ("proto:oversized", "rules"), ("proto:unknown", "rules"), ("proto:truncated", "ended"),
    ("unrequested:", "rules"), ("fds:2", "rules"), ("flood:stderr", "without end"),
    ("failure:2,\u{1B}[31mNo such\nthing", "No such"),
  ]

  @Test func eachFaultIsOneSentenceAndTheNextFileOpens() throws {
    let program = try folder.evilInstallation()
    let good = try folder.picture("good.png", CoordinatePicture.grid(400, 300))
    let server = try XServer()
    for (index, (fault, _)) in Self.faults.enumerated() {
      let bad = try folder.evilFile("bad-\(index).jpg", fault)
      // Nothing else can be opened: the sentence is on standard error.
      let alone = try server.run(program, [bad, folder["none.png"]])
      #expect(alone.wait(limit: RunningViewer.patience) == .status(1), "\(fault)")
      let sentence = alone.standardError.split(separator: "\n").first ?? ""
      #expect(sentence.hasPrefix("fresnel: \(bad): "), "\(fault): \(sentence)")
      #expect(sentence.contains(Self.faults[index].1), "\(fault): \(sentence)")
      #expect(sentence.utf8.allSatisfy { $0 >= 32 }, "\(fault)")
      #expect(alone.standardError.split(separator: "\n").count == 2, "\(alone.standardError)")
    }
    // The good one is opened after all the bad ones, in one window.
    var files = [good]
    for index in Self.faults.indices { files.append(folder["bad-\(index).jpg"]) }
    let viewer = try RunningViewer(files, on: server, program: program)
    viewer.expect(CoordinatePicture.grid(400, 300))
    for index in Self.faults.indices {
      viewer.type(32)
      viewer.expectTitle { $0.hasPrefix("bad-\(index).jpg — ") }
      let isTold = waitUntil(RunningViewer.patience) { viewer.showsText }
      #expect(isTold, "\(Self.faults[index].0): no sentence in the window")
    }
    viewer.type(Key.home)
    viewer.expect(CoordinatePicture.grid(400, 300))
    viewer.waitUntilQuiet()
    #expect(viewer.decoders().count <= 1, "no bad decoder is left")
    #expect(viewer.quit() == .status(0))
  }

  @Test func aDecoderThatIsNotInstalledIsNamed() throws {
    let program = try folder.evilInstallation(hasEvil: false)
    let server = try XServer()
    let file = try folder.evilFile("a.jpg", "honest:")
    let process = try server.run(program, [file])
    #expect(process.wait(limit: RunningViewer.patience) == .status(1))
    #expect(process.standardError.hasPrefix("fresnel: \(file): "))
    #expect(process.standardError.contains("fresnel-decode-jpeg"))
  }
}
