import DecoderProtocol
import FaultyServer
import Fetching
import TestSupport
import Testing

@testable import Fetcher

/// The hosts that a server on a private network may redirect to.
@Suite struct RedirectTests {
  /// A server whose root redirects to another host, at the same port.
  private func server(redirectingTo host: String) throws -> FaultyServer {
    try FaultyServer { request in
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      return request.path == "/" ? .redirect(to: "http://\(host):\(port)/reboot") : .text("reached")
    }
  }

  @Test(arguments: ["127.0.0.2", "[fd00::1]"])
  func anotherPrivateHostIsNotReached(host: String) throws {
    let server = try server(redirectingTo: host)
    let beside = FetchOrigin.web(server.address("/a.dzi"), isPublic: false)
    for origin in [FetchOrigin.user, beside, .file] {
      let pool = try TestFetchPool()
      if origin == .file { pool.pool.allow("127.0.0.1") }
      guard
        case .failure(.failed(let failure)) = try pool.fetch(server.address("/"), namedBy: origin)
      else {
        Issue.record("\(host) was reached from \(origin)")
        continue
      }
      #expect(failure.code == .forbidden, "\(origin)")
      #expect(failure.sentence.contains("--allow-network=\(host)"), "\(failure.sentence)")
    }
    #expect(server.requests.allSatisfy { $0.path == "/" })
  }

  /// A name doesn't show where it leads: no connection may be opened there, either.
  @Test func aNameOfAnotherPrivateHostIsNotReached() throws {
    let neighbour = try FaultyServer { _ in .text("reached") }
    let target = "http://localhost:\(neighbour.port)/reboot"
    // Only the proxy knows where `wiki` is, and `localhost` is contacted directly.
    let proxy = try FaultyServer { _ in .redirect(to: target) }
    let pool = try TestFetchPool(environment: [
      "http_proxy=http://127.0.0.1:\(proxy.port)", "no_proxy=localhost",
    ])
    #expect(try pool.failure("http://wiki/") == .forbidden)
    #expect(proxy.requests.count == 1 && neighbour.requests.isEmpty)
    // Connections are accepted in order, so this is the first one.
    #expect(try TestFetchPool().text(neighbour.address("/")) == "reached")
    #expect(neighbour.connectionCount == 1)
  }

  /// Nothing listens at that host, which the request would find out.
  @Test func aHostThatTheUserNamedIsReached() throws {
    let server = try server(redirectingTo: "127.0.0.2")
    let typing = try TestFetchPool()
    #expect(try typing.failure("http://127.0.0.2:\(server.port)/") == .unreachable)
    #expect(try typing.failure(server.address("/")) == .unreachable)
    for host in ["127.0.0.2", nil] {
      let allowing = try TestFetchPool()
      allowing.pool.allow(host)
      #expect(try allowing.failure(server.address("/")) == .unreachable)
    }
  }

  /// Nothing listens at this machine's other address, which the request finds out.
  @Test func theOtherAddressOfThisMachineIsReached() throws {
    let server = try server(redirectingTo: "[::1]")
    let beside = FetchOrigin.web(server.address("/a.dzi"), isPublic: false)
    for origin in [FetchOrigin.user, beside, .file] {
      let pool = try TestFetchPool()
      if origin == .file { pool.pool.allow("127.0.0.1") }
      #expect(try pool.failure(server.address("/"), namedBy: origin) == .unreachable, "\(origin)")
    }
  }

  @Test(arguments: ["127.0.0.1", "::1", "127.0.1.1"])
  func theGuardKnowsBothAddressesOfThisMachine(contacted: String) throws {
    let name = try #require(WebAddress("http://localhost/"))
    var guardian = AddressGuard(reach: .anywhere, usesProxy: false)
    let first = guardian.maySend(to: NetworkAddress(contacted), of: name)
    guardian.narrow()
    var answers: [Bool] = []
    for other in ["127.0.0.1", "::1", "127.0.0.2", "192.168.1.1"] {
      answers.append(guardian.mayConnect(to: NetworkAddress(other)))
      answers.append(guardian.maySend(to: NetworkAddress(other), of: name))
    }
    #expect(first)
    #expect(answers == [true, true, true, true, false, false, false, false])
  }

  /// A neighbour must not lead to this machine.
  @Test func theGuardKeepsNeighboursFromThisMachine() throws {
    let name = try #require(WebAddress("http://nas/"))
    var guardian = AddressGuard(reach: .anywhere, usesProxy: false)
    let first = guardian.maySend(to: NetworkAddress("192.168.1.5"), of: name)
    guardian.narrow()
    let answers = [
      guardian.mayConnect(to: NetworkAddress("127.0.0.1")),
      guardian.mayConnect(to: NetworkAddress("::1")),
    ]
    #expect(first)
    #expect(answers == [false, false])
  }

  @Test func anotherNameOfTheSameHostIsReached() throws {
    let server = try server(redirectingTo: "localhost")
    #expect(try TestFetchPool().text(server.address("/")) == "reached")
  }

  /// Settings under which requests wait for a slow machine.
  private static let patient = FetchSettings(stallTimeout: 60_000)

  /// A request that has been redirected to another server no longer has a place at the first.
  @Test func redirectsToAnotherServerFreeTheirPlaces() throws {
    let target = try FaultyServer { .text("body of \($0.path)") }
    let server = try FaultyServer { .redirect(to: target.address($0.path)) }
    let pool = try TestFetchPool(Self.patient)
    let ids = (0..<20).map {
      pool.ask(FetchParameters(server.address("/\($0)"), namedBy: .user, limit: 100))
    }
    for (number, id) in ids.enumerated() {
      #expect(try pool.result(of: id).get().bytes() == Array("body of /\(number)".utf8))
    }
    #expect(server.requests.count == 20 && target.requests.count == 20)
  }

  @Test func cancelledRedirectsFreeTheirPlaces() throws {
    let target = try FaultyServer { _ in WebReply(ending: .silence) }
    let server = try FaultyServer { request in
      request.path == "/quick" ? .text("quick") : .redirect(to: target.address(request.path))
    }
    let pool = try TestFetchPool(Self.patient)
    let ids = (0..<8).map {
      pool.ask(FetchParameters(server.address("/\($0)"), namedBy: .user, limit: 100))
    }
    // libcurl sends the others once the target has answered the first.
    #expect(waitUntil { server.requests.count == 8 && !target.requests.isEmpty })
    for id in ids { pool.pool.cancel(id) }
    #expect(try pool.text(server.address("/quick")) == "quick")
  }

  @Test func theGuardKeepsToTheContactedHost() throws {
    let name = try #require(WebAddress("http://nas/"))
    let (nas, router) = (NetworkAddress("192.168.1.5"), NetworkAddress("192.168.1.1"))
    let far = NetworkAddress("8.8.8.8")
    var guardian = AddressGuard(reach: .anywhere, usesProxy: false)
    let first = guardian.maySend(to: nas, of: name)
    guardian.narrow()
    let answers = [
      guardian.mayConnect(to: nas), guardian.maySend(to: nas, of: name),
      guardian.mayConnect(to: router), guardian.maySend(to: router, of: name),
      guardian.mayConnect(to: far), guardian.maySend(to: far, of: name),
      // A public host may not lead back.
      guardian.mayConnect(to: nas), guardian.maySend(to: nas, of: name),
    ]
    #expect(first)
    #expect(answers == [true, true, false, false, true, true, false, false])
  }

  /// A proxy resolves names by itself, so that the name alone decides.
  @Test func behindAProxyTheNameDecides() throws {
    let proxy = try FaultyServer { request in
      request.path == "http://localhost/" ? .redirect(to: "http://127.0.0.1/x") : .text("reached")
    }
    let pool = try TestFetchPool(environment: ["http_proxy=http://127.0.0.1:\(proxy.port)"])
    #expect(try pool.failure("http://localhost/") == .forbidden)
    #expect(proxy.requests.count == 1)
  }

  /// Intranets complete names: `wiki` may redirect to itself by its whole name.
  @Test(arguments: [
    ("wiki", "wiki.corp", true), ("wiki", "other.corp", false), ("wiki", "wikis.corp", false),
    ("wiki", "other", false), ("wiki.corp", "wiki.lan", false), ("wiki.corp", "wiki", false),
  ])
  func behindAProxyANameMayGetADomain(from: String, to: String, isReached: Bool) throws {
    let proxy = try FaultyServer { request in
      request.path == "http://\(from)/" ? .redirect(to: "http://\(to)/x") : .text("reached")
    }
    let pool = try TestFetchPool(environment: ["http_proxy=http://127.0.0.1:\(proxy.port)"])
    let expected: FetchFailure.Code? = isReached ? nil : .forbidden
    #expect(try pool.failure("http://\(from)/") == expected)
    #expect(proxy.requests.count == (isReached ? 2 : 1))
  }
}
