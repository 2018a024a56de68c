import CJXL
import DecoderKit
import DecoderProtocol
import Geometry
import Platform

/// One decoding of a frame, on a thread of its own, with another one beside it.
///
/// It is stopped between two groups, or two pieces of the file.
// Sendable without a check: constants, but for `isOver` and `read`, which `monitor` guards.
final class JXLDecoding: @unchecked Sendable {
  /// What is decoded.
  struct Job: Sendable {
    var input: PictureInput
    var frame: Int
    /// What memory rests on.
    var shape: RowShape
    /// What libjxl is to convert colours to.
    var preferred: JxlColorEncoding?
    /// The channel of black ink, where colours are inks.
    var black: Int?
    /// Whether another thread saves more than it costs.
    var isThreaded: Bool
    /// Pieces of the file between which it can be stopped.
    var pieces: Int
    /// Whether all of the picture is more than may stand in memory at once.
    var isLarge: Bool
  }

  /// Where the pixels go.
  let rows: JXLRows
  private let job: Job
  private let monitor = ConditionLock()
  private var isOver = false
  private var read = 0.0

  /// Starts decoding; where no thread can be had it is done here.
  init(_ job: Job, rows: JXLRows) {
    self.job = job
    self.rows = rows
    do throws(Errno) {
      _ = try Thread(name: "decode", stackSize: JXLThreads.stackBytes) { self.run() }
    } catch {
      run()
    }
  }

  /// Whether it has let go of all its memory but the rows, waited for a moment.
  var hasEnded: Bool {
    monitor.withLock {
      if !isOver { monitor.wait(seconds: 0.01) }
      return isOver
    }
  }

  /// How much of the file has been read, 0 to 1.
  var progress: Double { monitor.withLock { read } }

  private func run() {
    let rows = rows
    let threads = job.isThreaded ? JXLThreads { rows.isUnwanted } : nil
    do throws(CodecError) {
      try decode(with: threads)
      rows.end()
    } catch {
      rows.end(error)
    }
    threads?.end()
    monitor.withLock {
      isOver = true
      monitor.notify()
    }
  }

  /// Decodes the frame; libjxl's own memory is free again when this returns.
  private func decode(with threads: JXLThreads?) throws(CodecError) {
    let reader = try JXLReader(
      job.input, events: [JXL_DEC_COLOR_ENCODING, JXL_DEC_FULL_IMAGE], pieces: job.pieces)
    threads?.serve(reader.decoder)
    if job.frame > 0 { JxlDecoderSkipFrames(reader.decoder, job.frame) }
    try drive(reader)
  }

  private func drive(_ reader: JXLReader) throws(CodecError) {
    var inks: JXLInks?
    while !rows.isUnwanted {
      switch try reader.next() {
      case .color:
        try reader.check(job.shape)
        if var preferred = job.preferred {
          _ = JxlDecoderSetPreferredColorProfile(reader.decoder, &preferred)
        }
      case .needsOutput:
        guard let black = job.black else {
          try reader.setOutput(to: rows, channels: rows.channelsIn)
          continue
        }
        let made = try JXLInks(
          size: rows.size, channels: rows.channelsIn - 1, isDeep: rows.isDeep)
        try reader.setOutput(to: made, channels: made.channels)
        try reader.setBlack(of: made, channel: black)
        inks = made
      case .fullImage:
        inks?.deliver(to: rows)
        return
      case .piece:
        monitor.withLock { read = reader.progress }
        try checkMemory(reader.progress)
      case .cut:
        rows.say(missing: "the file ends too early; the rest of the picture is missing")
        // What has not come is drawn from what is known of it: blurred, or blank.
        let isDrawn = JxlDecoderFlushImage(reader.decoder) == JXL_DEC_SUCCESS
        if isDrawn { inks?.deliver(to: rows) }
        guard isDrawn || rows.isStarted else {
          throw CodecError(.corrupt, "the file ends before its first row of pixels")
        }
        return
      case .damaged where rows.isUnwanted: return
      case .damaged, .end:
        guard rows.isStarted else { throw JXLReader.damage }
        rows.say(missing: "the JPEG XL file is damaged; parts of the picture are missing")
        return
      case .basicInfo, .frame: continue
      }
    }
  }

  /// Gives up a large picture of which nothing can be drawn before all of it has been read.
  ///
  /// Its header does not tell it from others. What has been read of one stands in memory, and what
  /// it takes to put it together comes on top.
  private func checkMemory(_ progress: Double) throws(CodecError) {
    guard job.isLarge, progress > 0.5, !rows.isStarted else { return }
    throw CodecError(
      .tooLarge, "the picture is too large to be decoded whole, as its way of storing needs")
  }
}
