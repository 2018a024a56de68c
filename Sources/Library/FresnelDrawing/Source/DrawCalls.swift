import Tiles

/// The calls that a source's threads have and have not answered, and the tiles expected from them.
struct DrawCalls {
  private var calls: [UInt64: DrawCall] = [:]
  /// The call from which each tile is expected; answers of other calls are dropped.
  private var pending: [TileKey: UInt64] = [:]
  private var lastCall: UInt64 = 0

  var values: Dictionary<UInt64, DrawCall>.Values { calls.values }

  /// True if a tile is expected from a call.
  func isExpected(_ key: TileKey) -> Bool { pending[key] != nil }

  /// Returns an identifier for a call.
  mutating func nextID() -> UInt64 {
    lastCall += 1
    return lastCall
  }

  /// Adds a call, from which its tiles are expected.
  mutating func add(_ call: DrawCall) {
    calls[call.id] = call
    for key in call.keys { pending[key] = call.id }
  }

  /// Removes the calls that have not begun, and returns them by the tiles expected from them.
  mutating func removeQueued(_ takeBack: (UInt64) -> Bool) -> [TileKey: DrawCall] {
    let begun = calls.filter { !takeBack($0.key) }
    var queued: [TileKey: DrawCall] = [:]
    for (key, id) in pending where begun[id] == nil {
      queued[key] = calls[id]
      pending[key] = nil
    }
    calls = begun
    return queued
  }

  /// Removes an answered call, and returns the tiles expected from it.
  mutating func remove(_ call: DrawCall) -> [TileKey] {
    calls[call.id] = nil
    let keys = call.keys.filter { pending[$0] == call.id }
    for key in keys { pending[key] = nil }
    return keys
  }

  /// Expects the tiles that fulfil a condition no longer.
  mutating func forgetTiles(where isTouched: (TileKey) -> Bool) {
    pending = pending.filter { !isTouched($0.key) }
  }

  /// Forgets all calls; their identifiers are not used again.
  mutating func removeAll() {
    calls = [:]
    pending = [:]
  }
}
