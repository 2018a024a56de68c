import DecoderProtocol
import Geometry

/// A decoder of one frame of an animation, a few rows at a time.
package protocol FrameRows: AnyObject {
  /// Decodes for a few milliseconds and passes each complete row to `draw`, in any order; returns
  /// false at the end.
  ///
  /// A row is straight 8-bit RGBA, as wide as the frame.
  func read(_ draw: (_ row: Int, _ pixels: UnsafeRawPointer) -> Void) throws(CodecError) -> Bool

  /// Why some rows are missing, as a sentence.
  var missing: String? { get }
}

/// Composes the frames of an animation on a canvas.
///
/// The canvas is kept between passes: the next frame is drawn onto it.
final class CanvasComposer {
  private let canvas: FrameCanvas
  private let route: FrameRoute
  private let open: (Int) throws(CodecError) -> any FrameRows
  /// The frame that is on the canvas when all steps are done.
  private var wanted: Int?
  private var steps: [FrameRoute.Step] = []
  private var next = 0
  private var rows: (any FrameRows)?
  private var hasDrawn = false
  /// Why the wanted frame could not be drawn at all.
  private var failure: CodecError?
  /// Why some pixels are not from the file, as a sentence.
  private(set) var missing: String?

  /// A composer with an empty canvas; `open` starts to decode a frame, counted from 0.
  init(
    of route: FrameRoute, on size: PixelSize,
    open: @escaping (Int) throws(CodecError) -> any FrameRows
  ) throws(CodecError) {
    guard let canvas = FrameCanvas(size: size, mostSaved: route.mostSaved) else {
      throw CodecError(.tooLarge, "there is not enough memory to decode the picture")
    }
    self.canvas = canvas
    self.route = route
    self.open = open
  }

  /// Memory in bytes for the canvas and its saved area; `nil` on overflow.
  static func bytes(of route: FrameRoute, on size: PixelSize) -> Int? {
    guard let bytes = checkedProduct(size.width, size.height, 4) else { return nil }
    let (sum, overflows) = bytes.addingReportingOverflow(route.mostSaved * 4)
    return overflows ? nil : sum
  }

  /// Progress towards the wanted frame, 0 to 1.
  var progress: Double { Double(next) / Double(max(1, steps.count)) }

  /// True once the wanted frame is complete on the canvas.
  var isComposed: Bool { next == steps.count }

  /// True if the wanted frame could not be drawn at all.
  var hasFailed: Bool { failure != nil }

  /// Plans the steps to a frame; an unfinished seek continues from where it is.
  func seek(to frame: Int) {
    guard frame != wanted else { return }
    let onward = route.steps(from: wanted, to: frame)
    if onward.first == .clear(PixelRect(canvas.size)) {
      // The new route starts from an empty canvas, so unfinished drawing can stop.
      rows = nil
      steps = onward
    } else {
      steps = steps[next...] + onward
    }
    next = 0
    wanted = frame
    failure = nil
  }

  /// Works for a few milliseconds; throws if the wanted frame can't be drawn at all.
  ///
  /// Other frames that can't be decoded leave the canvas unchanged.
  func step() throws(CodecError) {
    if next < steps.count {
      switch steps[next] {
      case .clear(let area): canvas.clear(area)
      case .save(let area): canvas.save(area)
      case .restore: canvas.restore()
      case .draw(let frame): if goesOnDrawing(frame) { return }
      }
      next += 1
    }
    if isComposed, let failure { throw failure }
  }

  /// Draws some rows of a frame; returns false at its end.
  private func goesOnDrawing(_ frame: Int) -> Bool {
    do throws(CodecError) {
      if try draw(frame) { return true }
    } catch {
      if error == .changed || next == steps.count - 1 && !hasDrawn { failure = error }
      missing = missing ?? "parts of the picture are missing or damaged in the file"
    }
    rows = nil
    hasDrawn = false
    return false
  }

  private func draw(_ frame: Int) throws(CodecError) -> Bool {
    let rows: any FrameRows
    if let begun = self.rows { rows = begun } else { rows = try open(frame) }
    self.rows = rows
    let placement = route.placements[frame]
    let goesOn = try rows.read { row, pixels in
      hasDrawn = true
      canvas.draw(row: row, of: placement, from: pixels)
    }
    missing = missing ?? rows.missing
    return goesOn
  }

  /// Copies rows of the current frame, `stride` bytes apart.
  func copyRows(
    from first: Int, count: Int, into target: UnsafeMutableRawPointer, stride: Int
  ) {
    canvas.copyRows(from: first, count: count, into: target, stride: stride)
  }
}
