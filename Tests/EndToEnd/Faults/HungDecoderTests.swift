import Geometry
import Glibc
import TestSupport
import Testing

/// Decoders that hang while their picture is shown: the window still responds.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct HungDecoderTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)
  let program: String
  let good: String

  init() throws {
    folder = try TemporaryFolder()
    program = try folder.evilInstallation()
    good = try folder.picture("good.png", picture)
  }

  @Test(arguments: ["hang:hello", "hang:tile", "spin:start", "spin:tile", "stop:tile", "noread:"])
  func theWindowRespondsAndTheNextPictureOpens(fault: String) throws {
    let viewer = try RunningViewer([good, folder.evilFile("bad.jpg", fault)], program: program)
    viewer.expect(picture)
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.jpg") }
    let isStarted = waitUntil(RunningViewer.timeout) {
      !viewer.evilDecoders.isEmpty
    }
    #expect(isStarted)
    let hung = viewer.evilDecoders
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 }, "\(fault)")
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size == picture.size }, "\(fault)")
    viewer.type(Key.home)
    viewer.expect(picture, fault)
    #expect(viewer.quit() == .status(0))
    #expect(waitUntil(RunningViewer.timeout) { !hung.contains { ProcessFamily.isAlive($0) } })
  }

  /// A message appears, and the decoder is killed.
  @Test func aHangGivesASentenceInTheEnd() throws {
    let viewer = try RunningViewer(
      [good, folder.evilFile("bad.jpg", "stop:tile")], program: program)
    viewer.expect(picture)
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.jpg") }
    #expect(waitUntil(RunningViewer.timeout) { viewer.showsText }, "no sentence in the window")
    #expect(
      waitUntil(RunningViewer.timeout) { viewer.evilDecoders.isEmpty })
    viewer.type(Key.home)
    viewer.expect(picture)
    #expect(viewer.quit() == .status(0))
  }

  /// Time in which the viewer itself was stopped doesn't count as a decoder's silence, even if it
  /// exceeds the timeout.
  @Test func aStoppedViewerKillsNoDecoder() throws {
    let slow = try folder.evilFile("slow.jpg", "delay:700")
    let viewer = try RunningViewer([good, slow], program: program)
    viewer.expect(picture)
    viewer.type(32)
    viewer.expectTitle { $0.contains("2000 × 1500") }
    viewer.type("1")
    viewer.expectTitle { $0.contains("100 %") }
    let decoders = viewer.evilDecoders
    // Longer than the timeout of a silent decoder.
    viewer.process.signal(SIGSTOP)
    sleep(12)
    viewer.process.signal(SIGCONT)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen.words.first == 0xff7a_71d0 })
    #expect(viewer.evilDecoders == decoders)
    #expect(viewer.process.standardError == "")
    viewer.type(Key.home)
    viewer.expect(picture)
    #expect(viewer.quit() == .status(0))
  }
}
