import DecoderProtocol
import Decoding
import Tiles

/// Tiles that are held back so that the first picture can be painted while EGL still starts.
///
/// The slots stay the window thread's until then; the uploader reads them at the same time.
struct FirstPaint {
  /// Where the first picture stands.
  enum State: Hashable {
    /// No picture has been on the screen.
    case waiting
    /// The window thread has painted it; the renderer has not yet.
    case painted
    /// The renderer has taken over for good.
    case done
  }

  /// Where the first picture stands.
  private(set) var state = State.waiting
  private var held: [TileKey: Tile] = [:]
  private var returned: [Tile] = []

  /// Tiles that can be painted from.
  var tiles: [TileKey: Tile] { held }

  /// Keeps a tile, if the first picture still waits for it.
  mutating func hold(_ tile: Tile) {
    if state == .waiting { held[tile.key] = tile }
  }

  /// Whether a tile that the uploader is done with must stay where it is for now.
  mutating func keeps(_ tile: Tile) -> Bool {
    guard state == .waiting, held[tile.key]?.slot == tile.slot else { return false }
    returned.append(tile)
    return true
  }

  /// Goes on to another state and gives back the tiles whose slots are free now.
  mutating func advance(to next: State) -> [Tile] {
    state = next
    held.removeAll()
    defer { returned.removeAll() }
    return returned
  }
}
