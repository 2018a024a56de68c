import Geometry
import Glibc
import TestSupport
import Testing

/// However the program ends, it leaves nothing behind.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct EndingTests {
  let folder: TemporaryFolder
  let viewer: RunningViewer
  let members: [pid_t]

  init() throws {
    folder = try TemporaryFolder()
    let picture = CoordinatePicture.grid(900, 700)
    let file = try folder.picture("a.png", picture)
    viewer = try RunningViewer(["--stats", "--geometry", "500x400", "--zoom", "1", file])
    viewer.expectTitle { $0.contains("100 %") }
    viewer.waitUntilQuiet()
    members = viewer.family.members
    try #require(members.count > 1, "a decoder runs")
  }

  private func expectNobodyLeft(at location: SourceLocation = #_sourceLocation) {
    let isGone = waitUntil(RunningViewer.timeout) {
      !members.contains { ProcessFamily.isAlive($0) }
    }
    #expect(isGone, "a process is left", sourceLocation: location)
  }

  @Test func aCrashOfTheServerEndsTheProgram() throws {
    viewer.server.crash()
    let exit = viewer.process.wait(limit: RunningViewer.timeout)
    #expect(exit == .status(1))
    #expect(viewer.process.standardError.hasPrefix("fresnel: "))
    expectNobodyLeft()
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsTheProgram(signal: Int32) throws {
    viewer.process.signal(signal)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(viewer.process.standardError == "")
    expectNobodyLeft()
  }

  /// Like timeout(1), which signals the process and then its group.
  @Test func aHundredSignalsEndTheProgramOnce() throws {
    for _ in 0..<100 {
      viewer.process.signal(SIGTERM)
      usleep(100)
    }
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
    #expect(PrintedStatistics(viewer.process.standardOutput) != nil)
    expectNobodyLeft()
  }

  @Test func killingTheProgramLeavesNothing() throws {
    viewer.process.signal(SIGKILL)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .signal(SIGKILL))
    expectNobodyLeft()
  }

  @Test func closingTheWindowEndsTheProgram() throws {
    let client = viewer.client
    client.sendMessage(
      "WM_PROTOCOLS", about: viewer.window, [client.atom("WM_DELETE_WINDOW"), 0])
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(0))
    expectNobodyLeft()
  }

  @Test func losingTheConnectionEndsTheProgram() throws {
    viewer.client.killClient(of: viewer.window)
    #expect(viewer.process.wait(limit: RunningViewer.timeout) == .status(1))
    expectNobodyLeft()
  }

  @Test func qQuitsAndPrintsStatistics() throws {
    viewer.point(atX: 250, y: 200)
    viewer.hands.wheel(-3)
    viewer.waitUntilQuiet()
    #expect(viewer.quit() == .status(0))
    expectNobodyLeft()
    let statistics = try #require(PrintedStatistics(viewer.process.standardOutput))
    #expect(statistics["first_frame_ms"] ?? 0 > 0)
    #expect(statistics["frames"] ?? 0 >= 2)
    // The fit view, and the visible part at 100 %.
    #expect(statistics["decoded_pixels"] ?? 0 >= 500 * 389 + 500 * 400)
    #expect(statistics["displayed_pixels"] ?? 0 >= 500 * 400)
    #expect(statistics["uploaded_bytes"] ?? 0 >= 4 * 500 * 400)
    #expect(statistics["peak_texture_bytes"] ?? 0 >= 4 * 500 * 400)
  }
}

/// The JSON object that `--stats` prints.
struct PrintedStatistics {
  static let fields = [
    "first_frame_ms", "frames", "frame_ms_p50", "frame_ms_p99", "interval_ms_p50",
    "interval_ms_p99", "interval_ms_longest", "input_to_frame_ms_p50", "input_to_frame_ms_p99",
    "decoded_pixels", "prefetched_pixels",
    "displayed_pixels", "uploaded_bytes", "peak_texture_bytes", "peak_arena_bytes",
    "peak_tile_bytes", "tiles_cancelled",
  ]
  /// The fields about the last picture's light, present once a picture was shown.
  static let light = [
    "pixel_kind", "headroom", "exposure", "tone_mapping", "display_white_nits", "display_headroom",
  ]
  /// The times of the first picture's stages.
  static let start = [
    "clock_at_main_ms", "at_file_open_ms", "at_decoder_spawned_ms", "at_decoder_main_ms",
    "at_decoder_locked_ms", "at_decoder_header_ms", "at_header_ms", "at_first_row_ms",
    "at_last_row_ms", "at_window_mapped_ms", "at_painted_ms", "at_shown_ms",
    "at_caption_ms", "at_listing_ms", "at_renderer_ready_ms", "at_first_renderer_frame_ms",
    "at_neighbour_ms",
  ]
  private var values: [String: Double] = [:]
  /// The fields that are not numbers.
  private(set) var words: [String: String] = [:]

  /// Parses one line that has every field once; returns `nil` for anything else.
  ///
  /// Each value is a number, or `null` for stages of the start that were not reached.
  init?(_ output: [UInt8], hasStart: Bool = true) {
    let text = String(decoding: output, as: UTF8.self)
    var names: [String] = []
    guard text.hasPrefix("{\""), text.hasSuffix("}\n"), text.filter({ $0 == "\n" }).count == 1
    else { return nil }
    for pair in text.dropFirst().dropLast(2).split(separator: ",") {
      let parts = pair.split(separator: ":")
      guard parts.count == 2 else { return nil }
      let name = String(parts[0].drop { $0 == " " }.dropFirst().dropLast())
      let text = parts[1].drop { $0 == " " }
      names.append(name)
      guard let value = Double(text) else {
        if text.hasPrefix("\""), text.hasSuffix("\"") {
          words[name] = String(text.dropFirst().dropLast())
          continue
        }
        guard text == "null", Self.start.contains(name) else { return nil }
        continue
      }
      values[name] = value
    }
    let expected = Self.fields + (hasStart ? Self.start : [])
    let found = names.sorted()
    guard found == expected.sorted() || found == (expected + Self.light).sorted() else {
      return nil
    }
  }

  subscript(field: String) -> Double? { values[field] }
}
