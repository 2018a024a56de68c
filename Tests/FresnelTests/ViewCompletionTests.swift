import Fresnel
import TestSupport
import Testing

/// Completions of a program's requests to a view.
@Suite(.serialized) struct ViewCompletionTests {
  private static let size = PixelSize(width: 200, height: 150)

  /// The result that a source's completion got.
  private final class Answers {
    var infos: [SourceInfo] = []
    var errors: [FresnelError] = []

    func take(_ result: Result<SourceInfo, FresnelError>) {
      switch result {
      case .success(let info): infos.append(info)
      case .failure(let error): errors.append(error)
      }
    }
  }

  private func square(_ edge: Int) throws -> PixelSource {
    try PixelSource(
      size: PixelSize(width: edge, height: edge),
      pixels: [UInt8](repeating: 255, count: edge * edge * 4))
  }

  @Test func aSourceIsShownOnce() throws {
    let view = try FresnelView(offscreen: Self.size)
    let answers = Answers()
    let source = try square(50)
    view.show(source, completion: answers.take)
    #expect(answers.infos.isEmpty, "never before the loop runs")
    view.show(source, completion: answers.take)
    #expect(serve([view]) { !answers.infos.isEmpty })
    #expect(view.shown == source.id)
    #expect(answers.infos.map(\.extent.width) == [50, 50], "both calls, of one source")
    view.show(source, completion: answers.take)
    #expect(answers.infos.count == 2)
    #expect((view.deadline ?? .infinity) <= view.now)
    view.dispatch()
    #expect(answers.infos.count == 3, "of what is shown already, too")
    #expect(answers.errors.isEmpty)
  }

  @Test func whatIsNotShownHasAReason() throws {
    let view = try FresnelView(offscreen: Self.size)
    let answers = Answers()
    view.show(try square(50), completion: answers.take)
    view.show(try square(60), completion: answers.take)
    view.dispatch()
    #expect(answers.errors == [.replaced])
    view.showNothing()
    view.dispatch()
    #expect(answers.errors + answers.infos.map { _ in .ended } == [.replaced, .replaced])
    let third = try square(70)
    view.show(third, completion: answers.take)
    view.remove(third.id)
    view.dispatch()
    #expect(answers.errors == [.replaced, .replaced, .replaced])
    #expect(throws: FresnelError.notDrawn("nothing is shown")) { _ = try view.pixels() }
    view.show(try square(80), completion: answers.take)
    view.close()
    #expect(answers.errors.last == .ended)
    view.show(try square(90), completion: answers.take)
    #expect(answers.errors == [.replaced, .replaced, .replaced, .ended, .ended])
    #expect(answers.infos.isEmpty)
  }

  @Test func aPictureThatCannotBeShownHasItsReason() throws {
    let folder = try TemporaryFolder()
    let path = try folder.picture("a.png", gradient(400, 300))
    let view = try FresnelView(offscreen: Self.size)
    let answers = Answers()
    let missing = try PictureSource(path: path, decoders: Decoders(folders: [folder.path]))
    view.show(missing, completion: answers.take)
    #expect(serve([view]) { !answers.errors.isEmpty })
    guard case .noDecoder? = answers.errors.first else {
      Issue.record("\(answers.errors)")
      return
    }
    #expect(missing.failure == answers.errors.first)
    #expect(view.failure(of: missing.id) == answers.errors.first)
    view.show(missing, completion: answers.take)
    #expect(serve([view]) { answers.errors.count == 2 }, "its failure is reported to each call")
    // The header is whole, its checksum is not.
    var bytes = try TemporaryFolder.contents(of: path)
    bytes[29] ^= 0xff
    let damaged = try PictureSource(
      path: folder.file("b.png", bytes), decoders: builtDecoders)
    view.show(damaged, completion: answers.take)
    #expect(serve([view]) { answers.errors.count == 3 })
    guard case .damaged? = answers.errors.last else {
      Issue.record("\(answers.errors)")
      return
    }
    #expect(view.failure(of: missing.id) == nil, "it is closed")
  }

  @Test func aMotionArrivesOrIsInterrupted() throws {
    let harness = try FresnelHarness(width: 1200, height: 900)
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    var arrivals: [String] = []
    view.zoom(to: 2) { arrivals.append("nothing \($0)") }
    view.dispatch()
    #expect(arrivals == ["nothing false"])
    arrivals = []
    view.show(try harness.source())
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    view.zoom(to: 2) { arrivals.append("2 \($0) \(view.isMoving)") }
    #expect(arrivals.isEmpty)
    #expect(serve([view]) { !arrivals.isEmpty })
    #expect(arrivals == ["2 true false"])
    view.zoom(to: 4) { arrivals.append("4 \($0)") }
    view.dispatch()
    view.fit { arrivals.append("fit \($0)") }
    #expect(serve([view]) { arrivals.count == 3 })
    #expect(arrivals == ["2 true false", "4 false", "fit true"])
    view.zoom(to: 1, animated: false) { arrivals.append("1 \($0)") }
    view.dispatch()
    #expect(arrivals.last == "1 true")
    view.fit(Rect(minX: 10, minY: 10, maxX: 90, maxY: 70)) { arrivals.append("area \($0)") }
    view.dispatch()
    // A motion without a completion ends an earlier motion's completion, too.
    view.perform(.fit)
    view.dispatch()
    #expect(arrivals.last == "area false")
    view.zoom(to: 3) { arrivals.append("3 \($0)") }
    view.close()
    #expect(arrivals.last == "3 false")
    view.zoom(to: 5) { arrivals.append("5 \($0)") }
    #expect(arrivals.count == 7)
  }

  /// A hidden view draws nothing, and its motion ends all the same.
  @Test func aHiddenViewArrives() throws {
    let harness = try FresnelHarness(width: 1200, height: 900)
    let host = harness.client.makeWindow(
      at: PixelRect(minX: 100, minY: 80, maxX: 500, maxY: 380), color: 0)
    let view = try FresnelView(childOf: host, options: harness.options)
    view.show(try harness.source())
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    harness.client.unmap(host)
    #expect(serve([view]) { !view.isVisible })
    var hasArrived: Bool?
    view.zoom(to: 2) { hasArrived = $0 }
    view.dispatch()
    #expect((view.deadline ?? .infinity) < view.now + 1)
    #expect(serve([view]) { hasArrived != nil })
    #expect(hasArrived == true)
  }
}
