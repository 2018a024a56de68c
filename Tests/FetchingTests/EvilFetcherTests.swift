import DecoderProtocol
import EvilDecoder
import Fetching
import Glibc
import Platform
import TestSupport
import Testing

/// A fetcher that violates the protocol: requests fail with a sentence.
@Suite struct EvilFetcherTests {
  private func error(_ fault: String) throws -> FetchError? {
    let folder = try TemporaryFolder()
    let evil = try TemporaryFolder.contents(of: PipedProcess.built("fresnel-evil-decoder"))
    chmod(try folder.file(FetchWire.program, evil), 0o755)
    var locator = FetcherLocator(
      folders: [Array(folder.path.utf8)], environment: [Array("EVIL=\(fault)".utf8)])
    // A long timeout, so that a slow start on a busy machine doesn't look like a missing greeting.
    locator.greetingTimeLimit = 300
    let pool = try TestFetchPool(folder: folder, locator: locator)
    defer { pool.pool.stop() }
    guard case .failure(let error) = try pool.fetch("http://localhost/") else { return nil }
    return error
  }

  @Test(
    arguments: [
      ("greets twice", "it sent two greetings"),
      ("answers first", "it answered before it was sandboxed"),
      ("hangs up", "it closed the connection"),
      ("reports", "it sent too many messages"),
      ("answers", "it sent too many messages"),
      ("errors", "it wrote too many errors"),
    ])
  func aFetcherThatViolatesTheProtocolIsKilled(fault: String, clause: String) throws {
    #expect(try error(fault) == .lied(clause))
  }

  /// The file for tiles can't grow, so what the fetcher keeps of it is bounded.
  @Test func aFetcherGetsNoMoreMemoryThanTheBodiesMayTake() throws {
    #expect(try error("takes memory") == .failed(FetchFailure(.other, "192 MiB; []")))
  }
}
