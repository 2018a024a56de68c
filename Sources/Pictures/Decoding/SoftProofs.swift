import DecoderProtocol
import Glibc
import Platform
import Tiles

/// Computes soft-proofing tables of media profiles in a sandboxed process.
package enum SoftProofs {
  /// Why the table can't be computed.
  package struct Problem: Error {
    /// One sentence without the file's name.
    package let sentence: String
  }

  /// The soft-proofing table of a medium's profile for a display.
  ///
  /// An empty display profile means sRGB. It blocks until the process is done, usually within a
  /// second: don't call it on the window thread. Thread-safe.
  package static func table(
    of path: [UInt8], display: [UInt8] = [], rendering: ColorRendering = ColorRendering(),
    locator: DecoderLocator = .installed, limits: DecoderPool.Limits = .standard
  ) throws(Problem) -> SoftProofTable {
    let file = try regularFile(path)
    do throws(DecodeError) {
      return try table(
        of: file, display: display, rendering: rendering,
        pool: DecoderPool(locator: locator, limits: limits))
    } catch {
      throw Problem(sentence: error.sentence)
    }
  }

  private static func regularFile(_ path: [UInt8]) throws(Problem) -> FileDescriptor {
    do throws(PictureFileError) {
      let file = try FileOpening.open(path)
      _ = try OpenedPicture.byteCount(ofRegular: file.number)
      return file
    } catch {
      throw Problem(sentence: error.sentence)
    }
  }

  private static func table(
    of file: consuming FileDescriptor, display: [UInt8], rendering: ColorRendering,
    pool: DecoderPool
  ) throws(DecodeError) -> SoftProofTable {
    let running = try DecoderProcess(
      format: .profile, locator: pool.locator, file: file, limits: pool.limits,
      now: MonotonicClock.now())
    pool.adopt(running)
    defer { pool.bury(running) }
    do throws(Errno) {
      running.send(.open(try request(for: running, display: display, rendering: rendering)))
    } catch {
      throw .notStarted(error)
    }
    var table = SoftProofTable()
    // The whole table must arrive within one timeout; a part of it doesn't count as progress.
    return try running.wait(
      for: { table.isWhole ? table : nil },
      progress: { (_) throws(ProtocolBreach) in throw .unexpectedMessage }
    ) { (report: SoftProofReport) throws(ProtocolBreach) in
      table.bits += report.bits
      guard table.bits.count <= SoftProofTable.count else { throw .unexpectedMessage }
      return .aside
    }
  }

  /// The arena contains an unused slot, and the display's profile.
  private static func request(
    for process: DecoderProcess, display: [UInt8], rendering: ColorRendering
  ) throws(Errno) -> OpenRequest {
    let display = display.count <= WireFormat.longestProfile ? display : []
    var request = OpenRequest(
      arenaBytes: 0, slotCount: 1, surfaceEdge: 1, shape: TileShape(edge: 1, overlap: 0),
      choices: PictureChoices(rendering: rendering))
    let start = request.slotRoom
    let arena = try process.allocateArena(
      start + display.count, parts: [0..<start + display.count])
    request.arenaBytes = arena.count
    request.profile = ArenaRange(offset: start, count: display.count)
    (arena.base + start).copyMemory(from: display, byteCount: display.count)
    return request
  }
}
