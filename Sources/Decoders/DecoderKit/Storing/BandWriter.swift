import Platform

/// Writes packed bands to the scratch file, on its own thread once that is started.
///
/// Writing takes longer than packing. If the file runs out of space, the largest levels are
/// dropped.
// @unchecked Sendable: `monitor` guards the free and the waiting bands; the space belongs to the
// one thread that writes.
final class BandWriter: @unchecked Sendable {
  private let file: StripFile
  private let index: StoreIndex
  private var space: ScratchSpace

  private let monitor = ConditionLock()
  private var free: [PackedBand]
  private var waiting: [PackedBand] = []
  private var isEnded = false
  private var thread: JoinableThread?  // of the thread that hands over

  /// A writer to a file, which adds strips to an index.
  init(_ layout: StoreLayout, file: StripFile, index: StoreIndex) {
    self.file = file
    self.index = index
    space = ScratchSpace(capacity: file.capacity)
    // One is filled while the other is written.
    free = [PackedBand(layout), PackedBand(layout)]
  }

  /// Starts the thread, if possible; call it before the first band.
  func start() { thread = try? JoinableThread(name: "write") { [self] in run() } }

  /// A band to fill; waits until one has been written.
  func takeFree() -> PackedBand {
    monitor.withLock {
      while free.isEmpty { monitor.wait() }
      return free.removeLast()
    }
  }

  /// Writes a filled band, or queues it for the thread.
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

  /// Waits until the queued bands are written, and ends the thread.
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
      // The largest level takes 75 % of a full file; the others continue in its space.
      space.give(back: index.giveUpLargest())
    }
  }

  /// Writes a band's strips, adjacent ones in one call; `nil` if there is no space.
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
        // The disk is full: ranges that could not be written are not given back.
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
