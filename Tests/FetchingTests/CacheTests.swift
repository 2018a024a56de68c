import DecoderProtocol
import FaultyServer
import Fetching
import Glibc
import Platform
import TestSupport
import Testing

/// The disk cache of servers' replies.
@Suite struct FetchCacheTests {
  private func source(_ pool: TestFetchPool, _ address: String) throws -> FetchAnswer.Source {
    try pool.fetch(address).get().answer.source
  }

  @Test func anotherProcessUsesFreshReplies() throws {
    let server = try FaultyServer { _ in .text("tile", ("Cache-Control", "max-age=600")) }
    let folder = try TemporaryFolder()
    #expect(try source(TestFetchPool(folder: folder), server.address("/")) == .network)
    let pool = try TestFetchPool(folder: folder)
    #expect(try source(pool, server.address("/")) == .cache)
    #expect(try pool.text(server.address("/")) == "tile")
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ["ETag", "Last-Modified"]) func staleRepliesAreRevalidated(field: String) throws
  {
    let value = field == "ETag" ? "\"one\"" : "Thu, 01 Jan 2026 00:00:00 GMT"
    let server = try FaultyServer { request in
      let asked = request.headers["if-none-match"] ?? request.headers["if-modified-since"]
      let fields = [(name: field, value: value), (name: "Cache-Control", value: "max-age=0")]
      return asked == value
        ? WebReply(304, headers: fields)
        : WebReply(headers: fields, body: Array("tile".utf8))
    }
    let pool = try TestFetchPool()
    #expect(try source(pool, server.address("/")) == .network)
    #expect(try source(pool, server.address("/")) == .confirmed)
    #expect(try pool.text(server.address("/")) == "tile")
  }

  @Test func changedRepliesAreFetchedAgain() throws {
    let server = try FaultyServer { request in
      WebReply(
        headers: [("ETag", "\"\(request.count)\""), ("Cache-Control", "max-age=0")],
        body: Array("version \(request.count)".utf8))
    }
    let pool = try TestFetchPool()
    #expect(try pool.text(server.address("/")) == "version 0")
    #expect(try pool.text(server.address("/")) == "version 1")
  }

  @Test func aReloadAsksTheServerBeforeAFreshReplyEnds() throws {
    let server = try FaultyServer { request in
      let fields = [(name: "ETag", value: "\"x\""), (name: "Cache-Control", value: "max-age=600")]
      return request.headers["if-none-match"] == nil
        ? WebReply(headers: fields, body: Array("tile".utf8)) : WebReply(304, headers: fields)
    }
    let pool = try TestFetchPool()
    var parameters = FetchParameters(server.address("/"), namedBy: .user, limit: 100)
    func fetched() throws -> FetchedBody { try pool.result(of: pool.ask(parameters)).get() }
    #expect(try fetched().answer.source == .network)
    #expect(try fetched().answer.source == .cache)
    parameters.asksServer = true
    let reloaded = try fetched()
    #expect(reloaded.answer.source == .confirmed)
    #expect(reloaded.bytes() == Array("tile".utf8))
    #expect(server.requests.map { $0.headers["cache-control"] } == [nil, "no-cache"])
    parameters.asksServer = false
    #expect(try fetched().answer.source == .cache, "it stays in the cache")
  }

  @Test func aReloadIsNotAnsweredByTheCacheWhenOffline() throws {
    let folder = try TemporaryFolder()
    let address: String
    do {
      let server = try FaultyServer { _ in .text("tile", ("Cache-Control", "max-age=600")) }
      address = server.address("/")
      _ = try TestFetchPool(folder: folder).text(address)
    }
    let pool = try TestFetchPool(folder: folder)
    let parameters = FetchParameters(address, namedBy: .user, limit: 100, asksServer: true)
    guard case .failure(.failed(let failure)) = try pool.result(of: pool.ask(parameters)) else {
      Issue.record("it was answered")
      return
    }
    #expect(failure.code == .unreachable)
    #expect(try pool.text(address) == "tile", "still cached")
  }

  @Test func uncacheableRepliesAreNotCached() throws {
    let server = try FaultyServer { _ in .text("secret", ("Cache-Control", "no-store")) }
    let pool = try TestFetchPool()
    _ = try pool.text(server.address("/"))
    #expect(try source(pool, server.address("/")) == .network)
    #expect(Self.files(in: pool).isEmpty)
  }

  @Test func theCacheServesRepliesWhenOffline() throws {
    let folder = try TemporaryFolder()
    let address: String
    do {
      let server = try FaultyServer { _ in .text("tile", ("ETag", "\"x\"")) }
      address = server.address("/")
      _ = try TestFetchPool(folder: folder).text(address)
    }
    #expect(try TestFetchPool(folder: folder).text(address) == "tile")
  }

  @Test func damagedEntriesAreDeletedAndFetchedAgain() throws {
    let body = [UInt8](repeating: 7, count: 5000)
    let server = try FaultyServer { _ in
      WebReply(headers: [("Cache-Control", "max-age=600")], body: body)
    }
    for damage in 0..<4 {
      let pool = try TestFetchPool()
      _ = try pool.fetch(server.address("/\(damage)"))
      let file = try #require(Self.files(in: pool).first)
      let descriptor = open(file, O_RDWR)
      switch damage {
      case 0: ftruncate(descriptor, 3000)
      case 1: ftruncate(descriptor, 0)
      case 2: pwrite(descriptor, [9], 1, 4000)
      default: pwrite(descriptor, [9], 1, 20)
      }
      close(descriptor)
      let answer = try pool.fetch(server.address("/\(damage)")).get()
      #expect(answer.bytes() == body && answer.answer.source == .network, "damage \(damage)")
    }
  }

  @Test func theLeastRecentlyUsedEntryIsEvictedFirst() throws {
    let server = try FaultyServer { _ in
      WebReply(
        headers: [("Cache-Control", "max-age=600")], body: [UInt8](repeating: 1, count: 60_000))
    }
    var settings = TestFetchPool.impatient
    settings.cacheBytes = 640_000
    let pool = try TestFetchPool(settings)
    for number in 0..<8 { _ = try pool.fetch(server.address("/\(number)")) }
    // The first entry is used again, so the second is the oldest.
    #expect(try source(pool, server.address("/0")) == .cache)
    for number in 8..<14 { _ = try pool.fetch(server.address("/\(number)")) }
    var bytes = 0
    for file in Self.files(in: pool) {
      var status = stat()
      #expect(stat(file, &status) == 0)
      bytes += Int(status.st_size)
    }
    #expect(bytes <= 700_000)
    #expect(try source(pool, server.address("/0")) == .cache)
    #expect(try source(pool, server.address("/1")) == .network)
  }

  @Test func severalProcessesMayUseTheCacheAtOnce() throws {
    let server = try FaultyServer { request in
      .text(String(repeating: request.path, count: 500), ("Cache-Control", "max-age=600"))
    }
    let folder = try TemporaryFolder()
    let pools = try (0..<3).map { _ in try TestFetchPool(folder: folder) }
    for round in 0..<2 {
      let ids = pools.map { pool in
        (0..<20).map {
          pool.ask(FetchParameters(server.address("/\($0)"), namedBy: .user, limit: 100_000))
        }
      }
      for (pool, ids) in zip(pools, ids) {
        for (number, id) in ids.enumerated() {
          let text = String(decoding: try pool.result(of: id).get().bytes(), as: UTF8.self)
          #expect(text == String(repeating: "/\(number)", count: 500), "round \(round)")
        }
      }
    }
    #expect(Self.files(in: pools[0]).allSatisfy { !$0.hasSuffix(".new") })
  }

  @Test func withoutAHomeNothingIsCached() throws {
    let server = try FaultyServer { _ in .text("tile", ("Cache-Control", "max-age=600")) }
    let program = PipedProcess.built(FetchWire.program)
    let folder = Array(program[..<(program.lastIndex(of: "/") ?? program.startIndex)].utf8)
    let pool = try TestFetchPool(locator: FetcherLocator(folders: [folder], environment: []))
    #expect(try source(pool, server.address("/")) == .network)
    #expect(try source(pool, server.address("/")) == .network)
  }

  /// No cache file contains an address, a user name, a password or a token.
  @Test func theCacheHoldsNoSecrets() throws {
    let server = try FaultyServer { request in
      request.path.hasPrefix("/away")
        ? .redirect(to: "/there?signature=hidden") : .text("tile", ("Cache-Control", "max-age=600"))
    }
    let pool = try TestFetchPool()
    _ = try pool.text("http://bob:hidden@127.0.0.1:\(server.port)/a")
    _ = try pool.text(server.address("/b?token=hidden"))
    _ = try pool.text(server.address("/away"))
    #expect(try source(pool, server.address("/b?token=hidden")) == .cache)
    // Replies that needed a password are not cached.
    #expect(try source(pool, "http://bob:hidden@127.0.0.1:\(server.port)/a") == .network)
    for file in Self.files(in: pool) {
      let bytes = try PipedProcess("grep", ["-c", "-a", "-e", "hidden", "-e", "127.0.0.1", file])
        .finish().output
      #expect(bytes.hasPrefix("0"), "\(file)")
    }
    #expect(!Self.files(in: pool).isEmpty)
  }

  /// What a server gave for a token is not given to a request without it.
  @Test func repliesToHeaderLinesAreNotCached() throws {
    let server = try FaultyServer { request in
      .text(request.headers["x-token"] ?? "public", ("Cache-Control", "max-age=600"))
    }
    let folder = try TemporaryFolder()
    let headers = try folder.file(
      "headers", Array("[http://127.0.0.1:\(server.port)]\nX-Token: secret".utf8))
    let pool = try TestFetchPool(folder: folder, headerFile: headers)
    #expect(try pool.text(server.address("/")) == "secret")
    #expect(Self.files(in: pool).isEmpty)
    #expect(try TestFetchPool(folder: folder).text(server.address("/")) == "public")
    // A public reply doesn't stand in for the one that a token gives, either.
    #expect(try pool.text(server.address("/")) == "secret")
  }

  /// The first version's files contained addresses with their passwords, the second's responses to
  /// requests with tokens; a sweep of the second has left its marker.
  @Test(arguments: ["FRESNEL1", "FRESNEL2"])
  func filesOfFormerVersionsAreDeleted(mark: String) throws {
    let server = try FaultyServer { _ in .text("tile", ("Cache-Control", "max-age=600")) }
    let folder = try TemporaryFolder()
    for name in ["", "/fresnel", "/fresnel/tiles", "/fresnel/tiles/ab", "/fresnel/tiles/.FRESNEL2"]
    {
      try folder.folder("cache" + name)
    }
    let old = try folder.file(
      "cache/fresnel/tiles/ab/cdef", Array("\(mark)http://bob:hidden@127.0.0.1/".utf8))
    #expect(try TestFetchPool(folder: folder).text(server.address("/a")) == "tile")
    let pool = try TestFetchPool(folder: folder)
    #expect(try source(pool, server.address("/a")) == .cache)
    #expect(access(old, F_OK) != 0)
    #expect(try source(pool, server.address("/b")) == .network)
    #expect(Self.files(in: pool).count == 2)
  }

  /// A cache folder that others could write to is made private; a link in its place is not used.
  @Test func foldersOfOtherUsersAreNotUsed() throws {
    let server = try FaultyServer { _ in .text("tile", ("Cache-Control", "max-age=600")) }
    let folder = try TemporaryFolder()
    for name in ["cache", "cache/fresnel", "cache/fresnel/tiles"] { try folder.folder(name) }
    chmod(folder["cache/fresnel/tiles"], 0o777)
    _ = try TestFetchPool(folder: folder).text(server.address("/"))
    var status = stat()
    #expect(stat(folder["cache/fresnel/tiles"], &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(try source(TestFetchPool(folder: folder), server.address("/")) == .cache)

    let other = try TemporaryFolder()
    for name in ["cache", "cache/fresnel", "elsewhere"] { try other.folder(name) }
    symlink(other["elsewhere"], other["cache/fresnel/tiles"])
    #expect(try TestFetchPool(folder: other).text(server.address("/")) == "tile")
    #expect(
      try PipedProcess("find", [other["elsewhere"], "-type", "f"]).finish().output.isEmpty)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make another user's folder"))
  func aFolderThatAnotherUserOwnsIsNotUsed() throws {
    let server = try FaultyServer { _ in .text("tile", ("Cache-Control", "max-age=600")) }
    let folder = try TemporaryFolder()
    for name in ["cache", "cache/fresnel", "cache/fresnel/tiles"] { try folder.folder(name) }
    let tiles = folder["cache/fresnel/tiles"]
    try #require(chmod(tiles, 0o777) == 0 && chown(tiles, 65534, 65534) == 0)
    for _ in 0..<2 {
      #expect(try TestFetchPool(folder: folder).text(server.address("/")) == "tile")
    }
    #expect(server.requests.count == 2 && TemporaryFolder.names(in: tiles).isEmpty)
    var status = stat()
    #expect(stat(tiles, &status) == 0 && status.st_mode & 0o777 == 0o777)
  }

  /// All files of the cache.
  private static func files(in pool: TestFetchPool) -> [String] {
    let text = try? PipedProcess("find", [pool.folder.path + "/cache", "-type", "f"]).finish()
      .output
    return (text ?? "").split(separator: "\n").map(String.init)
  }
}
