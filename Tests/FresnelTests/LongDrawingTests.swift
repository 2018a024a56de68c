import Glibc
import TestSupport
import Testing
import ViewHosting
import Viewing

@testable import Fresnel

/// A document that takes long to draw is zoomed and moved meanwhile.
@Suite(.serialized) struct LongDrawingTests {
  private static let size = PixelSize(width: 400, height: 300)
  /// Red, green, blue, alpha.
  private static let color: [UInt8] = [0xc0, 0x30, 0x20, 0xff]

  /// One colour all over, behind a filter that takes microseconds per pixel without a visible
  /// effect.
  private static let document = """
    <svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
    <filter id="f" x="0" y="0" width="1" height="1">
    <feTurbulence baseFrequency="0.7" numOctaves="15"/>
    <feTurbulence baseFrequency="0.6" numOctaves="15"/>
    <feTurbulence baseFrequency="0.5" numOctaves="15"/>
    <feTurbulence baseFrequency="0.4" numOctaves="15"/><feFlood flood-color="#c03020"/>
    </filter>
    <rect x="-40" y="-40" width="480" height="380" fill="#c03020"/>
    <rect width="400" height="300" filter="url(#f)"/></svg>
    """

  /// Drawing can't be interrupted: its process is replaced, and this must not be visible.
  @Test func everyFrameShowsTheWholeDrawing() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/long.svg"
    let file = try #require(fopen(path, "w"))
    fputs(Self.document, file)
    fclose(file)
    var options = FresnelOptions()
    // Frames are drawn in memory by the processor, so that the test can read them.
    options.usesGL = false
    options.settings.scaleRange = 1...1e6
    let view = try FresnelView(offscreen: Self.size, options: options)
    let decoders = builtDecoders
    let witness = FrameWitness(color: Self.color)
    view.delegate = witness
    view.show(try PictureSource(path: path, decoders: decoders))
    _ = try view.pixels()
    #expect(witness.isWhole(view))
    witness.isWatching = true
    let start = decoders.pool.statistics.processesStarted
    // Zooms in and moves: what is being drawn is always obsolete. A busy machine shows fewer frames
    // in the same time.
    var step = 0
    while step < 24 || witness.frames < 20 && step < 2400 {
      step += 1
      let place = PicturePoint(
        x: Double(60 + step * 37 % 280), y: Double(50 + step * 53 % 200))
      view.zoom(to: 1 + Double(step % 8) * 0.4, center: place, animated: step % 2 == 0)
      serve([view], limit: 0.12) { false }
    }
    #expect(decoders.pool.statistics.processesStarted > start)
    _ = try view.pixels()
    #expect(witness.isWhole(view))
    #expect(witness.frames >= 20)
    #expect(witness.broken == 0, "of \(witness.frames) frames")
  }
}

/// Checks every frame shown: all of it must have one colour.
private final class FrameWitness: FresnelViewDelegate {
  private let color: [UInt8]
  private(set) var frames = 0
  private(set) var broken = 0
  /// True while frames are checked: not before the picture is there.
  var isWatching = false

  init(color: [UInt8]) { self.color = color }

  /// True if every pixel of the last frame has the colour.
  func isWhole(_ view: FresnelView) -> Bool {
    guard case .memory(let memory) = view.host.surface, !memory.pixels.isEmpty else {
      return false
    }
    let pixels = memory.pixels
    return pixels.indices.allSatisfy { abs(Int(pixels[$0]) - Int(color[$0 & 3])) <= 1 }
  }

  func fresnelView(_ view: FresnelView, received event: ViewEvent, at now: Double) {
    guard case .renderer(.presented) = event, isWatching else { return }
    frames += 1
    if !isWhole(view) { broken += 1 }
  }
}
