import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// The memory limits of a decoder, tested with one that allocates all it can: it ends with a
/// sentence.
@Suite struct BudgetTests {
  private func client(_ content: String) throws -> DecoderClient {
    try DecoderClient(
      .png, PictureFile(Array(content.utf8)),
      through: [PipedProcess.built("fresnel-sandbox-probe"), "greedy"])
  }

  /// The number of MiB that it allocated, by its own sentence.
  private func mebibytes(_ body: () throws -> Void) throws -> Int {
    let error = try #require(#expect(throws: CodecError.self) { try body() })
    #expect(error.code == .tooLarge)
    let words = error.sentence.split(separator: " ")
    #expect(error.sentence.hasSuffix(" MiB were not enough"))
    return try #require(words.first.flatMap { Int($0) }, "\(error)")
  }

  /// Before the header, the limit is what any picture may take plus 64 MiB: 1344 MiB.
  ///
  /// The runtime and the arena's own pages take some of it.
  @Test func anyHeaderIsReadWithinTheLargestBudget() throws {
    let client = try client("header")
    let got = try mebibytes { _ = try client.open() }
    #expect((1280...1344).contains(got), "\(got)")
    #expect(client.process.waitForEnd() == .status(1))
  }

  /// During a pass, the limit is the header's figure of one MiB plus 256 MiB for the process and
  /// the reducer.
  @Test func aPassTakesNoMoreMemoryThanTheHeaderSays() throws {
    let client = try client("pass")
    let info = try client.open()
    let got = try mebibytes { _ = try client.pixels(of: Level(size: info.size)) }
    #expect((200...257).contains(got), "\(got)")
    #expect(client.process.waitForEnd() == .status(1))
  }
}
