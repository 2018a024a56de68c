import DecoderProtocol
import FaultyServer
import Fetching
import TestSupport
import Testing

/// Servers that answer, but too slowly to ever end.
@Suite struct SlowServerTests {
  /// The code of a request's failure; `nil` on success.
  private func failure(of id: UInt32, in pool: TestFetchPool) throws -> FetchFailure.Code? {
    guard case .failure(.failed(let failure)) = try pool.result(of: id) else { return nil }
    return failure.code
  }

  /// A few bytes now and then don't hold the places of other requests.
  @Test func aDrippingServerFreesItsPlaces() throws {
    let server = try FaultyServer { request in
      guard request.path != "/quick" else { return .text("quick") }
      return WebReply(
        body: [UInt8](repeating: 1, count: 10_000), ending: .paced(pieces: 100, pause: 0.2))
    }
    // Three seconds are enough for `/quick` on a busy machine, and 20 would complete a slow reply.
    var settings = TestFetchPool.impatient
    settings.stallTimeout = 3000
    let pool = try TestFetchPool(settings)
    let slow = (0..<8).map {
      pool.ask(FetchParameters(server.address("/\($0)"), namedBy: .user, limit: 20_000))
    }
    #expect(try pool.text(server.address("/quick")) == "quick")
    for id in slow { #expect(try failure(of: id, in: pool) == .timeout) }
    #expect(server.requests.count == 9)
  }

  /// Settings under which nothing else than the deadline ends a request soon.
  private static let patient = FetchSettings(
    stallTimeout: 60_000, attempts: 16, firstDelay: 50, longestDelay: 100)

  private func deadlineFailure(_ server: FaultyServer) throws -> FetchFailure.Code? {
    let pool = try TestFetchPool(Self.patient)
    let parameters = FetchParameters(
      server.address("/0"), namedBy: .user, limit: 1 << 20, deadline: 1)
    return try failure(of: pool.ask(parameters), in: pool)
  }

  @Test func aSteadyServerIsEndedByTheDeadline() throws {
    let server = try FaultyServer { _ in
      WebReply(
        body: [UInt8](repeating: 1, count: 500_000), ending: .paced(pieces: 50, pause: 0.1))
    }
    #expect(try deadlineFailure(server) == .timeout)
  }

  /// Each answer comes within the deadline, but all of them don't.
  @Test func redirectsHaveOneDeadline() throws {
    let server = try FaultyServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      var reply = number < 6 ? WebReply.redirect(to: "/\(number + 1)") : .text("at last")
      reply.delay = 0.4
      return reply
    }
    #expect(try deadlineFailure(server) == .timeout)
  }

  @Test func attemptsHaveOneDeadline() throws {
    let server = try FaultyServer { _ in
      var reply = WebReply(503)
      reply.delay = 0.2
      return reply
    }
    #expect(try deadlineFailure(server) != nil)
    #expect(server.requests.count < 16)
  }
}
