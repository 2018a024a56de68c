import DecoderProtocol
import FaultyServer
import Fetching
import Glibc
import TestSupport
import Testing

/// A cache that is damaged, contains foreign files, or is far too small.
@Suite struct CacheFaultTests {
  private static let body = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }

  private func server() throws -> FaultyServer {
    try FaultyServer { _ in
      WebReply(
        headers: [("Cache-Control", "max-age=600"), ("ETag", "\"one\"")], body: Self.body)
    }
  }

  private func files(in folder: TemporaryFolder) throws -> [String] {
    try PipedProcess("find", [folder["cache"], "-type", "f"]).finish().output
      .split(separator: "\n").map(String.init)
  }

  /// Flipped bits in a cache file never change the bytes that are delivered.
  @Test func flippedBitsNeverChangeTheBody() throws {
    let server = try server()
    let pool = try TestFetchPool()
    let address = server.address("/a")
    var random = SeededNumbers(seed: SoakRow.seed)
    let row = SoakRow(
      "flipped bits in the cache of downloads", target: 10_000, sample: 400, parts: 3)
    while row.goesOn {
      defer { row.done() }
      _ = try pool.fetch(address).get()
      let path = try #require(try files(in: pool.folder).first, "\(random.origin)")
      let file = open(path, O_RDWR | O_CLOEXEC)
      defer { close(file) }
      var status = stat()
      fstat(file, &status)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = off_t.random(in: 0..<max(1, status.st_size), using: &random)
        var byte: [UInt8] = [0]
        pread(file, &byte, 1, place)
        byte[0] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        pwrite(file, byte, 1, place)
      }
      let bytes = try pool.fetch(address).get().bytes()
      row.check(bytes == Self.body, "other bytes in round \(row.reached)")
    }
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// Links and folders in place of an entry are neither followed nor written to.
  @Test func linksAndFoldersInPlaceOfAnEntryAreNotTouched() throws {
    let server = try server()
    for kind in ["symlink", "link", "folder"] {
      let pool = try TestFetchPool()
      let address = server.address("/" + kind)
      _ = try pool.fetch(address).get()
      let path = try #require(try files(in: pool.folder).first)
      let canary = try pool.folder.file("canary", Array("unchanged".utf8))
      unlink(path)
      switch kind {
      case "symlink": try #require(symlink(canary, path) == 0)
      case "link": try #require(link(canary, path) == 0)
      default: try #require(mkdir(path, 0o700) == 0)
      }
      for _ in 0..<2 { #expect(try pool.fetch(address).get().bytes() == Self.body, "\(kind)") }
      #expect(try TemporaryFolder.contents(of: canary) == Array("unchanged".utf8), "\(kind)")
    }
  }

  /// Eight processes that constantly evict each other's entries.
  @Test func eightProcessesShareATinyCache() throws {
    let server = try FaultyServer { request in
      WebReply(
        headers: [("Cache-Control", "max-age=600")],
        body: Array(String(repeating: request.path, count: 6000).utf8))
    }
    let folder = try TemporaryFolder()
    var settings = TestFetchPool.impatient
    settings.cacheBytes = 300_000
    let pools = try (0..<8).map { _ in try TestFetchPool(settings, folder: folder) }
    for round in 0..<3 {
      let ids = pools.map { pool in
        (0..<20).map {
          pool.ask(FetchParameters(server.address("/\($0)"), namedBy: .user, limit: 1 << 20))
        }
      }
      for (pool, ids) in zip(pools, ids) {
        for (number, id) in ids.enumerated() {
          let bytes = try pool.result(of: id).get().bytes()
          #expect(
            bytes == Array(String(repeating: "/\(number)", count: 6000).utf8), "round \(round)")
        }
      }
    }
  }
}
