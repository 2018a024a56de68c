import CJXL
import DecoderKit
import DecoderProtocol
import Geometry
import Platform

/// The decoding of a frame on its own thread, with one helper thread.
///
/// It can be stopped between two groups, or two pieces of the file.
// @unchecked Sendable: constants, except `isOver` and `read`, which `monitor` guards.
final class JXLDecoding: @unchecked Sendable {
  /// The parameters of the decoding.
  struct Job: Sendable {
    var input: PictureInput
    var frame: Int
    /// The shape that memory depends on.
    var shape: RowShape
    /// The space that libjxl is asked to convert to.
    var preferred: JxlColorEncoding?
    /// The channel of black ink, if the colours are inks.
    var black: Int?
    /// True if another thread saves more than it costs.
    var isThreaded: Bool
    /// The number of pieces of the file, between which it can be stopped.
    var pieces: Int
    /// True if the whole picture may not be in memory at once.
    var isLarge: Bool
  }

  /// The target of the pixels.
  let rows: JXLRows
  private let job: Job
  private let monitor = ConditionLock()
  private var isOver = false
  private var read = 0.0

  /// Starts decoding; if no thread can be started, decodes here.
  init(_ job: Job, rows: JXLRows) {
    self.job = job
    self.rows = rows
    do throws(Errno) {
      _ = try Thread(name: "decode", stackSize: JXLThreads.stackBytes) { self.run() }
    } catch {
      run()
    }
  }

  /// Waits briefly; true once it has freed all its memory except the rows.
  var hasEnded: Bool {
    monitor.withLock {
      if !isOver { monitor.wait(seconds: 0.01) }
      return isOver
    }
  }

  /// The share of the file that has been read, 0 to 1.
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

  /// Decodes the frame; libjxl's memory is free once this returns.
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
        // Missing parts are drawn from the available data: blurred or blank.
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

  /// Gives up a large picture that shows nothing until the whole file has been read.
  ///
  /// The header does not identify such files. All of the file's data is in memory by then, and
  /// assembling the picture needs more.
  private func checkMemory(_ progress: Double) throws(CodecError) {
    guard job.isLarge, progress > 0.5, !rows.isStarted else { return }
    throw CodecError(
      .tooLarge, "the picture is too large to be decoded whole, which its encoding requires")
  }
}
