import Platform
import Tiling

/// What all sessions share: where decoders are, where events and the dead go.
final class DecodeDesk {
  let locator: DecoderLocator
  let buffer = ReadBuffer()
  var events: [DecodeEvent] = []
  var statistics = DecodeStatistics()
  /// Killed processes that have not been reaped yet.
  private(set) var dying: [ChildProcess] = []

  init(locator: DecoderLocator) { self.locator = locator }

  /// Kills a process, and keeps it until it can be reaped.
  func bury(_ child: ChildProcess) {
    child.kill()
    if child.reap() == nil { dying.append(child) }
  }

  /// Reaps what has ended by now.
  func reap() { dying.removeAll { $0.reap() != nil } }
}

extension DecodeStatistics {
  /// Counts the pixels of a tile.
  mutating func count(_ tile: TilePlan.Wanted) {
    let pixels = tile.key.area.size.area ?? 0
    switch tile.quality {
    case .preview: previewPixels += pixels
    case .exact: exactPixels += pixels
    }
  }
}
