import Platform

/// Which strips of a picture stand in the scratch file, and where; shared by the thread that fills
/// it and the one that reads.
// Sendable without a check: everything is guarded by `monitor`.
final class StoreIndex: @unchecked Sendable {
  /// The first version that is kept: 1 or more where the file has no room for the whole picture.
  private var firstLevel = 0
  private var isRead = false
  private var places: [StripPlaces]
  private var completeBands: [Int]
  private let layout: StoreLayout
  private let monitor = ConditionLock()

  /// An index without a strip.
  init(_ layout: StoreLayout) {
    self.layout = layout
    places = layout.levels.indices.map { level in
      StripPlaces(reserving: layout.bandCount(level) * layout.stripCount(level))
    }
    completeBands = layout.levels.map { _ in 0 }
  }

  /// Adds the strips of the next band of a version.
  func append(_ strips: [StripFile.Place], level: Int) {
    monitor.withLock {
      guard level >= firstLevel else { return }
      for place in strips { places[level].append(place) }
      completeBands[level] += 1
    }
  }

  /// Sees to it that nothing is given up until `endReading()`.
  func beginReading() { monitor.withLock { isRead = true } }

  /// Ends what `beginReading()` began.
  func endReading() {
    monitor.withLock {
      isRead = false
      monitor.notify()
    }
  }

  /// Gives the largest version that is kept up; where its strips stood can be written anew.
  ///
  /// While somebody reads it waits: other pixels in the place of the strips would be shown.
  func giveUpLargest() -> [Range<UInt64>] {
    monitor.withLock {
      while isRead { monitor.wait() }
      guard firstLevel < places.count else { return [] }
      let freed = places[firstLevel].ranges
      places[firstLevel] = StripPlaces(reserving: 0)
      firstLevel += 1
      return freed
    }
  }

  /// The largest version that is kept; the number of versions where none is.
  var firstKept: Int { monitor.withLock { firstLevel } }

  /// How many rows of a version stand in the file, from the first on; 0 where it was given up.
  func completeRows(_ level: Int) -> Int {
    monitor.withLock {
      guard level >= firstLevel else { return 0 }
      return min(completeBands[level] * layout.bandRows, layout.levels[level].height)
    }
  }

  /// Where a strip stands.
  func place(level: Int, band: Int, strip: Int) -> StripFile.Place? {
    monitor.withLock {
      level >= firstLevel ? places[level][band * layout.stripCount(level) + strip] : nil
    }
  }
}
