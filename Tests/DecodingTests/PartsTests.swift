import DecoderProtocol
import Geometry
import Glibc
import Platform
import Testing
import Tiling

@testable import Decoding

@Suite struct Parts {
  @Test func theFirstBytesAloneDetermineTheFormat() {
    #expect(PictureFormat.sniff([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) == .png)
    #expect(PictureFormat.sniff([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    // Fill or stray bytes after the start of image: the library finds the next marker.
    #expect(PictureFormat.sniff([0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xE0]) == .jpeg)
    #expect(PictureFormat.sniff([0xFF, 0xD8, 0, 0, 0xFF, 0xE0]) == .jpeg)
    #expect(PictureFormat.sniff([0xFF, 0xD9, 0xFF, 0xE0]) == nil)
    for start in ["II*\0", "MM\0*", "II+\0", "MM\0+"] {
      #expect(PictureFormat.sniff(Array(start.utf8) + [8, 0]) == .tiff, "\(start)")
    }
    #expect(PictureFormat.sniff([0x49, 0x49, 0x2C, 0]) == nil)
    // Truncated, or mangled by a text-mode transfer.
    #expect(PictureFormat.sniff([0x89, 0x50, 0x4E, 0x47]) == nil)
    #expect(PictureFormat.sniff([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0, 0]) == nil)
    #expect(PictureFormat.sniff([0xFF, 0xD8]) == nil)
    #expect(PictureFormat.sniff([]) == nil)
    #expect(PictureFormat.sniff(Array("photo.jpg".utf8)) == nil)
    #expect(Set(PictureFormat.all.map(\.name)).count == PictureFormat.all.count)
  }

  @Test func aBucketAllowsItsBurstThenItsRate() {
    var bucket = TokenBucket(rate: 10, burst: 3, now: 0)
    var taken: [Bool] = []
    for now in [0, 0, 0, 0, 0.05, 0.11] { taken.append(bucket.take(1, now: now)) }
    #expect(taken == [true, true, true, false, false, true])
    // A long rest gives no more than the burst, and a clock that goes back adds nothing.
    taken = [bucket.take(4, now: 1000), bucket.take(3, now: 1000), bucket.take(1, now: 0)]
    #expect(taken == [false, true, false])
  }

  @Test func silenceCountsOnlyWhileTheViewerListens() {
    var watch = SilenceWatch(now: 100)
    watch.advance(to: 101, tick: 1)
    watch.advance(to: 102, tick: 1)
    #expect(watch.silence == 2)
    watch.advance(to: 1102, tick: 1)
    #expect(watch.silence == 3.5)
    watch.restart(now: 2000)
    #expect(watch.silence == 0)
    watch.advance(to: 2000.5, tick: 1)
    #expect(watch.silence == 0.5)
  }

  @Test func onlyTheNewestErrorOutputIsKept() {
    var output = ErrorOutput(capacity: 100)
    for number in 0..<1000 {
      Array("line \(number)\n".utf8).withUnsafeBytes { output.append($0) }
      #expect(output.count <= 200)
    }
    #expect(output.lastLines(2) == ["line 998", "line 999"])
    [UInt8](repeating: 0x41, count: 10_000).withUnsafeBytes { output.append($0) }
    #expect(output.lastLines() == [String(repeating: "A", count: 100)])
    var long = ErrorOutput(capacity: 1000)
    [UInt8](repeating: 0x42, count: 900).withUnsafeBytes { long.append($0) }
    #expect(long.lastLines() == [String(repeating: "B", count: 200) + "…"])
    #expect(ErrorOutput(capacity: 10).lastLines() == [])
  }

  @Test func everyErrorHasOneHarmlessSentence() {
    let failures: [CodecError] = [.corrupt, .unsupported, .tooLarge, .unreadable, .sandbox]
      .map { CodecError($0, "") }
    let hostile = CodecError(
      .other, "\u{7}\u{9B}31m\u{2067}" + String(repeating: "x", count: 999))
    let breaches: [ProtocolBreach] = [
      .wrongVersion(9), .badMessage(.badLength(0)), .badMessage(.unknownType(3)),
      .badMessage(.badSize), .badMessage(.badValue("size")), .unexpectedMessage, .unaskedAnswer,
      .sentDescriptors, .closedSocket,
    ]
    let ends = (1..<65).map { ProcessEnd.signalled($0) } + [.exited(0), .exited(255)]
    var errors: [DecodeError] = [.missingDecoder(.png), .changed, .hung(lastWords: [])]
    errors += [.flooded(.messages, lastWords: []), .flooded(.errorOutput, lastWords: [])]
    errors += [.missingLibrary(.jxl, library: "libjxl.so.0.7")]
    errors += [.notStarted(Errno(code: EMFILE, call: "dup"))]
    errors += (failures + [hostile]).map { .refused($0, lastWords: []) }
    errors += breaches.map { .lied($0, lastWords: []) }
    errors += ends.map { .crashed($0, lastWords: []) }
    for error in errors {
      let sentence = error.sentence
      #expect(!sentence.isEmpty && sentence.unicodeScalars.count <= 301)
      #expect(escapedForDisplay(sentence.utf8) == sentence)
      #expect(!sentence.hasSuffix(".") && !sentence.isEmpty, "\(sentence)")
    }
    #expect(
      DecodeError.crashed(.signalled(SIGSEGV), lastWords: []).sentence
        == "the decoder crashed (segmentation fault)")
  }
}
