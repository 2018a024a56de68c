import Testing

@testable import Viewer

@Suite struct StatisticsTests {
  @Test func oneObjectContainsAllFields() {
    var statistics = Statistics()
    statistics.firstFrameMilliseconds = 12.345
    for time in 1...100 { statistics.addFrame(milliseconds: Double(time)) }
    statistics.decodedPixels = 5
    for (arenas, tiles) in [(3, 9), (7, 8)] { statistics.notice(arenas: arenas, tiles: tiles) }
    let json = statistics.json
    #expect(json.hasPrefix("{\"first_frame_ms\": 12.3"))
    #expect(json.contains("\"frames\": 100"))
    #expect(json.contains("\"frame_ms_p50\": 51.0"))
    #expect(json.contains("\"frame_ms_p99\": 100.0"))
    #expect(json.contains("\"decoded_pixels\": 5"))
    #expect(json.contains("\"tiles_cancelled\": 0"))
    #expect(json.contains("\"peak_arena_bytes\": 7"))
    #expect(json.contains("\"peak_tile_bytes\": 9"))
    #expect(!json.contains("\n"))
  }

  @Test func theFirstTimeOfAMilestoneCounts() {
    var start = StartMilestones(began: 10)
    start.note(.header, at: 10.5)
    start.note(.header, at: 11)
    start.noteFrame(begun: 12, shown: 12.25, hasPicture: false)
    start.noteFrame(begun: 13, shown: 13.25, hasPicture: true)
    start.noteTakeOver(rendererReady: 13.5)
    start.noteFrame(begun: 14, shown: 14.25, hasPicture: true)
    let times = start.times
    #expect(times[.header] == 10.5)
    #expect(times[.painted] == 13 && times[.shown] == 13.25)
    #expect(times[.rendererReady] == 13.5 && times[.firstRendererFrame] == 14.25)
    var statistics = Statistics()
    statistics.start = start
    #expect(statistics.json.contains("\"clock_at_main_ms\": 10000.0, "))
    #expect(statistics.json.contains("\"at_header_ms\": 500.0, "))
    #expect(statistics.json.hasSuffix("\"at_neighbour_ms\": null}"))
  }

  @Test func thePicturesTextIsQuoted() {
    var statistics = Statistics()
    #expect(!statistics.json.contains("\"picture\""))
    statistics.pictureText = #"scanner: the "new" \ one"#
    #expect(statistics.json.contains(#""picture": "scanner: the \"new\" \\ one""#))
  }

  @Test func missingTimesAreNull() {
    #expect(Statistics().json.contains("\"first_frame_ms\": null"))
  }
}
