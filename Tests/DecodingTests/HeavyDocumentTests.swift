import DecoderProtocol
import Geometry
import Testing
import Tiles
import Tiling

@testable import Decoding

extension HostTests {
  /// Documents that take poppler longer than the limit, drawn by its own decoder.
  @Suite struct HeavyDocuments {
    private func stream(_ content: String, _ entries: String = "") -> String {
      "<<\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    /// A page filled `times` times with a shading whose function has `steps` steps.
    private func page(shading: String, inputs: Int, steps: Int, times: Int) -> String {
      let step = "dup sin 3 mul cos abs sqrt 2 exp 0.1 add 1 atan 360 div "
      let function =
        "{ \(inputs == 2 ? "pop " : "")\(String(repeating: step, count: steps)) dup dup }"
      let domain = inputs == 2 ? "0 1 0 1" : "0 1"
      let objects = [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 80]/Contents 4 0 R"
          + "/Resources<</Shading<</P 5 0 R>>>>>>",
        stream(String(repeating: "/P sh ", count: times)),
        "<</ColorSpace/DeviceRGB/Function 6 0 R/Domain[\(domain)]\(shading)>>",
        stream(function, "/FunctionType 4/Domain[\(domain)]/Range[0 1 0 1 0 1]"),
      ]
      var text = "%PDF-1.7\n"
      for (index, object) in objects.enumerated() {
        text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
      }
      return text + "trailer<</Root 1 0 R/Size \(objects.count + 1)>>\n"
    }

    /// Requests the first tile of a page.
    private func look(at picture: SourceID, _ host: Host) throws {
      try #require(host.pump { host.hasOpened(picture) || host.error(of: picture) != nil })
      let info = try #require(host.info(of: picture))
      let key = TileKey(level: info.levels.exactLevel(scale: 1), column: 0, row: 0)
      host.update(picture, [TilePlan.Wanted(key: key, quality: .exact)])
    }

    @Test(
      arguments: [
        ("/ShadingType 1/Matrix[100 0 0 80 0 0]", 2),
        ("/ShadingType 3/Coords[50 40 0 50 40 50]/Extend[true true]", 1),
      ])
    func heavyShadingsGiveASentence(_ shading: String, _ inputs: Int) throws {
      let host = Host(with: .pdf) { limits in
        limits.processorTime = 1
        limits.firstPause = 0.2
        limits.longestPause = 0.5
      }
      let picture = host.open(
        text: page(shading: shading, inputs: inputs, steps: 4000, times: 10_000), format: .pdf)
      try look(at: picture, host)
      let started = host.scheduler.statistics.processesStarted
      #expect(host.pump { host.error(of: picture) != nil })
      #expect(
        host.error(of: picture)?.sentence
          == "the decoder used too much processor time and was stopped")
      // A picture that takes too long isn't retried: it would take as long again.
      #expect(host.scheduler.statistics.processesStarted == started)
      // The viewer continues: another document is drawn.
      let light = host.open(
        text: page(shading: shading, inputs: inputs, steps: 1, times: 1), format: .pdf)
      try look(at: light, host)
      #expect(host.pump { !host.tiles(of: light).isEmpty || host.error(of: light) != nil })
      #expect(host.error(of: light) == nil)
      host.scheduler.close(light)
      #expect(host.everyProcessIsGone([]))
    }
  }
}
