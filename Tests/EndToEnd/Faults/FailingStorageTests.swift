import Geometry
import Glibc
import TestSupport
import Testing

/// Files whose disk fails, or does not answer.
@Suite(
  .serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"),
  .enabled(if: Tracing.isAllowed, "\(Tracing.missing)"))
struct FailingStorageTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)
  let good: String
  let bad: String

  init() throws {
    folder = try TemporaryFolder()
    good = try folder.picture("good.png", picture)
    // Noise: nothing of it is read ahead with its first bytes.
    bad = try folder.picture("bad.png", Photograph.grid(1400, 1000))
  }

  /// A viewer of both files, for which calls upon the bad one go wrong.
  private func viewer(_ fault: String) throws -> RunningViewer {
    let words = Tracing.breaking(bad, fault) + [RunningViewer.program, good, bad]
    let server = try XServer()
    let process = try server.run(words[0], Array(words.dropFirst()))
    let viewer = try RunningViewer(process, on: server)
    viewer.expect(picture)
    return viewer
  }

  /// Goes back to the good picture, and ends.
  private func expectAlive(
    _ viewer: RunningViewer, at location: SourceLocation = #_sourceLocation
  ) {
    viewer.type(Key.home)
    viewer.expect(picture, "the good picture", at: location)
    #expect(viewer.quit() == .status(0), sourceLocation: location)
  }

  /// From the first byte on, and once the decoder is at work.
  @Test(arguments: [1, 8])
  func aDiskThatFailsIsOneSentence(number: Int) throws {
    let fault = Tracing.failingReads(from: number)
    let words =
      Tracing.breaking(bad, fault)
      + [RunningViewer.program, "render", bad, "-o", folder["out.png"]]
    let render = try TestProcess(
      words[0], Array(words.dropFirst()), environment: RunningViewer.nobody)
    _ = render.wait(limit: RunningViewer.patience)
    let sentence = render.standardError
    #expect(sentence.hasPrefix("fresnel: \(bad): "), "\(sentence)")
    #expect(sentence.split(separator: "\n").count == 1, "\(sentence)")
    #expect(sentence.contains("Input/output error"), "\(sentence)")

    let viewer = try viewer(fault)
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.png") }
    #expect(waitUntil(RunningViewer.patience) { viewer.showsText }, "no sentence in the window")
    expectAlive(viewer)
  }

  /// As a network drive whose server is gone.
  @Test func aFileThatCannotBeOpenedYetHoldsNobodyUp() throws {
    let viewer = try viewer(Tracing.hangingCalls("openat,open", from: 1))
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.png") }
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.patience) { viewer.size.width == 1280 })
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.patience) { viewer.size == picture.size })
    viewer.type(Key.home)
    viewer.expect(picture)
    // The call that hangs is held by the tracer still, so its thread alone may be left.
    viewer.type("q")
    let process = viewer.process.pid
    #expect(waitUntil(RunningViewer.patience) { !ProcessFamily.isAlive(process) })
    Tracing.release(process)
    #expect(viewer.process.wait(limit: RunningViewer.patience) == .status(0))
  }

  @Test func aDecoderWhoseDiskDoesNotAnswerHoldsNobodyUp() throws {
    let viewer = try viewer(Tracing.hangingCalls("read,pread64", from: 4))
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.png") }
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.patience) { viewer.size.width == 1280 })
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.patience) { viewer.size == picture.size })
    let members = viewer.family.members
    expectAlive(viewer)
    // The tracer holds who waits in a call even past its end, so its order to end comes first.
    #expect(
      waitUntil(RunningViewer.patience) { members.allSatisfy { ProcessFamily.isKilled($0) } },
      "a process was left running")
    for member in members { Tracing.release(member) }
    #expect(waitUntil(RunningViewer.patience) { !members.contains { ProcessFamily.isAlive($0) } })
  }
}
