import Geometry
import Testing

@testable import DecoderKit

/// The frames that must be drawn to bring the canvas to a given frame.
@Suite struct FrameRouteTests {
  private static let canvas = PixelSize(width: 100, height: 50)

  private func frame(
    _ x: Int = 0, _ width: Int = 100, _ disposal: FramePlacement.Disposal = .keep,
    isBlended: Bool = true
  ) -> FramePlacement {
    FramePlacement(
      area: PixelRect(minX: x, minY: 0, maxX: x + width, maxY: 50), disposal: disposal,
      isBlended: isBlended)
  }

  private static let all = FrameRoute.Step.clear(PixelRect(canvas))

  private func steps(
    _ frames: [FramePlacement], from shown: Int? = nil, to wanted: Int
  ) -> [FrameRoute.Step] {
    FrameRoute(of: frames, on: Self.canvas).steps(from: shown, to: wanted)
  }

  @Test func framesThatStayAreAllDrawn() {
    let frames = [frame(), frame(10, 20), frame(30, 20)]
    #expect(steps(frames, to: 0) == [Self.all, .draw(frame: 0)])
    #expect(
      steps(frames, to: 2)
        == [Self.all, .draw(frame: 0), .draw(frame: 1), .draw(frame: 2)])
  }

  @Test func aFrameThatIsUndoneIsSkipped() {
    let frames = [frame(), frame(10, 20, .restore), frame(30, 20, .clear), frame(5, 5)]
    #expect(
      steps(frames, to: 3)
        == [Self.all, .draw(frame: 0), .clear(frames[2].area), .draw(frame: 3)])
    // The wanted frame is drawn whatever its disposal.
    #expect(
      steps(frames, to: 1)
        == [Self.all, .draw(frame: 0), .save(frames[1].area), .draw(frame: 1)])
  }

  @Test func aLaterFrameIsDrawnOverTheCurrentOne() {
    let frames = [frame(), frame(10, 20, .restore), frame(30, 20, .clear), frame(5, 5)]
    #expect(steps(frames, from: 0, to: 0) == [])
    #expect(steps(frames, from: 0, to: 1) == [.save(frames[1].area), .draw(frame: 1)])
    #expect(steps(frames, from: 1, to: 2) == [.restore, .draw(frame: 2)])
    #expect(steps(frames, from: 2, to: 3) == [.clear(frames[2].area), .draw(frame: 3)])
    #expect(steps(frames, from: 0, to: 3) == [.clear(frames[2].area), .draw(frame: 3)])
  }

  @Test func anEarlierFrameStartsOver() {
    let frames = [frame(), frame(10, 20), frame(isBlended: false), frame(5, 5)]
    #expect(steps(frames, from: 1, to: 0) == [Self.all, .draw(frame: 0)])
    #expect(steps(frames, from: 3, to: 2) == [Self.all, .draw(frame: 2)])
    // Frames that a whole frame covers aren't drawn either.
    #expect(steps(frames, from: 0, to: 3) == [Self.all, .draw(frame: 2), .draw(frame: 3)])
  }

  @Test func aRestoredFrameIsDrawnBeforeAFullFrame() {
    let frames = [frame(), frame(0, 100, .restore, isBlended: false), frame(5, 5)]
    #expect(steps(frames, from: 0, to: 1) == [.save(frames[1].area), .draw(frame: 1)])
    #expect(
      steps(frames, to: 1)
        == [Self.all, .draw(frame: 0), .save(frames[1].area), .draw(frame: 1)])
    #expect(steps(frames, from: 1, to: 2) == [.restore, .draw(frame: 2)])
  }

  @Test func aPictureIsOpaqueIfNoFrameClearsPixels() {
    func isOpaque(_ frames: [FramePlacement], _ opaque: [Bool]) -> Bool {
      FrameRoute(of: frames, on: Self.canvas).isOpaque { opaque[$0] }
    }
    #expect(isOpaque([frame(), frame(10, 20), frame(5, 5)], [true, false, false]))
    #expect(!isOpaque([frame(), frame(5, 5)], [false, true]))
    #expect(!isOpaque([frame(1, 20), frame(5, 5)], [true, true]))
    #expect(!isOpaque([frame(), frame(5, 5, isBlended: false)], [true, false]))
    #expect(!isOpaque([frame(), frame(5, 5, .clear), frame()], [true, true, false]))
    #expect(isOpaque([frame(), frame(5, 5, .clear), frame()], [true, true, true]))
    #expect(!isOpaque([frame(0, 100, .restore), frame(5, 5)], [true, true]))
    #expect(isOpaque([frame(), frame(5, 5, .restore), frame(5, 5)], [true, true, false]))
  }

  @Test func framesBeforeAFullFrameAreSkipped() {
    let opaque = [frame(), frame(10, 20), frame(isBlended: false), frame(5, 5)]
    #expect(steps(opaque, to: 3) == [Self.all, .draw(frame: 2), .draw(frame: 3)])
    #expect(ComposedCodec.isWhole(frame: 2, of: opaque, on: Self.canvas))
    #expect(!ComposedCodec.isWhole(frame: 1, of: opaque, on: Self.canvas))
    let cleared = [frame(), frame(10, 20), frame(0, 100, .clear), frame(5, 5)]
    #expect(steps(cleared, to: 3) == [Self.all, .draw(frame: 3)])
  }

  @Test func aPixelOverTransparencyIsUnchanged() {
    #expect(FrameCanvas.blend(0x40_12_34_56, over: 0) == 0x40_12_34_56)
    #expect(FrameCanvas.blend(0x80_FF_FF_FF, over: 0xFF_00_00_00) >> 24 == 255)
  }
}
