import DecoderKit
import DecoderProtocol

/// Which parts of a slide can't be read.
final class SlideGaps {
  /// A part of a version.
  struct Cell: Hashable {
    let level: Int
    let column: Int
    let row: Int
  }

  private var cells: Set<Cell> = []

  /// Whether there is any.
  var exist: Bool { !cells.isEmpty }

  /// More are remembered no further, and tried again.
  private static let most = 1 << 16

  /// Reads a part, unless it is known that this fails; whether it is there.
  ///
  /// The first one that fails is tried twice. After it a file is known to be damaged, and a second
  /// try, for which the slide is opened again, would hardly do better.
  /// It throws only where the slide has become another one.
  func read(
    _ cell: Cell, of slide: Slide, _ read: (SlideHandle) -> Bool
  ) throws(CodecError) -> Bool {
    guard !cells.contains(cell) else { return false }
    guard let failure = slide.attempt(again: cells.isEmpty, read) else { return true }
    if failure == .changed { throw failure }
    if cells.count < Self.most { cells.insert(cell) }
    return false
  }
}
