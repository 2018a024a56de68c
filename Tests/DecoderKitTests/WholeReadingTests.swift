import Glibc
import TestSupport
import Testing

@testable import DecoderKit

/// A picture's bytes, read at once.
struct WholeReadingTests {
  /// Sizes about where a second thread begins to help, odd ones too.
  @Test(arguments: [0, 1, 1000, (8 << 20) - 1, 8 << 20, (8 << 20) + 1, 9_000_001])
  func everyByteIsWhereItBelongs(count: Int) throws {
    var random = SeededNumbers()
    let seed = random.seed
    let words = (0..<(count / 8 + 1)).map { _ in random.next() }
    let bytes = words.withUnsafeBytes { Array($0.prefix(count)) }
    let stream = try #require(tmpfile())
    defer { fclose(stream) }
    #expect(fwrite(bytes, 1, count, stream) == count)
    fflush(stream)
    let input = PictureInput(file: fileno(stream))
    // Room for more than there is: the file has become shorter meanwhile.
    for room in [count, count + 1, count + (10 << 20)] {
      var read = [UInt8](repeating: 0, count: room)
      let done = try read.withUnsafeMutableBytes { try input.readWhole(into: $0) }
      #expect(done == count, "seed \(seed)")
      #expect(read[..<count] == bytes[...], "seed \(seed)")
    }
  }
}
