/// Packs full bands and writes them into the scratch file: on a thread of its own once one is
/// started, else where they are handed over.
///
/// Packing and the system's part of writing take about as long as halving does; side by side they
/// keep two processors busy. Where the file has no room, the largest versions are left out.
// Sendable without a check: which bands wait is guarded by `monitor`; strip, packed bytes and space
// belong to the one thread that packs.
final class StorePacker: @unchecked Sendable {
  /// Rows of a version that are complete.
  struct Band {
    var level: Int
    var number: Int
    var pixels: StoreBand
  }

  private let layout: StoreLayout
  private let file: ScratchFile
  private let index: StoreIndex
  private let strip: ScratchBuffer<UInt8>
  private let packed: ScratchBuffer<UInt8>
  private var space: ScratchSpace

  /// What is written at once: the system clears the pages around each small piece anew.
  private static let runBytes = 1 << 20

  private let monitor = Monitor()
  private var waiting: [Band] = []
  private var isEnded = false
  private var thread: JoinableThread?  // of the thread that hands over

  /// A packer of a layout into a file, whose strips it adds to an index.
  init(_ layout: StoreLayout, file: ScratchFile, index: StoreIndex) {
    self.layout = layout
    self.file = file
    self.index = index
    space = ScratchSpace(capacity: file.capacity)
    let bytes = StoreLayout.stripColumns * layout.bandRows * layout.pixelBytes
    strip = ScratchBuffer(count: bytes, zero: 0)
    packed = ScratchBuffer(count: Self.runBytes + ScratchFile.bound(bytes), zero: 0)
  }

  /// Starts the thread, if one can be had; before anything is handed over.
  func start() { thread = JoinableThread(name: "pack") { [self] in run() } }

  /// Takes a band, whose pixels must stay until `waitUntilFree` has returned.
  func submit(_ band: Band) {
    guard thread != nil else { return pack(band) }
    monitor.withLock {
      waiting.append(band)
      monitor.notify()
    }
  }

  /// Waits until pixels that were handed over have been written.
  func waitUntilFree(_ pixels: StoreBand) {
    monitor.withLock {
      while waiting.contains(where: { $0.pixels === pixels }) { monitor.wait() }
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
        return waiting.first
      }
      guard let next else { return }
      pack(next)
      monitor.withLock {
        waiting.removeFirst()
        monitor.notify()
      }
    }
  }

  private func pack(_ band: Band) {
    while index.firstKept <= band.level {
      if let places = write(band) { return index.append(places, level: band.level) }
      // The largest version takes three quarters of a full file: the others go on in its place.
      space.give(back: index.giveUpLargest())
    }
  }

  /// Packs the strips of a band and writes them, many at once; `nil` where there is no room.
  private func write(_ band: Band) -> [ScratchFile.Place]? {
    let rows = layout.rows(ofBand: band.number, band.level).count
    let stride = layout.levels[band.level].width * layout.pixelBytes
    var places: [ScratchFile.Place] = []
    var written = 0
    var run = ScratchFile.Place(offset: 0, count: 0)
    func flush() -> Bool {
      guard run.count == 0 || file.write(packed.base, to: run) else {
        space.stopGrowing()
        return false
      }
      run.count = 0
      written = places.count
      return true
    }
    for number in 0..<layout.stripCount(band.level) {
      let columns = layout.columns(ofStrip: number, band.level)
      let bytes = columns.count * layout.pixelBytes
      for row in 0..<rows {
        (strip.base + row * bytes).update(
          from: band.pixels.base + row * stride + columns.lowerBound * layout.pixelBytes,
          count: bytes)
      }
      let start = packed.base + Int(run.count)
      let count = ScratchFile.pack(strip.base, count: rows * bytes, into: start)
      guard let place = space.take(count) else {
        // What has been packed of this band is of no use without its rest.
        space.give(back: places.map(\.range))
        return nil
      }
      var isWritten = true
      if run.count > 0, place.offset != run.offset + UInt64(run.count) {
        isWritten = flush()
        packed.base.update(from: start, count: count)
      }
      if run.count == 0 { run.offset = place.offset }
      run.count += place.count
      places.append(place)
      if isWritten, run.count >= Self.runBytes { isWritten = flush() }
      guard isWritten else {
        space.give(back: places.prefix(written).map(\.range))
        return nil
      }
    }
    guard flush() else {
      space.give(back: places.prefix(written).map(\.range))
      return nil
    }
    return places
  }
}
