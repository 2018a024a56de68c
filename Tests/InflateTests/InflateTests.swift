import CISAL
import Glibc
import Inflate
import TestSupport
import Testing

/// Compares ISA-L behind zlib's calls with zlib itself.
@Suite struct InflateTests {
  /// How a stream was made.
  struct Kind: Sendable, CustomTestStringConvertible {
    var level: Int32
    var strategy: Int32
    var windowBits: Int32
    var testDescription: String { "level \(level), strategy \(strategy), window \(windowBits)" }
  }

  static let kinds: [Kind] =
    [0, 1, 6, 9].map { Kind(level: $0, strategy: 0, windowBits: 15) }
    + [Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED].map {
      Kind(level: 6, strategy: $0, windowBits: 15)
    } + [9, 12].map { Kind(level: 6, strategy: 0, windowBits: $0) }

  /// Bytes that repeat at random distances, partly random.
  private static func bytes(_ count: Int, _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let run = Int.random(in: 1...400, using: &numbers)
      if bytes.isEmpty || Int.random(in: 0..<4, using: &numbers) == 0 {
        bytes += (0..<run).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      } else {
        let back = Int.random(in: 1...min(bytes.count, 32768), using: &numbers)
        for _ in 0..<run { bytes.append(bytes[bytes.count - back]) }
      }
    }
    return Array(bytes[..<count])
  }

  @Test(arguments: kinds) func inflatesWhatZlibDeflates(_ kind: Kind) {
    var numbers = SeededNumbers(seed: 1)
    for count in [0, 1, 2, 1000, 70_000, 300_000] {
      let bytes = Self.bytes(count, &numbers)
      let stream = Zlib.deflated(
        bytes, level: kind.level, strategy: kind.strategy, windowBits: kind.windowBits)
      let rest = (0..<Int.random(in: 0...20, using: &numbers)).map { UInt8($0) }
      for most in [1, 5, 1000, 100_000] where count < 2000 || most > 100 {
        let run = InflateRun(
          stream + rest, by: .ours, input: { Int.random(in: 1...most, using: &numbers) },
          output: { Int.random(in: 1...most, using: &numbers) })
        let isWhole = run.status == Z_STREAM_END && run.bytes == bytes
        #expect(isWhole, "\(count) bytes, steps of \(most)")
        // Bytes after the stream stay unconsumed, if they came together with its end.
        #expect(run.consumed == stream.count, "\(count) bytes, steps of \(most)")
      }
    }
  }

  @Test func oneInputByteIsHeldBackUntilTheOutputIsComplete() {
    var numbers = SeededNumbers(seed: 2)
    for bytes in [Self.bytes(400_000, &numbers), [UInt8](repeating: 7, count: 3_000_000)] {
      let stream = Zlib.deflated(bytes)
      let run = InflateRun(stream, by: .ours, output: { 999 })
      let isWhole = run.status == Z_STREAM_END && run.bytes == bytes
      #expect(isWhole && !run.everRanDry)
    }
  }

  @Test func aTruncatedStreamGivesItsFirstBytes() {
    var numbers = SeededNumbers(seed: 3)
    let whole = Zlib.deflated(Self.bytes(60_000, &numbers))
    for _ in 0..<100 {
      let cut = Array(whole[..<Int.random(in: 0..<whole.count, using: &numbers)])
      let ours = InflateRun(cut, by: .ours)
      let zlibs = InflateRun(cut, by: .zlibs)
      #expect(ours.status == Z_BUF_ERROR && zlibs.status == Z_BUF_ERROR, "\(cut.count)")
      let isBeginning = zlibs.bytes.starts(with: ours.bytes)
      #expect(isBeginning, "\(cut.count)")
      // ISA-L looks up several codes at once, and needs the bits of all of them.
      #expect(ours.bytes.count >= zlibs.bytes.count - 3, "\(cut.count)")
    }
  }

  @Test func refusesWhatZlibRefuses() {
    var numbers = SeededNumbers(seed: 4)
    var refused = 0
    for kind in Self.kinds {
      let bytes = Self.bytes(20_000, &numbers)
      let whole = Zlib.deflated(
        bytes, level: kind.level, strategy: kind.strategy, windowBits: kind.windowBits)
      for _ in 0..<60 {
        var damaged = whole
        // Most of the structure is in the first bytes.
        let most = Bool.random(using: &numbers) ? 200 : whole.count
        let place = Int.random(in: 0..<min(most, whole.count), using: &numbers)
        damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
        let ours = InflateRun(damaged, by: .ours)
        let zlibs = InflateRun(damaged, by: .zlibs)
        if zlibs.status == Z_STREAM_END {
          #expect(ours.status == Z_STREAM_END, "\(kind), \(place)")
        }
        if ours.status == Z_STREAM_END {
          // ISA-L accepts an incomplete set of codes if no missing code is used.
          let isWhole = ours.bytes == bytes
          #expect(isWhole, "\(kind), \(place)")
        }
        let isCommon = zip(ours.bytes, zlibs.bytes).allSatisfy { $0 == $1 }
        #expect(isCommon, "\(kind), \(place)")
        if zlibs.status == Z_DATA_ERROR { refused += 1 }
      }
    }
    #expect(refused > 300, "the damage was no damage")
  }

  /// Short streams, where hardly any input is left when the damage is found.
  @Test func refusesDamageAtTheEnd() {
    var numbers = SeededNumbers(seed: 5)
    for count in [1, 5, 20, 80] {
      for level in [Int32(0), 1, 9] {
        let bytes = Self.bytes(count, &numbers).map { $0 & 3 }
        let whole = Zlib.deflated(bytes, level: level)
        for _ in 0..<400 {
          var damaged = whole
          for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            let place = Int.random(in: 2..<whole.count, using: &numbers)
            damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
          }
          let ours = InflateRun(damaged, by: .ours)
          let zlibs = InflateRun(damaged, by: .zlibs)
          let isSame = (ours.status == Z_STREAM_END) == (zlibs.status == Z_STREAM_END)
          let isCommon = zip(ours.bytes, zlibs.bytes).allSatisfy { $0 == $1 }
          #expect(isSame && isCommon, "\(damaged)")
        }
      }
    }
  }

  /// Here ISA-L reports that it consumed two bytes more than there are.
  @Test func stopsAtTheEndOfTheInput() {
    let damaged: [UInt8] = [
      0x78, 0x9C, 0x63, 0x60, 0x08, 0x5D, 0xF5, 0x1F, 0x8C, 0xF1, 0x30, 0x88, 0x50, 0xC2, 0x00,
      0x53, 0x86, 0xAF, 0x01, 0x33, 0x09, 0x1F, 0x63, 0x90, 0xB9, 0x07, 0x00, 0xBD, 0x49, 0x7F,
      0x81,
    ]
    let run = InflateRun(damaged, by: .ours, output: { 9 })
    #expect(run.status == Z_DATA_ERROR && run.message == "invalid distance too far back")
    #expect(run.consumed == damaged.count && run.bytes.count == 109)
  }

  /// Headers of all kinds, a wrong checksum, no input: the same status and message as zlib's.
  @Test func statusAndMessagesEqualZlibs() {
    let good = Zlib.deflated(Array(0..<100))
    var wrongSum = good
    wrongSum[good.count - 1] ^= 1
    let streams: [[UInt8]] =
      [[0x79, 0x9C], [0x77, 0x09], [0x88, 0x1C], [0x78, 0xBB, 0, 0, 0, 1], [0x78], []]
      .map { $0 + ($0.count < 2 ? [] : good.dropFirst(2)) } + [wrongSum]
    for stream in streams {
      for windowBits in [Int32(0), 15, 9] {
        let ours = InflateRun(stream, by: .ours, windowBits: windowBits)
        let zlibs = InflateRun(stream, by: .zlibs, windowBits: windowBits)
        #expect(
          ours.status == zlibs.status && ours.message == zlibs.message,
          "\(stream.prefix(2)), \(windowBits): \(ours), \(zlibs)")
      }
    }
    #expect(InflateRun(wrongSum, by: .ours).message == "incorrect data check")
    #expect(InflateRun(wrongSum, by: .ours).bytes == Array(0..<100))
  }
}
