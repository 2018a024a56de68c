import Graphics
import Synchronization
import Tiles

/// Remembers which pictures were dropped while tiles of them were still under way.
///
/// A texture that arrives for such a picture has nobody left who would ever drop it.
final class UploadLedger: Sendable {
  private struct State {
    var underWay: [SourceID: Int] = [:]
    var dropped: Set<SourceID> = []
  }

  private let state = Mutex(State())

  /// Notes a tile that sets out.
  func begin(_ picture: SourceID) { state.withLock { $0.underWay[picture, default: 0] += 1 } }

  /// Notes that a picture was dropped.
  func drop(_ picture: SourceID) {
    state.withLock { state in
      if state.underWay[picture] != nil { state.dropped.insert(picture) }
    }
  }

  /// Notes a tile that arrives; whether anybody still wants it.
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

/// A tile whose pixels another thread has copied into a texture, on its way to the one that draws.
struct UploadedTile: Sendable {
  /// The tile; its slot is free again once it is reported.
  var tile: Tile
  /// The texture.
  var texture: Texture.Parcel
  /// Passed once the pixels are there.
  var fence: Fence.Parcel
  /// Which making of the contexts it belongs to.
  var generation: Int
}

/// What the upload thread is asked for.
enum UploadRequest: Sendable {
  /// Copy a tile into a texture.
  case tile(Tile)
  /// End, leaving what comes after to the next one.
  case stop
}
