import DecoderProtocol
import FaultyServer
import Glibc
import Platform
import TestSupport
import Testing

@testable import Fetching

/// The memory that the bodies of all small requests share.
@Suite struct BodyMemoryTests {
  private static let tile = 64 << 20

  @Test func partsDoNotOverlapAndAreUsedAgain() throws {
    var memory = try BodyMemory()
    let large = BodyMemory.size * 3 / 4
    let first = memory.take(Self.tile)
    let second = memory.take(5 << 20)
    let third = memory.take(Self.tile)
    #expect(first == 0..<Self.tile)
    #expect(second == Self.tile..<Self.tile + (5 << 20))
    #expect(third == Self.tile + (5 << 20)..<2 * Self.tile + (5 << 20))
    #expect(!memory.hasRoom(for: Self.tile))
    let none = memory.take(Self.tile)
    #expect(none == nil)
    memory.free(0..<Self.tile)
    let low = memory.take(Self.tile - 65_536)
    #expect(low == 0..<Self.tile - 65_536)
    let rest = memory.take(large - 2 * Self.tile - (5 << 20))
    #expect(rest == 2 * Self.tile + (5 << 20)..<large)
    #expect(!memory.hasRoom(for: 5 << 20))
    // Usual bodies have a place of their own.
    for number in 0..<BodyMemory.size / 4 / (4 << 20) {
      let part = memory.take(4 << 20)
      #expect(part == large + number * (4 << 20)..<large + (number + 1) * (4 << 20))
    }
    #expect(!memory.hasRoom(for: 0))
    memory.free(large..<large + (4 << 20))
    let again = memory.take(1)
    let next = memory.take(65_537)
    #expect(again == large..<large + 65_536)
    #expect(next == large + 65_536..<large + 3 * 65_536)
  }

  @Test func aFreedPartTakesNoMemory() throws {
    var memory = try BodyMemory()
    let number = memory.file.value.number
    let taken = memory.take(1 << 20)
    let part = try #require(taken)
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    try FileDescriptor.writeAll(bytes[...], to: number, at: part.lowerBound)
    var status = stat()
    #expect(fstat(number, &status) == 0 && status.st_blocks * 512 >= 1 << 20)
    memory.free(part)
    #expect(fstat(number, &status) == 0 && status.st_blocks == 0)
    #expect(status.st_size == BodyMemory.size)
  }

  @Test func aBodyThatIsLargerThanAllMemoryIsKeptOnDisk() throws {
    #expect(BodyMemory.canHold(BodyMemory.size / 4 * 3) && !BodyMemory.canHold(BodyMemory.size))
    let server = try FaultyServer { .text("body of \($0.path)") }
    let pool = try TestFetchPool()
    let body = try pool.fetch(server.address("/"), limit: BodyMemory.size).get()
    #expect(body.file != nil)
    #expect(body.bytes() == Array("body of /".utf8))
  }

  /// Bodies are not mixed up, whether their requests wait for room, end or are cancelled.
  @Test func largeBodiesWaitForRoom() throws {
    let server = try FaultyServer { .text("body of \($0.path)") }
    let pool = try TestFetchPool()
    func ask(_ number: Int, limit: Int) -> UInt32 {
      pool.ask(FetchParameters(server.address("/\(number)"), namedBy: .user, limit: limit))
    }
    let ids = (0..<40).map { ask($0, limit: $0.isMultiple(of: 3) ? 50 << 20 : 70_000) }
    for number in stride(from: 0, to: 40, by: 4) { pool.pool.cancel(ids[number]) }
    for number in 0..<40 where !number.isMultiple(of: 4) {
      let body = try pool.result(of: ids[number]).get()
      #expect(body.file == nil)
      #expect(body.bytes() == Array("body of /\(number)".utf8))
    }
  }

  /// Without room, tiles wait, but pictures don't; cancelled tiles make room.
  @Test func cancelledBodiesMakeRoom() throws {
    let server = try FaultyServer { request in
      request.path.hasPrefix("/slow")
        ? WebReply(
          body: [UInt8](repeating: UInt8(ascii: "s"), count: 1_000_000),
          ending: .paced(pieces: 1000, pause: 0.05))
        : .text("body of \(request.path)")
    }
    let pool = try TestFetchPool(FetchSettings(stallTimeout: 60_000))
    func ask(_ path: String, limit: Int = Self.tile, isSmall: Bool = true) -> UInt32 {
      pool.ask(
        FetchParameters(
          server.address(path), namedBy: .user, limit: limit, isSmall: isSmall))
    }
    let slow = ["/slow0", "/slow1"].map { ask($0) }
    let paths = ["/tile0", "/tile1"]
    let tiles = paths.map { ask($0) }
    let picture = ask("/picture", isSmall: false)
    let usual = ask("/usual", limit: 320 << 10)
    #expect(try pool.result(of: picture).get().bytes() == Array("body of /picture".utf8))
    #expect(try pool.result(of: usual).get().bytes() == Array("body of /usual".utf8))
    #expect(waitUntil { server.requests.count == 4 })
    #expect(!server.requests.contains { $0.path.hasPrefix("/tile") })
    for id in slow { pool.pool.cancel(id) }
    for (path, id) in zip(paths, tiles) {
      #expect(try pool.result(of: id).get().bytes() == Array("body of \(path)".utf8))
    }
  }

  /// A retry may be shorter than the attempt before.
  @Test func nothingRemainsOfAFailedAttempt() throws {
    let long = [UInt8](repeating: UInt8(ascii: "l"), count: 5000)
    let server = try FaultyServer { request in
      request.count == 0
        ? WebReply(body: long, ending: .cut(after: 4000)) : .text("short")
    }
    let pool = try TestFetchPool()
    #expect(try pool.text(server.address("/")) == "short")
  }
}
