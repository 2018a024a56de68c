import Geometry
import Glibc
import TestSupport
import Testing

/// Files on a disk that fails or does not respond.
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
    // Noise: nothing but its first bytes is read ahead.
    bad = try folder.picture("bad.png", Photograph.grid(1400, 1000))
  }

  /// A viewer with both files, in which system calls on the bad one fail or hang.
  private func viewer(_ fault: String) throws -> RunningViewer {
    let words = Tracing.breaking(bad, fault) + [RunningViewer.program, good, bad]
    let server = try XServer()
    let process = try server.run(words[0], Array(words.dropFirst()))
    let viewer = try RunningViewer(process, on: server)
    viewer.expect(picture)
    return viewer
  }

  /// Goes back to the good picture, and quits.
  private func expectAlive(
    _ viewer: RunningViewer, at location: SourceLocation = #_sourceLocation
  ) {
    viewer.type(Key.home)
    viewer.expect(picture, "the good picture", at: location)
    #expect(viewer.quit() == .status(0), sourceLocation: location)
  }

  /// Fails from the first read on, or once the decoder is running.
  @Test(arguments: [1, 8])
  func aFailingDiskGivesOneSentence(number: Int) throws {
    let fault = Tracing.failingReads(from: number)
    let words =
      Tracing.breaking(bad, fault)
      + [RunningViewer.program, "render", bad, "-o", folder["out.png"]]
    let render = try TestProcess(
      words[0], Array(words.dropFirst()), environment: RunningViewer.nobody)
    _ = render.wait(limit: RunningViewer.timeout)
    let sentence = render.standardError
    #expect(sentence.hasPrefix("fresnel: \(bad): "), "\(sentence)")
    #expect(sentence.split(separator: "\n").count == 1, "\(sentence)")
    #expect(sentence.contains("Input/output error"), "\(sentence)")

    let viewer = try viewer(fault)
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.png") }
    #expect(waitUntil(RunningViewer.timeout) { viewer.showsText }, "no sentence in the window")
    expectAlive(viewer)
  }

  /// `openat` hangs, as on a network drive whose server is down.
  @Test func anUnresponsiveFileBlocksNothing() throws {
    let viewer = try viewer(Tracing.hangingCalls("openat,open", from: 1))
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.png") }
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 })
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size == picture.size })
    viewer.type(Key.home)
    viewer.expect(picture)
    // The tracer still holds the hanging call, so only its thread may be left.
    viewer.type("q")
    let process = viewer.process.pid
    #expect(waitUntil(RunningViewer.timeout) { !ProcessFamily.isAlive(process) })
    Tracing.release(process)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
  }

  @Test func anUnresponsiveDecoderBlocksNothing() throws {
    let viewer = try viewer(Tracing.hangingCalls("read,pread64", from: 4))
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.png") }
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size.width == 1280 })
    viewer.type(Key.f11)
    #expect(waitUntil(RunningViewer.timeout) { viewer.size == picture.size })
    let members = viewer.family.members
    expectAlive(viewer)
    // The tracer holds a process in its call even after SIGKILL, so check for the signal first.
    #expect(
      waitUntil(RunningViewer.timeout) { members.allSatisfy { ProcessFamily.isKilled($0) } },
      "a process was left running")
    for member in members { Tracing.release(member) }
    #expect(waitUntil(RunningViewer.timeout) { !members.contains { ProcessFamily.isAlive($0) } })
  }
}
