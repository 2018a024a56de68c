import Platform

/// The positions of a picture's strips in the scratch file; shared by the writing and the reading
/// thread.
// @unchecked Sendable: `monitor` guards everything.
final class StoreIndex: @unchecked Sendable {
  /// The first level that is kept: 1 or more if the file had no space for the whole picture.
  private var firstLevel = 0
  private var isRead = false
  private var places: [StripOffsets]
  private var completeBands: [Int]
  private let layout: StoreLayout
  private let monitor = ConditionLock()

  /// An empty index.
  init(_ layout: StoreLayout) {
    self.layout = layout
    places = layout.levels.indices.map { level in
      StripOffsets(reserving: layout.bandCount(level) * layout.stripCount(level))
    }
    completeBands = layout.levels.map { _ in 0 }
  }

  /// Adds the strips of a level's next band.
  func append(_ strips: [StripFile.Place], level: Int) {
    monitor.withLock {
      guard level >= firstLevel else { return }
      for place in strips { places[level].append(place) }
      completeBands[level] += 1
    }
  }

  /// Prevents levels from being dropped until `endReading()`.
  func beginReading() { monitor.withLock { isRead = true } }

  /// Ends what `beginReading()` began.
  func endReading() {
    monitor.withLock {
      isRead = false
      monitor.notify()
    }
  }

  /// Drops the largest kept level; returns its file ranges, which can be overwritten.
  ///
  /// It waits for readers, which would otherwise read overwritten strips.
  func giveUpLargest() -> [Range<UInt64>] {
    monitor.withLock {
      while isRead { monitor.wait() }
      guard firstLevel < places.count else { return [] }
      let freed = places[firstLevel].ranges
      places[firstLevel] = StripOffsets(reserving: 0)
      firstLevel += 1
      return freed
    }
  }

  /// The largest level that is kept; the number of levels if none is.
  var firstKept: Int { monitor.withLock { firstLevel } }

  /// The number of complete rows of a level, from the top; 0 if it was dropped.
  func completeRows(_ level: Int) -> Int {
    monitor.withLock {
      guard level >= firstLevel else { return 0 }
      return min(completeBands[level] * layout.bandRows, layout.levels[level].height)
    }
  }

  /// The position of a strip.
  func place(level: Int, band: Int, strip: Int) -> StripFile.Place? {
    monitor.withLock {
      level >= firstLevel ? places[level][band * layout.stripCount(level) + strip] : nil
    }
  }
}
