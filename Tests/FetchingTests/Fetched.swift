import DecoderProtocol
import FaultyServer
import Fetching
import Platform
import Synchronization
import TestSupport

/// A `FetchPool` that runs the built fetcher, with a cache in a folder of its own.
final class TestFetchPool {
  let pool: FetchPool
  let folder: TemporaryFolder
  private let answers: Answers

  /// The results delivered so far.
  private final class Answers: Sendable {
    let results = Mutex<[UInt32: Result<FetchedBody, FetchError>]>([:])
    let signal: EventSignal
    init() throws(Errno) { signal = try EventSignal() }
  }

  init(
    _ settings: FetchSettings = TestFetchPool.impatient, environment: [String] = [],
    folder: TemporaryFolder? = nil, locator: FetcherLocator? = nil, headerFile: String = "",
    netrc: String = ""
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    answers = try Answers()
    let program = PipedProcess.built(FetchWire.program)
    let end = program.lastIndex(of: "/") ?? program.startIndex
    pool = FetchPool(
      locator: locator
        ?? FetcherLocator(
          folders: [Array(program[..<end].utf8)],
          environment: (["HOME=\(folder.path)", "XDG_CACHE_HOME=\(folder.path)/cache"]
            + environment).map { Array($0.utf8) }),
      settings: settings,
      files: FetchFiles(headers: Array(headerFile.utf8), netrc: Array(netrc.utf8)))
  }

  /// Settings with timeouts short enough for tests.
  static let impatient = FetchSettings(
    connectTimeout: 5000, stallTimeout: 1000, attempts: 3, firstDelay: 20, longestDelay: 2000)

  /// Sends a request, and returns its ID.
  @discardableResult
  func ask(_ parameters: FetchParameters) -> UInt32 {
    let ticket = Ticket()
    let id = pool.fetch(parameters) { [answers] result in
      let id = ticket.wait()
      answers.results.withLock { $0[id] = result }
      answers.signal.raise()
    }
    ticket.give(id)
    return id
  }

  /// Waits for a request's result.
  func result(of id: UInt32) throws -> Result<FetchedBody, FetchError> {
    let end = MonotonicClock.now() + 30
    while MonotonicClock.now() < end {
      answers.signal.lower()
      if let result = answers.results.withLock({ $0[id] }) { return result }
      _ = answers.signal.isRaised(within: 200)
    }
    throw NeverAnswered()
  }

  /// Fetches an address, and waits for the result.
  func fetch(
    _ address: String, namedBy origin: FetchOrigin = .user, limit: Int = 1 << 20
  ) throws -> Result<FetchedBody, FetchError> {
    try result(of: ask(FetchParameters(address, namedBy: origin, limit: limit)))
  }

  /// Fetches text.
  func text(_ address: String, namedBy origin: FetchOrigin = .user) throws -> String {
    String(decoding: try fetch(address, namedBy: origin).get().bytes(), as: UTF8.self)
  }

  /// Fetches an address, and returns the code of the failure; `nil` on success.
  func failure(
    _ address: String, namedBy origin: FetchOrigin = .user, limit: Int = 1 << 20
  ) throws -> FetchFailure.Code? {
    let result = try fetch(address, namedBy: origin, limit: limit)
    guard case .failure(.failed(let failure)) = result else { return nil }
    return failure.code
  }

  struct NeverAnswered: Error {}

  /// Passes on a request's ID, which is only known after the call that may already have delivered
  /// its result.
  private final class Ticket: Sendable {
    private let lock = Mutex<UInt32?>(nil)

    func give(_ id: UInt32) { lock.withLock { $0 = id } }

    func wait() -> UInt32 {
      while true {
        if let id = lock.withLock({ $0 }) { return id }
      }
    }
  }
}
