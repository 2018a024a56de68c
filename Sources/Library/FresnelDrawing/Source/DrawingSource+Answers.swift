import Geometry
import Platform
import Tiles
import Tiling

extension DrawingSource {
  /// Takes what the threads have drawn.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    guard !isClosed else { return [] }
    lookForChange()
    if pollSet.isReadable(mailbox.descriptor) {
      let usedStrips = usesStrips
      for (call, answer) in mailbox.takeAll() { take(answer, of: call) }
      if usesStrips != usedStrips { submit() }
    }
    pool.relieve(now: now)
    defer { events = [] }
    hasChanged = false
    return events
  }

  private func take(_ answer: DrawCall.Answer, of call: DrawCall) {
    pool.forget(call.id)
    calls[call.id] = nil
    if stripRule == .whereCheaper, case .drawn(_, let effort) = answer {
      usesStrips = effort.favorsStrips(usesStrips)
    }
    for key in call.keys where awaited[key] == call.id {
      awaited[key] = nil
      guard isPending.contains(key) else { continue }
      switch answer {
      case .drawn(let tiles, _):
        if let pixels = tiles[key] { deliver(key, pixels) }
      case .failed: refuse(key, "cairo could not draw the tile")
      }
    }
    tellIdle()
  }

  private func deliver(_ key: TileKey, _ pixels: OwnedPixels) {
    guard isPending.remove(key) != nil else { return }
    pending.removeAll { $0 == key }
    lastRequest &+= 1
    delivered[key] = lastRequest
    out[lastRequest] = pixels
    events.append(.tile(Tile(source: id, key: key, pixels: pixels, request: lastRequest)))
  }

  /// Says that a pending tile can't be had.
  func refuse(_ key: TileKey, _ sentence: String) {
    guard isPending.remove(key) != nil else { return }
    pending.removeAll { $0 == key }
    refused.insert(key)
    events.append(.tileFailed(key, sentence))
  }

  /// Says once that nothing is left to do for the newest plan.
  func tellIdle() {
    if pending.isEmpty, isBusy { events.append(.idle) }
    isBusy = !pending.isEmpty
  }
}
