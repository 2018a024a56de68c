import CJP2
import Geometry
import JP2Reading

/// The positions of a picture and its tiles on the codestream's reference grid, in samples of the
/// first component, halved a number of times.
///
/// Each edge is divided and rounded up separately, as the standard requires.
struct JP2Grid: Sendable {
  private let x: Range<Int>
  private let y: Range<Int>
  private let step: (x: Int, y: Int)
  let tiling: JP2Tiling

  init?(_ image: opj_image_t, _ tiling: JP2Tiling) {
    guard let first = image.comps?.pointee, first.dx > 0, first.dy > 0, image.x0 < image.x1,
      image.y0 < image.y1
    else { return nil }
    x = Int(image.x0)..<Int(image.x1)
    y = Int(image.y0)..<Int(image.y1)
    step = (Int(first.dx), Int(first.dy))
    self.tiling = tiling
  }

  /// A range of the reference grid in samples, halved `halvings` times.
  private func samples(_ range: Range<Int>, _ step: Int, _ halvings: Int) -> Range<Int> {
    func halved(_ edge: Int) -> Int {
      dividedRoundingUp(dividedRoundingUp(edge, by: step), by: 1 << halvings)
    }
    return halved(range.lowerBound)..<halved(range.upperBound)
  }

  /// The picture's size.
  func size(halvings: Int) -> PixelSize {
    PixelSize(
      width: samples(x, step.x, halvings).count, height: samples(y, step.y, halvings).count)
  }

  /// The picture's columns in a tile column.
  func columns(ofTile column: Int, halvings: Int) -> Range<Int> {
    let start = tiling.originX + column * tiling.width
    return part(of: x, start, start + tiling.width, step.x, halvings)
  }

  /// The picture's rows in a tile row.
  func rows(ofTile row: Int, halvings: Int) -> Range<Int> {
    let start = tiling.originY + row * tiling.height
    return part(of: y, start, start + tiling.height, step.y, halvings)
  }

  private func part(
    of whole: Range<Int>, _ start: Int, _ end: Int, _ step: Int, _ halvings: Int
  ) -> Range<Int> {
    let first = min(max(start, whole.lowerBound), whole.upperBound)
    let range = samples(first..<max(first, min(end, whole.upperBound)), step, halvings)
    let origin = samples(whole, step, halvings).lowerBound
    return range.lowerBound - origin..<range.upperBound - origin
  }
}
