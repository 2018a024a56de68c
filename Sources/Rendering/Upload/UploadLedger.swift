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
