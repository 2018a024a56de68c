import CutPlan
import DecoderProtocol
import Decoding
import Filters
import Geometry
import Glibc
import Platform
import Tiles
import Viewer

/// Cuts one picture: gets its rows decoded or drawn, passes them to the cutter, and writes the
/// tiles; all on the calling thread.
final class CutJob {
  private let picture: NamedPicture
  private let request: CutRequest
  private let folder: CutFolder
  private let cancellation: Cancellation
  private let report: (Double) -> Void
  private var cutter: CutterProcess?
  /// The slots for rows.
  private var slots = CutSlots()
  private var pollSet = PollSet()
  /// Why part of the picture is missing; the rest has been cut.
  private(set) var missing: String?

  /// Pieces of rows in progress at a time: one is decoded, one cut, one in transit.
  private static let slotCount = 3
  /// The longest wait between checks, in seconds.
  private static let tick = 1.0
  /// The number of tiles drawn at a time if that costs no pass; they take 32 MiB.
  private static let fewTiles = 128

  init(
    _ picture: NamedPicture, _ request: CutRequest, to folder: CutFolder,
    cancellation: Cancellation, report: @escaping (Double) -> Void
  ) {
    self.picture = picture
    self.request = request
    self.folder = folder
    self.cancellation = cancellation
    self.report = report
  }

  /// Cuts the picture; on failure only what the next run can resume from is left.
  func run() throws(UserError) {
    do throws(UserError) {
      let isDrawn = picture.file.format.isDescription || !request.filters.isIdentity
      let isCut = isDrawn ? false : try cutByRows()
      if !isCut { try cutDrawn() }
      try folder.finish()
    } catch {
      cutter = nil
      folder.discardIfEmpty()
      throw error
    }
  }

  // MARK: Common to both ways

  /// Opens the folder and starts the cutter, once the picture's size is known.
  private func begin(_ info: SourceInfo, pixels: SharedMemory) throws(UserError) {
    let area = try request.area(of: info.size, name: picture.name)
    let pyramid = try request.pyramid(of: area.size, name: picture.name)
    let names = CutNames(
      layout: request.layout, pyramid: pyramid, name: folder.name,
      ending: request.format.rawValue, identifier: request.identifier)
    guard !names.areAmbiguous else {
      throw UserError(
        sentence: "\(picture.name): is too large for --layout rowcol, which names scales in "
          + "thousandths")
    }
    slots = CutSlots(
      count: Self.slotCount, slotBytes: PictureRows.slotBytes, area: area)
    guard slots.rowsAtOnce > 0 else {
      throw UserError(
        sentence: "\(picture.name): rows of \(area.width) pixels are too long to cut")
    }
    let done = try folder.open(names, fingerprint: fingerprint)
    let order = CutOrder(
      pyramid: pyramid, format: request.format, quality: request.quality,
      kernel: request.kernel, hasAlpha: info.hasAlpha || !request.filters.isIdentity,
      jobs: request.jobs, rowsAtOnce: slots.rowsAtOnce)
    cutter = try CutterProcess(order, pixels: pixels, done: done)
  }

  /// The options and the file, which must match an earlier run to resume it; empty if the file
  /// can't be identified.
  private var fingerprint: String {
    var status = stat()
    guard fstat(picture.file.file.number, &status) == 0, status.st_nlink > 0 else { return "" }
    return
      "fresnel \(FresnelVersion.number)\n\(request.fingerprint)\n\(status.st_dev) \(status.st_ino) "
      + "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)\n"
  }

  private func checkCancellation() throws(UserError) {
    guard cancellation.isCancelled else { return }
    throw UserError(
      sentence: "\(picture.name): cutting was cancelled; the same command resumes it")
  }

  /// Waits for the cutter, and for the descriptors that `others` adds, for at most one second.
  private func wait(
    timeout: Double?, others: (inout PollSet) -> Void = { _ in }
  ) throws(UserError) {
    try checkCancellation()
    pollSet.removeAll()
    pollSet.add(cancellation.descriptor)
    cutter?.addDescriptors(to: &pollSet)
    others(&pollSet)
    pollSet.wait(timeout: min(timeout ?? Self.tick, Self.tick))
    try checkCancellation()
    guard let cutter else { return }
    let count = try cutter.step(pollSet, hasPendingReply: slots.isCutting) {
      (bytes, index) throws(UserError) in
      try folder.write(bytes, index: index)
    }
    for _ in 0..<count {
      guard slots.finish() else {
        throw UserError(sentence: "fresnel-cut violated its protocol and was stopped")
      }
      report(slots.progress)
    }
  }

  private func finishCutter() throws(UserError) {
    while cutter?.isFinished == false { try wait(timeout: nil) }
    cutter = nil
  }

  // MARK: Rows from the decoder

  /// Cuts a picture from its decoder's rows; returns false if the decoder provides none.
  private func cutByRows() throws(UserError) -> Bool {
    let pool = DecoderPool(choices: request.choices)
    let rows: PictureRows
    do throws(DecodeError) {
      rows = try PictureRows(
        of: picture.file, page: request.frame, slotCount: Self.slotCount, pool: pool,
        now: MonotonicClock.now())
    } catch {
      throw UserError(sentence: "\(picture.name): \(error.sentence)")
    }
    defer { rows.close() }
    while cutter?.isFinished != true {
      if cutter != nil {
        while let piece = slots.take() {
          rows.request(
            rows: piece.rows, columns: slots.area.minX..<slots.area.maxX, slot: piece.slot)
        }
      }
      let now = MonotonicClock.now()
      try wait(timeout: rows.nextDeadline.map { max(0, $0 - now) }) { pollSet in
        rows.addDescriptors(to: &pollSet)
        pool.addDescriptors(to: &pollSet)
      }
      pool.reap()
      for event in rows.process(pollSet, now: MonotonicClock.now()) {
        switch event {
        case .opened(let info):
          guard Self.givesRows(info), let memory = rows.memory,
            try request.area(of: info.size, name: picture.name).width * 8
              <= PictureRows.slotBytes
          else { return false }
          try begin(info, pixels: memory)
        case .ready(let slot): handOver(slot)
        case .incomplete(let sentence): missing = "\(picture.name): \(sentence)"
        case .failed(let sentence): throw UserError(sentence: "\(picture.name): \(sentence)")
        }
      }
    }
    cutter = nil
    return true
  }

  private func handOver(_ slot: Int) {
    guard let count = slots.handOver(slot) else { return }
    cutter?.send(.rows(offset: slot * PictureRows.slotBytes, count: count))
  }

  /// Returns true if a decoder provides the picture's rows: not for rotated pictures, drawings or
  /// animations.
  private static func givesRows(_ info: SourceInfo) -> Bool {
    info.orientation == .identity && info.levels.largestScale == 1 && !info.isTimed
  }

  // MARK: Drawn rows

  /// Cuts pictures that are rotated, drawn, filtered or tiled, as `fresnel render` draws them.
  private func cutDrawn() throws(UserError) {
    let pixels: SharedMemory
    do throws(Errno) {
      pixels = try SharedMemory(count: Self.slotCount * PictureRows.slotBytes)
    } catch {
      throw UserError(sentence: "\(picture.name): \(error.message)")
    }
    let job = RenderJob(
      name: picture.name, file: picture.file, frame: request.frame, filters: request.filters,
      choices: request.choices, cachesLarge: true,
      cancellation: cancellation)
    var filling: CutSlots.Filling?
    try job.forEachBand(
      { (info) throws(UserError) in
        try begin(info, pixels: pixels)
        var view = RenderView.whole(info.size)
        view.area = slots.area
        return view
      }, mostTiles: { $0.isRandomAccess ? Self.fewTiles : RenderBands.Limits().tiles },
      { (rows, size) throws(UserError) in
        try fill(&filling, with: rows, size, pixels)
      })
    missing = job.missing
    try finishCutter()
  }

  /// Copies rows into slots, and sends each to the cutter when it is full.
  private func fill(
    _ filling: inout CutSlots.Filling?, with rows: [UInt8], _ size: PixelSize,
    _ pixels: SharedMemory
  ) throws(UserError) {
    let stride = size.width * 4
    var row = 0
    while row < size.height {
      while filling == nil {
        try wait(timeout: 0)
        if let piece = slots.take() {
          filling = CutSlots.Filling(piece: piece)
        } else {
          try wait(timeout: nil)
        }
      }
      guard var current = filling else { continue }
      let count = min(size.height - row, current.piece.rows.count - current.filled)
      rows.withUnsafeBytes { bytes in
        (pixels.base + current.piece.slot * PictureRows.slotBytes + current.filled * stride)
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[(row * stride)...]).baseAddress
              ?? UnsafeRawPointer(pixels.base), byteCount: count * stride)
      }
      current.filled += count
      row += count
      if current.filled == current.piece.rows.count {
        handOver(current.piece.slot)
        filling = nil
      } else {
        filling = current
      }
    }
  }
}
