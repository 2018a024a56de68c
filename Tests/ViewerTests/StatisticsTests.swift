import Testing

@testable import Viewer

@Suite struct StatisticsTests {
  @Test func allFieldsStandInOneObject() {
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

  @Test func nothingShownIsNull() {
    #expect(Statistics().json.contains("\"first_frame_ms\": null"))
  }
}
