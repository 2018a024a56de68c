import DecoderKit
import DecoderProtocol

/// The unreadable tiles of a slide.
final class SlideGaps {
  /// A tile of a level.
  struct TilePosition: Hashable {
    let level: Int
    let column: Int
    let row: Int
  }

  private var tiles: Set<TilePosition> = []

  /// True if there are any.
  var exist: Bool { !tiles.isEmpty }

  /// Tiles beyond this number are not recorded, so they are tried again.
  private static let most = 1 << 16

  /// Reads a tile unless it is known to be unreadable; returns false if it is.
  ///
  /// The first failing tile is tried twice. After that the file is known to be damaged, and opening
  /// it again would hardly help. Throws only if the slide's file has changed.
  func read(
    _ position: TilePosition, of slide: Slide, _ read: (SlideHandle) -> Bool
  ) throws(CodecError) -> Bool {
    guard !tiles.contains(position) else { return false }
    guard let failure = slide.attempt(again: tiles.isEmpty, read) else { return true }
    if failure == .changed { throw failure }
    if tiles.count < Self.most { tiles.insert(position) }
    return false
  }
}
