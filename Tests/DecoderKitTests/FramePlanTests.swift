import Geometry
import Testing

@testable import DecoderKit

/// Which frames of an animation are drawn so that one of them stands on the canvas.
@Suite struct FramePlanTests {
  private static let canvas = PixelSize(width: 100, height: 50)

  private func frame(
    _ x: Int = 0, _ width: Int = 100, _ disposal: FramePlacement.Disposal = .keep,
    isBlended: Bool = true
  ) -> FramePlacement {
    FramePlacement(
      area: PixelRect(minX: x, minY: 0, maxX: x + width, maxY: 50), disposal: disposal,
      isBlended: isBlended)
  }

  private func steps(_ frames: [FramePlacement], to wanted: Int) -> [FramePlan.Step] {
    FramePlan.steps(to: wanted, of: frames, on: Self.canvas)
  }

  @Test func allThatStayAreDrawn() {
    let frames = [frame(), frame(10, 20), frame(30, 20)]
    #expect(steps(frames, to: 0) == [.draw(frame: 0)])
    #expect(steps(frames, to: 2) == [.draw(frame: 0), .draw(frame: 1), .draw(frame: 2)])
  }

  @Test func whatIsUndoneIsNotDrawn() {
    let frames = [frame(), frame(10, 20, .restore), frame(30, 20, .clear), frame(5, 5)]
    #expect(
      steps(frames, to: 3)
        == [.draw(frame: 0), .clear(frames[2].area), .draw(frame: 3)])
    // The frame that is wanted is drawn whatever becomes of it.
    #expect(steps(frames, to: 1) == [.draw(frame: 0), .draw(frame: 1)])
  }

  @Test func nothingBeforeAWholeFrameIsDrawn() {
    let opaque = [frame(), frame(10, 20), frame(isBlended: false), frame(5, 5)]
    #expect(steps(opaque, to: 3) == [.draw(frame: 2), .draw(frame: 3)])
    #expect(FrameComposer.isWhole(frame: 2, of: opaque, on: Self.canvas))
    #expect(!FrameComposer.isWhole(frame: 1, of: opaque, on: Self.canvas))
    let cleared = [frame(), frame(10, 20), frame(0, 100, .clear), frame(5, 5)]
    #expect(steps(cleared, to: 3) == [.draw(frame: 3)])
  }

  @Test func aPixelOverNothingIsItself() {
    #expect(FrameCanvas.blend(0x40_12_34_56, over: 0) == 0x40_12_34_56)
    #expect(FrameCanvas.blend(0x80_FF_FF_FF, over: 0xFF_00_00_00) >> 24 == 255)
  }
}
