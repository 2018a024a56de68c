import Foundation
import MinesweeperRules
import Testing

@Suite struct BestTimesTests {
  private let expert = BestTimes.Category(.expert, isWithoutGuessing: false)

  @Test func `the best five are kept, in order`() throws {
    let expert = try #require(expert)
    var times = BestTimes()
    let places = [9, 7, 8, 7, 10, 10, 6.4321].map { times.add($0, to: expert) }
    #expect(places == [0, 0, 1, 1, 4, nil, 0])
    #expect(times.times(of: expert) == [6.432, 7, 7, 8, 9])
    #expect(BestTimes(text: times.text) == times)
  }

  @Test func `only classic boards have best times`() throws {
    #expect(BestTimes.Category(.world, isWithoutGuessing: false) == nil)
    #expect(BestTimes.Category(.beginner, isWithoutGuessing: true)?.name == "beginner-no-guessing")
  }

  @Test func `they lie where the XDG specification says`() {
    let own = BestTimesFile(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"])
    #expect(own?.path == "/s/fresnel/minesweeper-times")
    let usual = BestTimesFile(environment: ["XDG_STATE_HOME": "relative", "HOME": "/h"])
    #expect(usual?.path == "/h/.local/state/fresnel/minesweeper-times")
    #expect(BestTimesFile(environment: [:]) == nil)
  }

  @Test func `a file keeps what several games add`() throws {
    try withFolder { folder in
      let expert = try #require(expert)
      let one = BestTimesFile(path: folder + "/state/fresnel/times")
      let two = BestTimesFile(path: one.path)
      #expect(try one.load() == BestTimes())
      #expect(try one.add(12, to: expert).place == 0)
      #expect(try two.add(11, to: expert).place == 0)
      #expect(try one.load().times(of: expert) == [11, 12])
      let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/state/fresnel")
      #expect(left == ["times"], "nothing temporary stays")
    }
  }

  @Test(arguments: ["", "nonsense\n", "fresnel-minesweeper times 1\nexpert soon\n"])
  func `a file of somebody else's is told, and set aside`(text: String) throws {
    try withFolder { folder in
      let expert = try #require(expert)
      let file = BestTimesFile(path: folder + "/times")
      for name in ["/times.bad", "/times.bad-2"] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: BestTimesProblem.unreadable(path: file.path)) { try file.load() }
        #expect(try file.add(20, to: expert).times.times(of: expert) == [20])
        #expect(try String(contentsOfFile: folder + name, encoding: .utf8) == text)
      }
    }
  }

  @Test func `where nothing can be written it says so`() throws {
    let expert = try #require(expert)
    #expect(throws: BestTimesProblem.self) {
      try BestTimesFile(path: "/proc/times").add(1, to: expert)
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/times-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}
