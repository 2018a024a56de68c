import Fresnel
import MinesweeperRules
import Testing

@testable import MinesweeperBoard

@Suite struct BarTests {
  @Test(arguments: [520, 640, 1280, 3840])
  func `all buttons lie in the bar, and none on another`(width: Int) {
    let layout = BarLayout(width: width)
    for button in BarButton.allCases {
      let rect = layout.rect(of: button)
      #expect(rect.minX >= 0 && rect.maxX <= Double(width))
      #expect(layout.button(at: rect.center) == button)
      // A finger needs about nine millimetres.
      #expect(rect.width >= 44 && rect.height >= 44)
      for other in BarButton.allCases where other != button {
        let its = layout.rect(of: other)
        #expect(rect.maxX <= its.minX || rect.minX >= its.maxX)
      }
    }
    #expect(layout.button(at: Point(x: 30, y: 57)) == nil)
  }

  @Test func `the bar tells the game`() {
    var game = Game(.expert, seed: 1)
    _ = game.mark(Cell(column: 3, row: 3))
    _ = game.uncover(Cell(column: 20, row: 9), at: 100)
    let state = BarState(game, at: 3761.5, setsFlags: true, isWithoutGuessing: false)
    #expect(state.minesLeft == 98 && state.time == "1:01:01" && state.mood == .playing)
    _ = game.pause(true, at: 4000)
    #expect(BarState(game, at: 9999, setsFlags: true, isWithoutGuessing: true).mood == .asleep)
    #expect(BarState(game, at: 9999, setsFlags: true, isWithoutGuessing: true).seconds == 3900)
  }

  @Test func `bar, cards and icon are drawn in their sizes`() throws {
    let game = Game(.expert, seed: 1)
    let bar = BarDrawing(
      BarState(game, at: 0, setsFlags: false, isWithoutGuessing: false), BarLayout(width: 640))
    #expect(try #require(bar.pixels).size == PixelSize(width: 640, height: BarLayout.height))
    let short = try #require(Card("Paused", []).pixels)
    let lines = ["a long line that goes on and on and on", "1.\t2"]
    let long = try #require(Card("Paused", lines).pixels)
    #expect(long.size.width > short.size.width && long.size.height > short.size.height)
    #expect(try #require(GameIcon.pixels(size: 64)).size == PixelSize(width: 64, height: 64))
  }
}
