import DecoderProtocol
import FaultyServer
import Fetching
import Platform
import Synchronization
import TestSupport
import Testing

/// Bodies whose first bytes limit their size.
@Suite struct ContentLimitTests {
  private static func body(_ letter: Character, _ count: Int) -> [UInt8] {
    [UInt8](repeating: letter.asciiValue ?? 0, count: count)
  }

  /// The code of the failure to fetch a reply, `nil` on success.
  ///
  /// What begins with “d” has a limit of 1 MiB.
  private func failure(from server: FaultyServer) throws -> FetchFailure.Code? {
    let pool = try TestFetchPool()
    let code = Mutex<FetchFailure.Code?>(nil)
    let done = try EventSignal()
    pool.pool.fetch(
      FetchParameters(server.address("/"), namedBy: .user, limit: 1 << 30, isSmall: false),
      contentLimit: { file in
        (try? FileDescriptor.readAll(file, at: 0, limit: 1)) == Self.body("d", 1) ? 1 << 20 : nil
      },
      deliver: { result in
        if case .failure(.failed(let failure)) = result { code.withLock { $0 = failure.code } }
        done.raise()
      })
    #expect(waitUntil { done.isRaised(within: 100) })
    return code.withLock { $0 }
  }

  /// The download ends as soon as it is too large.
  @Test func aLargeDescriptionIsCancelled() throws {
    let server = try FaultyServer { _ in
      WebReply(body: Self.body("d", 8_000_000), ending: .paced(pieces: 80, pause: 0.1))
    }
    #expect(try failure(from: server) == .tooLarge)
    #expect(waitUntil { server.abandoned == ["/"] })
  }

  /// It may arrive before its progress is reported.
  @Test(
    arguments: [
      ("d", 2_000_000, true), ("d", 1 << 20, false), ("p", 2_000_000, false), ("p", 1, false),
    ] as [(Character, Int, Bool)])
  func theFirstByteDecides(letter: Character, count: Int, isTooLarge: Bool) throws {
    let server = try FaultyServer { _ in WebReply(body: Self.body(letter, count)) }
    let expected: FetchFailure.Code? = isTooLarge ? .tooLarge : nil
    #expect(try failure(from: server) == expected)
  }
}
