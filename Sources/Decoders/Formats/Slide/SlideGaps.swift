import DecoderKit
import DecoderProtocol

/// The unreadable cells of a slide.
final class SlideGaps {
  /// A cell of a level.
  struct Cell: Hashable {
    let level: Int
    let column: Int
    let row: Int
  }

  private var cells: Set<Cell> = []

  /// True if there are any.
  var exist: Bool { !cells.isEmpty }

  /// Beyond this number cells are not recorded, and are tried again.
  private static let most = 1 << 16

  /// Reads a cell unless it is known to be unreadable; returns false if it is.
  ///
  /// The first failing cell is tried twice. After that the file is known to be damaged, and opening
  /// it again would hardly help. Throws only if the slide's file has changed.
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
