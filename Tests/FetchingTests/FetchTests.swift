import DecoderProtocol
import FaultyServer
import Fetching
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

/// Fetching with the real fetcher from a server that commits faults.
@Suite struct FetchTests {
  @Test func bodiesArriveWholeOverKeptConnections() throws {
    let server = try FaultyServer { .text("body of \($0.path)") }
    let pool = try TestFetchPool()
    for number in 0..<5 {
      #expect(try pool.text(server.address("/\(number)")) == "body of /\(number)")
    }
    #expect(server.connectionCount == 1)
    let agent = server.requests.first?.headers["user-agent"]
    #expect(agent == "Fresnel/\(FresnelVersion.number)")
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test func largeBodiesArriveExactly() throws {
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
    let server = try FaultyServer { _ in WebReply(body: body) }
    let pool = try TestFetchPool()
    let parameters = FetchParameters(
      server.address("/"), namedBy: .user, limit: 3_000_000, isSmall: false)
    #expect(try pool.result(of: pool.ask(parameters)).get().bytes() == body)
  }

  /// A file on disk may take a quarter of the free space; a body in memory has a limit of its own.
  @Test func aFileMayTakeAQuarterOfTheDisk() {
    let file = FetchParameters("", namedBy: .user, limit: 1 << 40, isSmall: false)
    #expect(file.limit(freeBytes: 4_000_003) == 1_000_000)
    #expect(file.limit(freeBytes: 0) == 0)
    #expect(file.limit(freeBytes: Int.max) == FetchWire.largestBody)
    let tile = FetchParameters("", namedBy: .user, limit: 1 << 20)
    #expect(tile.limit(freeBytes: 4000) == 1 << 20)
  }

  @Test func atMostEightRequestsRunAtOnce() throws {
    let arrived = Mutex(0)
    let server = try FaultyServer { request in
      arrived.withLock { $0 += 1 }
      // The first replies wait until eight requests are here, however slow the machine is.
      _ = waitUntil(50) { arrived.withLock { $0 } >= 8 }
      return WebReply(body: Array(request.path.utf8), delay: 0.1)
    }
    let pool = try TestFetchPool(FetchSettings(stallTimeout: 60_000))
    let ids = (0..<40).map {
      pool.ask(FetchParameters(server.address("/\($0)"), namedBy: .user, limit: 100))
    }
    for (number, id) in ids.enumerated() {
      #expect(try pool.result(of: id).get().bytes() == Array("/\(number)".utf8))
    }
    #expect(server.mostAtOnce == 8)
    #expect(server.connectionCount <= 8)
  }

  @Test func requestsAreSentInOrder() throws {
    let server = try FaultyServer { WebReply(body: Array($0.path.utf8), delay: 0.05) }
    let pool = try TestFetchPool()
    let ids = (0..<32).map {
      pool.ask(FetchParameters(server.address("/\($0)"), namedBy: .user, limit: 100))
    }
    for id in ids { _ = try pool.result(of: id) }
    // Eight requests are in flight together.
    for (place, request) in server.requests.enumerated() {
      let number = try #require(Int(request.path.dropFirst()))
      #expect(abs(number - place) < 8)
    }
  }

  /// The server sees the connection end, and other requests continue.
  @Test func cancellingEndsTheConnection() throws {
    let server = try FaultyServer { request in
      request.path == "/slow" ? WebReply(ending: .silence) : .text("quick")
    }
    let pool = try TestFetchPool(FetchSettings(stallTimeout: 60_000))
    let id = pool.ask(FetchParameters(server.address("/slow"), namedBy: .user, limit: 100))
    #expect(waitUntil { server.requests.count == 1 })
    pool.pool.cancel(id)
    #expect(waitUntil { server.abandoned == ["/slow"] })
    #expect(try pool.text(server.address("/quick")) == "quick")
  }

  /// Progress is reported while the body arrives, with the total size.
  @Test func progressIsReported() throws {
    let body = [UInt8](repeating: 7, count: 400_000)
    let server = try FaultyServer { request in
      WebReply(body: body, ending: .paced(pieces: 8, pause: 0.1))
    }
    let pool = try TestFetchPool()
    let seen = Mutex<[FetchProgress]>([])
    let done = try EventSignal()
    pool.pool.fetch(
      FetchParameters(server.address("/"), namedBy: .user, limit: 1 << 20, isSmall: false),
      progress: { progress in seen.withLock { $0.append(progress) } },
      deliver: { _ in done.raise() })
    #expect(waitUntil { done.isRaised(within: 100) })
    let told = seen.withLock { $0 }
    #expect(told.contains { $0.received > 0 && $0.received < body.count }, "\(told)")
    #expect(told.allSatisfy { $0.total == body.count })
    #expect(told.map(\.received) == told.map(\.received).sorted())
  }

  @Test(arguments: [404, 410]) func missingResourcesAreNotRetried(status: Int) throws {
    let server = try FaultyServer { _ in WebReply(status, body: Array("gone".utf8)) }
    let pool = try TestFetchPool()
    #expect(try pool.failure(server.address("/")) == .missing)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [500, 502, 503, 504, 429]) func temporaryFailuresAreRetried(status: Int) throws {
    let server = try FaultyServer { $0.count < 2 ? WebReply(status) : .text("at last") }
    let pool = try TestFetchPool()
    #expect(try pool.text(server.address("/")) == "at last")
    #expect(server.requests.count == 3)
  }

  @Test(arguments: [500, 403, 418]) func lastingFailuresAreReported(status: Int) throws {
    let server = try FaultyServer { _ in WebReply(status) }
    let pool = try TestFetchPool()
    #expect(try pool.failure(server.address("/")) == .refused)
    #expect(server.requests.count == (status == 500 ? 3 : 1))
  }

  /// Meanwhile, no other request goes to that server either.
  @Test func retryAfterIsObeyed() throws {
    let server = try FaultyServer { request in
      request.path == "/busy" && request.count == 0
        ? WebReply(429, headers: [("Retry-After", "1")]) : .text("well")
    }
    let pool = try TestFetchPool()
    let start = MonotonicClock.now()
    #expect(try pool.text(server.address("/busy")) == "well")
    #expect(MonotonicClock.now() - start >= 1)
  }

  @Test func aVeryLongRetryAfterFailsAtOnce() throws {
    let server = try FaultyServer { _ in WebReply(503, headers: [("Retry-After", "7200")]) }
    let pool = try TestFetchPool()
    guard case .failure(let error) = try pool.fetch(server.address("/")) else {
      Issue.record("it was fetched")
      return
    }
    #expect(error.sentence.contains("asks to wait 7200 seconds"))
    #expect(server.requests.count == 1)
  }

  @Test func brokenConnectionsAreRetried() throws {
    for ending in [WebReply.Ending.cut(after: 10), .reset] {
      let server = try FaultyServer { request in
        var reply = WebReply.text("a body that is long enough to be cut")
        if request.count == 0 { reply.ending = ending }
        return reply
      }
      let pool = try TestFetchPool()
      #expect(
        try pool.text(server.address("/")) == "a body that is long enough to be cut")
      #expect(server.requests.count == 2)
    }
  }

  @Test func aServerThatAlwaysBreaksConnectionsFails() throws {
    let server = try FaultyServer { _ in
      WebReply(body: [1, 2, 3, 4], ending: .cut(after: 2))
    }
    let pool = try TestFetchPool()
    #expect(try pool.failure(server.address("/")) == .unreachable)
    #expect(server.requests.count == 3)
  }

  @Test func bodiesAreBounded() throws {
    let server = try FaultyServer { request in
      request.path == "/endless"
        ? WebReply(ending: .endless) : WebReply(body: [UInt8](repeating: 1, count: 100_001))
    }
    let pool = try TestFetchPool()
    #expect(try pool.failure(server.address("/endless"), limit: 1 << 20) == .tooLarge)
    #expect(try pool.failure(server.address("/large"), limit: 100_000) == .tooLarge)
    #expect(try pool.failure(server.address("/large"), limit: 100_001) == nil)
  }

  @Test func silenceTimesOut() throws {
    let server = try FaultyServer { _ in WebReply(ending: .silence) }
    let pool = try TestFetchPool()
    #expect(try pool.failure(server.address("/")) == .timeout)
  }

  @Test func redirectsLeadOnlyToTheWeb() throws {
    let server = try FaultyServer { request in
      switch request.path {
      case "/file": .redirect(to: "file:///etc/passwd")
      case "/ftp": .redirect(to: "ftp://127.0.0.1/")
      case "/circle": .redirect(to: "/circle")
      case "/there": .redirect(to: "/here/info.json")
      default: .text("here")
      }
    }
    let pool = try TestFetchPool()
    #expect(try pool.failure(server.address("/file")) == .redirected)
    #expect(try pool.failure(server.address("/ftp")) == .redirected)
    #expect(try pool.failure(server.address("/circle")) == .redirected)
    let body = try pool.fetch(server.address("/there")).get()
    #expect(body.answer.address == server.address("/here/info.json"))
  }

  @Test func addressesFromPublicServersCannotReachLocalHosts() throws {
    let server = try FaultyServer { _ in .text("secret") }
    let pool = try TestFetchPool()
    let names = [
      server.address("/"), "http://localhost:\(server.port)/", "http://[::1]:\(server.port)/",
      "http://0x7f000001:\(server.port)/", "http://[::ffff:127.0.0.1]:\(server.port)/",
    ]
    for name in names {
      let id = pool.ask(
        FetchParameters(name, namedBy: .web("http://example.org/", isPublic: true), limit: 100))
      guard case .failure(.failed(let failure)) = try pool.result(of: id) else {
        Issue.record("\(name) was fetched")
        continue
      }
      #expect(failure.code == .forbidden, "\(name)")
    }
    #expect(server.requests.isEmpty)
    // Addresses given by the user may be local.
    #expect(try !pool.fetch(server.address("/")).get().answer.isPublic)
  }

  @Test func unknownHostsAndClosedPortsAreReported() throws {
    let pool = try TestFetchPool()
    #expect(try pool.failure("http://nothing.invalid/") == .unknownHost)
    #expect(try pool.failure("http://127.0.0.1:1/") == .unreachable)
    #expect(try pool.failure("gopher://127.0.0.1/") == .badAddress)
    #expect(try pool.failure("http://") == .badAddress)
    #expect(try pool.failure("http://☃.example/") == .badAddress)
  }

  /// Passwords of the netrc file are used only if the user enabled it, and not for others'
  /// addresses.
  @Test func passwordsComeOnlyFromTheirFileOrTheAddress() throws {
    let server = try FaultyServer { request in
      .text(request.headers["authorization"] ?? "nothing")
    }
    let folder = try TemporaryFolder()
    let netrc = try folder.file(
      ".netrc", Array("machine 127.0.0.1 login ann password secret\n".utf8))
    #expect(try TestFetchPool(folder: folder).text(server.address("/")) == "nothing")
    let pool = try TestFetchPool(folder: folder, netrc: netrc)
    let beside = FetchOrigin.web(server.address("/a.dzi"), isPublic: false)
    #expect(try pool.text(server.address("/"), namedBy: beside) == "nothing")
    #expect(try pool.text(server.address("/")) == "Basic YW5uOnNlY3JldA==")
    // By now the user has typed this server.
    #expect(try pool.text(server.address("/"), namedBy: beside) == "Basic YW5uOnNlY3JldA==")
    let other = FetchOrigin.web("http://localhost:\(server.port)/", isPublic: false)
    #expect(try pool.text(server.address("/"), namedBy: other) == "nothing")
    let named = "http://bob:word@127.0.0.1:\(server.port)/"
    #expect(try TestFetchPool().text(named) == "Basic Ym9iOndvcmQ=")
  }

  /// Passwords in an address follow redirects on the same host, and to no other.
  @Test func passwordsStayWithTheirHost() throws {
    let server = try FaultyServer { request in
      switch request.path {
      case "/here": .redirect(to: "/there")
      case "/away":
        .redirect(
          to: "http://localhost:"
            + "\(request.headers["host"]?.split(separator: ":").last ?? "")/there")
      default: .text(request.headers["authorization"] ?? "nothing")
      }
    }
    let base = "http://bob:word@127.0.0.1:\(server.port)"
    #expect(try TestFetchPool().text(base + "/here") == "Basic Ym9iOndvcmQ=")
    #expect(try TestFetchPool().text(base + "/away") == "nothing")
    let folder = try TemporaryFolder()
    let netrc = try folder.file(
      ".netrc",
      Array(
        "machine 127.0.0.1 login ann password secret\ndefault login any password all\n".utf8))
    #expect(try TestFetchPool(netrc: netrc).text(server.address("/away")) == "nothing")
    // A host that the file doesn't name gets neither its passwords nor the default one.
    #expect(try TestFetchPool(netrc: netrc).text("http://localhost:\(server.port)/") == "nothing")
  }

  @Test func compressedBodiesAreInflatedWithinTheirBounds() throws {
    // A megabyte of zeros.
    let packed = try #require(GzipSample.zeros)
    let server = try FaultyServer { request in
      #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
      return WebReply(headers: [("Content-Encoding", "gzip")], body: packed)
    }
    let pool = try TestFetchPool()
    #expect(try pool.fetch(server.address("/")).get().answer.byteCount == 1 << 20)
    #expect(try pool.failure(server.address("/"), limit: 1 << 19) == .tooLarge)
  }

  @Test func proxiesOfTheEnvironmentAreUsed() throws {
    let proxy = try FaultyServer { .text("by proxy: \($0.path)") }
    let pool = try TestFetchPool(environment: ["http_proxy=http://127.0.0.1:\(proxy.port)"])
    #expect(
      try pool.text("http://nothing.invalid/x") == "by proxy: http://nothing.invalid/x")
    let id = pool.ask(
      FetchParameters(
        "http://localhost:9/", namedBy: .web("http://example.org/", isPublic: true), limit: 100))
    guard case .failure = try pool.result(of: id) else {
      Issue.record("it was fetched")
      return
    }
  }

  @Test func aMissingFetcherIsReported() throws {
    let pool = try TestFetchPool(locator: FetcherLocator(folders: [Array("/nonexistent".utf8)]))
    guard case .failure(let error) = try pool.fetch("http://127.0.0.1/") else {
      Issue.record("it was fetched")
      return
    }
    #expect(error == .notInstalled)
  }

  /// The installed program may be anything.
  @Test(arguments: [
    ("exit 3", "ended before it was done"), ("echo what >&2; exit 3", "it was done: what"),
    ("printf 'xy' >&3; sleep 20", "sent an invalid message"),
    ("printf '\\202' >&3; sleep 20", "sent an invalid message"),
    ("sleep 30", "did not start"), ("kill -SYS $$", "made a forbidden system call"),
  ])
  func aFetcherThatViolatesTheProtocolIsKilled(script: String, words: String) throws {
    let folder = try TemporaryFolder()
    let program = try folder.file(FetchWire.program, Array("#!/bin/sh\n\(script)\n".utf8))
    chmod(program, 0o755)
    let pool = try TestFetchPool(
      locator: FetcherLocator(folders: [Array(folder.path.utf8)], environment: []))
    guard case .failure(let error) = try pool.fetch("http://127.0.0.1/") else {
      Issue.record("it was fetched")
      return
    }
    #expect(error.sentence.contains(words), "\(error.sentence)")
  }

  @Test func theFetcherNamesItsLibrary() throws {
    let program = PipedProcess.built(FetchWire.program)
    let folder = Array(program[..<(program.lastIndex(of: "/") ?? program.startIndex)].utf8)
    let library = try FetcherSurvey.library(
      locator: FetcherLocator(folders: [folder], environment: []))
    #expect(library.name == "libcurl")
    #expect(["7.", "8."].contains { library.version.hasPrefix($0) })
    #expect(throws: FetchError.notInstalled) {
      try FetcherSurvey.library(locator: FetcherLocator(folders: [Array("/nowhere".utf8)]))
    }
  }

  @Test func theFetcherAloneExplainsItself() throws {
    let (output, end) = try PipedProcess(PipedProcess.built(FetchWire.program)).finish()
    #expect(end == .status(2) && output.contains("of no use by itself"))
  }
}

/// A body compressed with gzip.
enum GzipSample {
  /// A megabyte of zeros, compressed with `gzip`.
  static var zeros: [UInt8]? {
    let (text, end) =
      (try? PipedProcess(
        "sh", ["-c", "head -c 1048576 /dev/zero | gzip -9n | od -An -v -tx1"]
      ).finish())
      ?? ("", .status(1))
    guard end == .status(0) else { return nil }
    return text.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
  }
}
