import Graphics
import Synchronization
import Tiles

/// Tracks pictures that were dropped while tiles of them were being copied.
///
/// Nothing else would ever evict a texture that arrives for such a picture.
final class UploadTracker: Sendable {
  private struct State {
    var underWay: [SourceID: Int] = [:]
    var dropped: Set<SourceID> = []
  }

  private let state = Mutex(State())

  /// Records a tile that is about to be copied.
  func begin(_ picture: SourceID) { state.withLock { $0.underWay[picture, default: 0] += 1 } }

  /// Records that a picture was dropped.
  func drop(_ picture: SourceID) {
    state.withLock { state in
      if state.underWay[picture] != nil { state.dropped.insert(picture) }
    }
  }

  /// Records a tile that has been copied; returns false if its picture was dropped.
  func finish(_ picture: SourceID) -> Bool {
    state.withLock { state in
      let isWanted = !state.dropped.contains(picture)
      let left = (state.underWay[picture] ?? 1) - 1
      state.underWay[picture] = left > 0 ? left : nil
      if left <= 0 { state.dropped.remove(picture) }
      return isWanted
    }
  }
}

/// A tile in a texture, on its way from the upload thread to the drawing thread.
struct UploadedTile: Sendable {
  /// The tile; its slot is free once this is reported.
  var tile: Tile
  var texture: Texture.Handoff
  /// Signalled once the pixels have been copied.
  var fence: Fence.Handoff
  /// The generation of contexts that the texture belongs to.
  var generation: Int
}

enum UploadRequest: Sendable {
  /// Copy a tile into a texture.
  case tile(Tile)
  /// Stop; later requests are left for the next thread.
  case stop
}
