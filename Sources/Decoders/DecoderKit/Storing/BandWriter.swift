import Platform

/// Writes packed bands into the scratch file: on a thread of its own once one is started, else
/// where they are handed over. Where the file has no room the largest versions are left out.
///
/// The system takes longer to take in what is written than packing does.
// Sendable without a check: which bands are free and which wait is guarded by `monitor`; the space
// belongs to the one thread that writes.
final class BandWriter: @unchecked Sendable {
  private let file: StripFile
  private let index: StoreIndex
  private var space: ScratchSpace

  private let monitor = ConditionLock()
  private var free: [PackedBand]
  private var waiting: [PackedBand] = []
  private var isEnded = false
  private var thread: JoinableThread?  // of the thread that hands over

  /// A writer into a file, of whose strips it tells an index.
  init(_ layout: StoreLayout, file: StripFile, index: StoreIndex) {
    self.file = file
    self.index = index
    space = ScratchSpace(capacity: file.capacity)
    // One is filled while the other is written.
    free = [PackedBand(layout), PackedBand(layout)]
  }

  /// Starts the thread, if one can be had; before anything is handed over.
  func start() { thread = JoinableThread(name: "write") { [self] in run() } }

  /// A band to fill; it waits until one has been written.
  func takeFree() -> PackedBand {
    monitor.withLock {
      while free.isEmpty { monitor.wait() }
      return free.removeLast()
    }
  }

  /// Takes a band that has been filled.
  func submit(_ band: PackedBand) {
    guard thread != nil else {
      store(band)
      return free.append(band)
    }
    monitor.withLock {
      waiting.append(band)
      monitor.notify()
    }
  }

  /// Waits for the bands that wait, and ends the thread.
  func finish() {
    monitor.withLock {
      isEnded = true
      monitor.notify()
    }
    thread?.join()
    thread = nil
  }

  private func run() {
    while true {
      let next = monitor.withLock {
        while waiting.isEmpty, !isEnded { monitor.wait() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
      }
      guard let next else { return }
      store(next)
      monitor.withLock {
        free.append(next)
        monitor.notify()
      }
    }
  }

  private func store(_ band: PackedBand) {
    while index.firstKept <= band.level {
      if let places = write(band) { return index.append(places, level: band.level) }
      // The largest version takes three quarters of a full file: the others go on in its place.
      space.give(back: index.giveUpLargest())
    }
  }

  /// Writes the strips of a band, as many at once as stand side by side; `nil` where there is no
  /// room.
  private func write(_ band: PackedBand) -> [StripFile.Place]? {
    var places: [StripFile.Place] = []
    for length in band.lengths {
      guard let place = space.take(Int(length)) else {
        space.give(back: places.map(\.range))
        return nil
      }
      places.append(place)
    }
    var from = band.base
    var written = 0
    while written < places.count {
      var run = places[written]
      var next = written + 1
      while next < places.count, places[next].offset == run.range.upperBound {
        run.count += places[next].count
        next += 1
      }
      guard file.write(from, to: run) else {
        // Beyond what could be written the disk has no room that could be given back.
        space.stopGrowing()
        space.give(back: places.prefix(written).map(\.range))
        return nil
      }
      from += Int(run.count)
      written = next
    }
    return places
  }
}
